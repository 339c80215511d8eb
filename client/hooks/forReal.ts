// Confirmation before the first hook of a host runs in a folder: such hooks have real effects (they format, commit,
// send) and are written for the agent, not for trial runs.

import * as vscode from 'vscode'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { question } from '../messages.ts'
import { entryDetail } from './entries.ts'

const keyOf = ({ uri }: vscode.WorkspaceFolder) => `hookbench.toldForReal:${uri}`

/** True if the hook may run: confirmed before, or now. If `asks` is false, only an earlier confirmation counts. */
export async function mayRunForReal(
  { extension }: ClientContext,
  { folder, hook }: Pick<ChosenHook, 'folder' | 'hook'>,
  asks: boolean,
): Promise<boolean> {
  // A hook that does not run needs no confirmation; for one that awaits trust, the trust question includes it.
  if (hook.entry === undefined || hook.state !== 'active') return true
  if (extension.workspaceState.get(keyOf(folder)) === true) return true
  if (!asks) return false
  const run = vscode.l10n.t('Run It')
  const detail = entryDetail(hook, folder.uri.fsPath).join('\n')
  if (
    (await question(vscode.l10n.t('{0} runs with all its effects. Continue?', hook.name), detail, run)) !==
    run
  )
    return false
  await tellsForReal(extension, folder)
  return true
}

/** Marks the folder as confirmed, where another question has covered this. */
export function tellsForReal(
  extension: vscode.ExtensionContext,
  folder: vscode.WorkspaceFolder,
): Thenable<void> {
  return extension.workspaceState.update(keyOf(folder), true)
}
