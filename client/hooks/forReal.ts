// A hook of a host does real things when it runs (it formats, commits, sends), and people write it for the agent, not for
// being tried out. Before the first one of a folder runs, its person is told.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import type { ChosenHook } from '../given.ts'
import { question } from '../messages.ts'
import { entryDetail } from './entries.ts'

const keyOf = ({ uri }: vscode.WorkspaceFolder) => `hookbench.toldForReal:${uri}`

/** True where it may: told before, or now and answered with yes. Where nobody is to be asked, only if told before. */
export async function mayRunForReal(
  { extension }: ClientContext,
  { folder, hook }: Pick<ChosenHook, 'folder' | 'hook'>,
  asks: boolean,
): Promise<boolean> {
  // What does not run has nothing to be told of; what waits for trust is told of with it.
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

/** The person has been told, in other words. */
export function tellsForReal(
  extension: vscode.ExtensionContext,
  folder: vscode.WorkspaceFolder,
): Thenable<void> {
  return extension.workspaceState.update(keyOf(folder), true)
}
