// Asks whether a hook may run, with its text open, and grants trust through the ledger.

import { dirname, relative, sep } from 'node:path'
import * as vscode from 'vscode'
import type { ChosenHook } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { entryDetail, ownFile, textsOf } from './hooks/entries.ts'
import { tellsForReal } from './hooks/forReal.ts'
import { showWarning } from './messages.ts'
import type { HookRow } from './protocol.ts'
import { clipped, whyHere } from './signs.ts'
import { changedSinceTrusted, keepTrusted, showChanged } from './trustedTexts.ts'

/**
 * Opens the text that would run and asks beside it, so that it can be read first. Returns the hook once trusted;
 * undefined if declined.
 */
export async function askForTrust(context: ClientContext, target: ChosenHook): Promise<HookRow | undefined> {
  const { hook } = target
  // If the text is already active, the cursor stays where it is.
  if (vscode.window.activeTextEditor?.document.uri.fsPath !== ownFile(hook))
    await vscode.commands.executeCommand('hookbench.openHook', target)
  const now = vscode.l10n.t('Trust Only As It Is Now')
  const edits = vscode.l10n.t('Trust This and Later Edits')
  const show = vscode.l10n.t('Show What Changed')
  const [changed] = changedSinceTrusted(context, target)
  const question = showWarning(
    questionOf(target, editsFolder(target)),
    now,
    ...(editsFolder(target) === undefined ? [] : [edits]),
    ...(changed === undefined ? [] : [show]),
  )
  const answer = await answeredHereOrThere(context, target, question)
  if (typeof answer === 'object') {
    // A message cannot be closed by code; hiding the toasts removes the question that was answered above the handler.
    await vscode.commands.executeCommand('notifications.hideToasts')
    return answer
  }
  if (answer === show && changed !== undefined) {
    await showChanged(target, changed)
    return undefined
  }
  return answer === undefined ? undefined : grant(context, target, answer === edits ? 'edits' : 'now')
}

// The code lenses above the handler offer the same choices; an answer there settles the question.
async function answeredHereOrThere(
  { hooks }: ClientContext,
  { folder, hook }: ChosenHook,
  answer: Thenable<string | undefined>,
): Promise<string | HookRow | undefined> {
  const there = Promise.withResolvers<HookRow>()
  const watching = hooks.onChange(() => {
    const known = hooks.known().find((one) => one.folder === folder)
    const now = known?.hooks.find(({ id }) => id === hook.id)
    if (now?.state === 'active') there.resolve(now)
  })
  try {
    return await Promise.race([answer, there.promise])
  } finally {
    watching.dispose()
  }
}

/** Trusts the hook as it is now, or with all later edits of its folder; returns the updated hook. */
export async function grant(
  context: ClientContext,
  target: ChosenHook,
  which: 'now' | 'edits',
): Promise<HookRow | undefined> {
  const { runtimes, hooks, extension } = context
  const { folder, hook } = target
  // Unsaved text would not be what runs.
  for (const path of textsOf(hook)) {
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path)
    if (open?.isDirty === true) await open.save()
  }
  const root = which === 'edits' ? editsFolder(target) : undefined
  if (hook.entry !== undefined) await tellsForReal(extension, folder)
  await runtimes.ask(
    folder,
    'trust',
    root === undefined ? { target: hook.id, yes: true } : { target: root, edits: true, yes: true },
  )
  await keepTrusted(context, target)
  hooks.refresh(folder)
  const after = (await hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
  if (after?.state === 'untrusted') void showWarning(`${hook.name}: ${whyHere(after.why ?? '')}`)
  return after?.state === 'active' ? after : undefined
}

// The smallest workspace folder that contains the hook and what it runs: later edits are trusted by folder.
function editsFolder({ folder, hook }: ChosenHook): string | undefined {
  if (hook.source !== 'workspace') return undefined
  const [first = '', ...others] = [hook.path, ...(hook.entry?.scripts ?? [])].map((path) => dirname(path))
  let root = first
  while (!others.every((one) => isWithin(one, root)) && dirname(root) !== root) root = dirname(root)
  return isWithin(root, folder.uri.fsPath) ? root : undefined
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}${sep}`)
}

function questionOf({ hook, folder }: ChosenHook, root: string | undefined): string {
  const { entry, events, name, why } = hook
  const what =
    entry === undefined
      ? vscode.l10n.t('It answers {0}.', events.join(', ') || '?')
      : entryDetail(hook, folder.uri.fsPath).map(sentence).join(' ')
  const changed = why?.startsWith('changed') === true ? [closed(whyHere(why))] : []
  const shown = root === undefined ? undefined : relative(folder.uri.fsPath, root) || folder.name
  const edits =
    shown === undefined ? [] : [vscode.l10n.t('Trusting later edits covers all hooks in {0}.', shown)]
  return [vscode.l10n.t('Let {0} run?', name), what, ...changed, ...edits].join(' ')
}

function closed(text: string): string {
  return sentence(clipped(text, 300))
}

function sentence(line: string): string {
  return /[.!?…]$/.test(line) ? line : `${line}.`
}

/**
 * Lists the hooks for a question about all of them; says how many are left out, so that none is trusted unmentioned.
 */
export function namesOf(waiting: readonly HookRow[]): string {
  const names = waiting
    .slice(0, MOST_NAMES)
    .map(
      ({ name, events, entry }) =>
        `${name} (${[events[0] ?? '?', entry?.matcher].filter(Boolean).join(' ')})`,
    )
  const left = waiting.length - names.length
  return [...names, ...(left === 0 ? [] : [vscode.l10n.t('and {0} more', left)])].join('\n')
}

const MOST_NAMES = 20
