// *New Hook…*: a working hook in a few keystrokes, and what to do with it next.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { command } from '../failures.ts'
import { wantedFolder } from '../folders.ts'
import type { HookNode } from '../hooks/items.ts'
import { showInformation } from '../messages.ts'
import type { HookRow } from '../protocol.ts'
import { OFFERED } from '../trust.ts'
import type { GivenAnswers } from './questions.ts'

/** Registers the command. */
export function registerNewHook(context: ClientContext): readonly vscode.Disposable[] {
  return [command('hookbench.newHook', context.log, newHook)]

  /** Answers with the path written, for whoever calls it from code. */
  async function newHook(given?: GivenAnswers): Promise<string | undefined> {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) return openFolder()
    const folder = await wantedFolder()
    if (folder.uri.scheme !== 'file') {
      throw new Error(vscode.l10n.t('Hooks are programs on disk, and {0} is not on disk.', folder.name))
    }
    const [{ askForHook }, { openAtBody, writeHook }, { foundAndGranted }] = await Promise.all([
      import('./questions.ts'),
      import('./write.ts'),
      import('./grant.ts'),
    ])
    const wish = await askForHook(await contracts(), folder.uri.fsPath, given)
    // The question about this hook takes the place of the general offer, which would come once the file is seen.
    if (vscode.workspace.isTrusted)
      await context.extension.workspaceState.update(`${OFFERED}:${folder.uri}`, true)
    const path = await writeHook(folder.uri.fsPath, wish)
    await openAtBody(path)
    if (!vscode.workspace.isTrusted) return path
    const hook = await foundAndGranted(context, folder, path)
    if (hook?.state === 'active') void sayNext({ folder, hook, event: wish.event })
    return path
  }

  async function sayNext(node: {
    folder: vscode.WorkspaceFolder
    hook: HookRow
    event: string
  }): Promise<void> {
    const replay = vscode.l10n.t('Replay…')
    const debug = vscode.l10n.t('Debug…')
    const canDebug = (await vscode.commands.getCommands(true)).includes('hookbench.debug')
    const answer = await showInformation(
      vscode.l10n.t('{0} answers {1}. Try it on an example.', node.hook.name, node.event),
      ...[replay, ...(canDebug ? [debug] : [])],
    )
    const given: HookNode = { kind: 'hook', ...node, within: '' }
    if (answer === replay) await vscode.commands.executeCommand('hookbench.replay', given)
    if (answer === debug) await vscode.commands.executeCommand('hookbench.debug', given)
  }
}

async function openFolder(): Promise<undefined> {
  const open = vscode.l10n.t('Open Folder…')
  const message = vscode.l10n.t('Hooks belong to a workspace. Open the folder that your agent works in.')
  const answer = await showInformation(message, open)
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder')
  return undefined
}
