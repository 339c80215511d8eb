// Asks whether a hook may run, with its text open, and grants trust through the ledger. What is trusted is what the
// question showed: its digest goes with the answer, and if anything changed meanwhile the question is repeated.

import * as vscode from 'vscode'
import type { ChosenHook } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { ownFile, textsOf } from './hooks/entries.ts'
import { tellsForReal } from './hooks/forReal.ts'
import { question, showWarning } from './messages.ts'
import type { HookRow, TrustPreview, TrustTarget } from './protocol.ts'
import { whyHere } from './signs.ts'
import { changedSinceTrusted, keepTrusted, showChanged } from './trustedTexts.ts'
import { coversOnly, editsFolder, editsQuestion, hookQuestion } from './trustTexts.ts'

/** The editor cuts off a notification at 1,000 characters, but not a dialog. */
const MOST_IN_NOTIFICATION = 900

/**
 * Opens the text that would run and asks beside it, so that it can be read first. `again` begins a repeated question.
 * Returns the hook once trusted; undefined if declined.
 */
export async function askForTrust(
  context: ClientContext,
  target: ChosenHook,
  again = '',
): Promise<HookRow | undefined> {
  const { folder } = target
  const what = { target: target.hook.id }
  const shown = await context.runtimes.ask(folder, 'trust/preview', what)
  const [row] = shown.rows
  if (row === undefined) return undefined
  // If the text is already active, the cursor stays where it is.
  if (vscode.window.activeTextEditor?.document.uri.fsPath !== ownFile(row))
    await vscode.commands.executeCommand('hookbench.openHook', target)
  const now = vscode.l10n.t('Trust Only As It Is Now')
  const edits = vscode.l10n.t('Trust This and Later Edits')
  const show = vscode.l10n.t('Show What Changed')
  const [changed] = changedSinceTrusted(context, target)
  const root = editsFolder(folder.uri.fsPath, [row])
  const text = again + hookQuestion(row, placeOf(folder), root)
  const actions = [now, ...(root === undefined ? [] : [edits]), ...(changed === undefined ? [] : [show])]
  const pending =
    text.length > MOST_IN_NOTIFICATION ? question(row.name, text, ...actions) : showWarning(text, ...actions)
  const answer = await answeredHereOrThere(context, target, pending)
  if (typeof answer === 'object') {
    // A message cannot be closed by code; hiding the toasts removes the question that was answered above the handler.
    await vscode.commands.executeCommand('notifications.hideToasts')
    return answer
  }
  if (answer === show && changed !== undefined) {
    await showChanged(target, changed)
    return undefined
  }
  if (answer === undefined) return undefined
  if (answer === edits) return grant(context, target, 'edits')
  await saveTexts(row)
  return (await give(context, folder, what, shown)) ? settled(context, target) : askAgain(context, target)
}

function askAgain(context: ClientContext, target: ChosenHook): Promise<HookRow | undefined> {
  return askForTrust(context, target, `${changedText()} `)
}

// It stands in the repeated question, because a dialog covers other messages.
function changedText(): string {
  return vscode.l10n.t('Nothing was trusted: it changed after it was shown. Look at it again.')
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

/**
 * Trusts a hook whose text is in view, as it is now or with all later edits of its folder; returns the updated hook.
 * Asks only about what the text does not show: code that trust does not cover, and what else is in the folder.
 */
export async function grant(
  context: ClientContext,
  target: ChosenHook,
  which: 'now' | 'edits',
): Promise<HookRow | undefined> {
  const { folder, hook } = target
  await saveTexts(hook)
  const root = which === 'edits' ? editsFolder(folder.uri.fsPath, [hook]) : undefined
  if (root !== undefined)
    return (await askForEdits(context, folder, root, hook)) ? settled(context, target) : undefined
  const what = { target: hook.id }
  const shown = await context.runtimes.ask(folder, 'trust/preview', what)
  const isInView = shown.rows.every(
    ({ remarks, entry }) => remarks.length === 0 && entry?.runs === hook.entry?.runs,
  )
  if (!isInView) return askForTrust(context, target)
  return (await give(context, folder, what, shown)) ? settled(context, target) : askAgain(context, target)
}

/**
 * Asks about a folder with later edits, and lists all that trust in it would cover, unless that is only `hook`. Returns
 * whether it was trusted.
 */
export async function askForEdits(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  root: string,
  hook?: HookRow,
  again = '',
): Promise<boolean> {
  const what = { target: root, edits: true }
  const shown = await context.runtimes.ask(folder, 'trust/preview', what)
  if (again !== '' || hook === undefined || !coversOnly(shown.rows, hook, folder.uri.fsPath, root)) {
    const { text, detail } = editsQuestion(shown.rows, placeOf(folder), root)
    const yes = vscode.l10n.t('Trust Hooks and Edits')
    if ((await question(text, again + detail, yes)) !== yes) return false
  }
  if (await give(context, folder, what, shown)) return true
  return askForEdits(context, folder, root, hook, `${changedText()}\n`)
}

// False if what was shown has changed meanwhile, so that it must be shown again.
async function give(
  { runtimes, hooks }: ClientContext,
  folder: vscode.WorkspaceFolder,
  what: TrustTarget,
  { seen }: TrustPreview,
): Promise<boolean> {
  try {
    await runtimes.ask(folder, 'trust', { ...what, yes: true, seen })
  } catch (error) {
    if ((await runtimes.ask(folder, 'trust/preview', what)).seen === seen) throw error
    return false
  } finally {
    hooks.refresh(folder)
  }
  return true
}

async function settled(context: ClientContext, target: ChosenHook): Promise<HookRow | undefined> {
  const { hooks, extension } = context
  const { folder, hook } = target
  if (hook.entry !== undefined) await tellsForReal(extension, folder)
  await keepTrusted(context, target)
  const after = (await hooks.of(folder)).hooks.find(({ id }) => id === hook.id)
  if (after?.state === 'untrusted') void showWarning(`${hook.name}: ${whyHere(after.why ?? '')}`)
  return after?.state === 'active' ? after : undefined
}

// Unsaved text would not be what runs.
async function saveTexts(hook: HookRow): Promise<void> {
  for (const path of textsOf(hook)) {
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path)
    if (open?.isDirty === true) await open.save()
  }
}

function placeOf({ uri, name }: vscode.WorkspaceFolder) {
  return { path: uri.fsPath, name }
}
