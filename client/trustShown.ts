// Grants trust, and is the only code of the extension that does. What is trusted is what the question showed, whole:
// its digest goes with the answer, and if anything changed meanwhile the question is repeated.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { question, showWarning } from './messages.ts'
import type { TrustRow, TrustTarget } from './protocol.ts'
import { type Documents, openDocuments } from './replay/documents.ts'
import { clipped } from './signs.ts'
import { dialogText, fitsDialog, listText, type TrustQuestion } from './trustTexts.ts'

/**
 * Asks about all that trust in `what` would cover, and grants it if `agrees` returns true. `agrees` must show every
 * row; `again` must be its first line where there is one: an earlier answer did not count, because something had changed.
 * Returns whether trust was granted.
 */
export async function trustShown(
  { runtimes, hooks }: ClientContext,
  folder: vscode.WorkspaceFolder,
  what: TrustTarget,
  agrees: (rows: readonly TrustRow[], again: readonly string[]) => Promise<boolean>,
): Promise<boolean> {
  let again: readonly string[] = []
  for (;;) {
    const { rows, seen } = await runtimes.ask(folder, 'trust/preview', what)
    if (rows.length === 0 && what.edits !== true) return false
    if (!(await agrees(rows, again))) return false
    try {
      await runtimes.ask(folder, 'trust', { ...what, yes: true, seen })
      return true
    } catch (error) {
      if ((await runtimes.ask(folder, 'trust/preview', what)).seen === seen) throw error
    } finally {
      hooks.refresh(folder)
    }
    // It stands in the repeated question, because a dialog covers other messages.
    again = [vscode.l10n.t('Nothing was trusted: it changed after it was shown. Look at it again.')]
  }
}

/** Shows a question whole: in a dialog, or where it is too long for one in a document, with a message about it. */
export async function wholeQuestion(
  { extension }: ClientContext,
  whole: TrustQuestion,
  ...actions: string[]
): Promise<string | undefined> {
  const { text } = whole
  if (fitsDialog(whole)) return question(text, dialogText(whole), ...actions)
  if (documents === undefined) {
    documents = openDocuments('hookbench-trust')
    extension.subscriptions.push(documents)
  }
  // A document of its own for each question: another one must not replace what an open question is about.
  count += 1
  const name = `${vscode.l10n.t('What you would trust')} ${count}.txt`
  const uri = documents.putText(String(count), name, listText(whole))
  await vscode.window.showTextDocument(uri, { preview: false, preserveFocus: true })
  const read = vscode.l10n.t('Read the opened document first: it lists all that you would trust.')
  const answer = await showWarning(`${clipped(text, MOST_IN_MESSAGE)} ${read}`, ...actions)
  await closeDocument(uri)
  return answer
}

async function closeDocument(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs)
  const shown = (tab: vscode.Tab) =>
    tab.input instanceof vscode.TabInputText && tab.input.uri.toString() === uri.toString()
  await vscode.window.tabGroups.close(tabs.filter(shown), true)
}

/** The editor cuts off a notification at 1,000 characters; the document has the whole text. */
const MOST_IN_MESSAGE = 600

let documents: Documents | undefined
let count = 0
