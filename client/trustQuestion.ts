// The questions about hooks: whether one may run, with its text open, and whether those of a folder may, as they are
// and after every edit. Both show all that trust would cover; only `trustShown` grants it.

import * as vscode from 'vscode'
import type { ChosenHook } from './commandArgument.ts'
import type { ClientContext } from './context.ts'
import { ownFile, textsOf } from './hooks/entries.ts'
import { tellsForReal } from './hooks/forReal.ts'
import { showWarning } from './messages.ts'
import type { HookRow, TrustRow } from './protocol.ts'
import { whyHere } from './signs.ts'
import { changedSinceTrusted, keepTrusted, showChanged } from './trustedTexts.ts'
import { trustShown, wholeQuestion } from './trustShown.ts'
import { coversOnly, editsFolder, editsQuestion, hookQuestion, sentencesOf } from './trustTexts.ts'

/** The editor cuts off a notification at 1,000 characters. */
const MOST_IN_NOTIFICATION = 900

/**
 * Asks whether a hook may run, with the text that would run open, so that it can be read first. Returns the hook once
 * trusted; undefined if declined. `fromItsText`: asks nothing if the active editor shows all that is trusted.
 */
export async function askForTrust(
  context: ClientContext,
  target: ChosenHook,
  fromItsText = false,
): Promise<HookRow | undefined> {
  const { folder, hook } = target
  if (fromItsText) await saveTexts(hook)
  const other: { withEdits?: TrustRow | undefined; trusted?: HookRow } = {}
  const granted = await trustShown(context, folder, { target: hook.id }, async (rows, again) => {
    if (fromItsText && again.length === 0 && areInView(rows)) return true
    const answer = await answerAbout(context, target, rows, again)
    if (typeof answer === 'object') other.trusted = answer
    if (answer === 'edits') [other.withEdits] = rows
    if (answer === 'now') await saveTexts(hook)
    return answer === 'now'
  })
  if (granted) return settled(context, target)
  return other.withEdits === undefined ? other.trusted : trustWithEdits(context, target, other.withEdits)
}

/** Trusts a hook with all later edits of its folder; asks unless the folder holds nothing but what is in view. */
export async function trustEdits(context: ClientContext, target: ChosenHook): Promise<HookRow | undefined> {
  const { folder, hook } = target
  await saveTexts(hook)
  const { rows } = await context.runtimes.ask(folder, 'trust/preview', { target: hook.id })
  return trustWithEdits(context, target, areInView(rows) ? rows[0] : undefined)
}

/**
 * Asks about a folder with later edits, and lists all that trust in it would cover, unless that is only `known`, which
 * was shown before. Returns whether it was trusted.
 */
export function askForEdits(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  root: string,
  known?: TrustRow,
): Promise<boolean> {
  return trustShown(context, folder, { target: root, edits: true }, async (rows, again) => {
    if (again.length === 0 && known !== undefined && coversOnly(rows, known, folder.uri.fsPath, root))
      return true
    const { text, lines } = editsQuestion(rows, placeOf(folder), root)
    const yes = vscode.l10n.t('Trust Hooks and Edits')
    return (await wholeQuestion(context, { text, lines: [...again, ...lines] }, yes)) === yes
  })
}

async function trustWithEdits(
  context: ClientContext,
  target: ChosenHook,
  known: TrustRow | undefined,
): Promise<HookRow | undefined> {
  const { folder, hook } = target
  const root = editsFolder(folder.uri.fsPath, [hook])
  if (root === undefined) return askForTrust(context, target)
  return (await askForEdits(context, folder, root, known)) ? settled(context, target) : undefined
}

async function answerAbout(
  context: ClientContext,
  target: ChosenHook,
  rows: readonly TrustRow[],
  again: readonly string[],
): Promise<'now' | 'edits' | HookRow | undefined> {
  const { folder, hook } = target
  // If the text is already active, the cursor stays where it is.
  if (vscode.window.activeTextEditor?.document.uri.fsPath !== ownFile(hook))
    await vscode.commands.executeCommand('hookbench.openHook', target)
  const now = vscode.l10n.t('Trust Only As It Is Now')
  const edits = vscode.l10n.t('Trust This and Later Edits')
  const show = vscode.l10n.t('Show What Changed')
  const [changed] = changedSinceTrusted(context, target)
  const root = editsFolder(folder.uri.fsPath, rows)
  const { text, lines } = hookQuestion(rows, placeOf(folder), root)
  const actions = [now, ...(root === undefined ? [] : [edits]), ...(changed === undefined ? [] : [show])]
  const short = [...again, text, ...sentencesOf({ lines })].join(' ')
  const pending =
    short.length > MOST_IN_NOTIFICATION
      ? wholeQuestion(context, { text, lines: [...again, ...lines] }, ...actions)
      : showWarning(short, ...actions)
  const answer = await answeredHereOrThere(context, target, pending)
  if (typeof answer === 'object') {
    // A message cannot be closed by code; hiding the toasts removes the question that was answered above the handler.
    await vscode.commands.executeCommand('notifications.hideToasts')
    return answer
  }
  if (answer === show && changed !== undefined) await showChanged(target, changed)
  return answer === now ? 'now' : answer === edits ? 'edits' : undefined
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

// A script does not show the command of the entry that runs it, and a lens may stand in an editor that is not active.
function areInView(rows: readonly TrustRow[]): boolean {
  const active = vscode.window.activeTextEditor?.document.uri.fsPath
  return rows.every(
    ({ entry, path, remarks }) => entry === undefined && path === active && remarks.length === 0,
  )
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
