// The *New Hook…* command: writes a working hook and offers to replay or debug it.

import * as vscode from 'vscode'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { command } from '../failures.ts'
import { noFolder, wantedFolder } from '../folders.ts'
import { belongsTo } from '../hooks/entries.ts'
import type { HookNode } from '../hooks/items.ts'
import { showInformation } from '../messages.ts'
import type { HookRow } from '../protocol.ts'
import { OFFERED, trusted } from '../trust.ts'
import type { PresetAnswers } from './questions.ts'

/** Internal command, so that its errors are reported like those of any other command. */
const TRY = 'hookbench.tryNewHook'

/** Registers the commands. */
export function registerNewHook(context: ClientContext): readonly vscode.Disposable[] {
  return [command('hookbench.newHook', context.log, newHook), command(TRY, context.log, letItBeTried)]

  /** Returns the path written, for callers from code. */
  async function newHook(given?: PresetAnswers): Promise<string | undefined> {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0) throw noFolder()
    const folder = await wantedFolder()
    if (folder.uri.scheme !== 'file') {
      throw new Error(vscode.l10n.t('Hooks are programs on disk, and {0} is not on disk.', folder.name))
    }
    const [{ askForHook }, { openAtBody, writeHook }] = await Promise.all([
      import('./questions.ts'),
      import('./write.ts'),
    ])
    const wish = await askForHook(await contracts(), folder.uri.fsPath, given)
    // The trust question about this hook replaces the general offer to trust hooks, which would appear once the file is
    // found.
    if (vscode.workspace.isTrusted)
      await context.extension.workspaceState.update(`${OFFERED}:${folder.uri}`, true)
    const path = await writeHook(folder.uri.fsPath, wish)
    await openAtBody(path)
    if (!vscode.workspace.isTrusted) return path
    const hook = await found(folder, path)
    // Not awaited: the user should be able to read the file before answering.
    if (hook !== undefined) void vscode.commands.executeCommand(TRY, { folder, hook, event: wish.event })
    return path
  }

  async function found(folder: vscode.WorkspaceFolder, path: string): Promise<HookRow | undefined> {
    await context.runtimes.ask(folder, 'reload', {})
    context.hooks.refresh(folder)
    const { hooks } = await context.hooks.of(folder)
    return hooks.find((hook) => belongsTo(hook, path))
  }

  // The user has just created this hook, but it still needs trust before it runs.
  async function letItBeTried(node: ChosenHook & { readonly event: string }): Promise<void> {
    const target = await trusted(context, node)
    if (target?.hook.state === 'active') await sayNext({ ...target, event: node.event })
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
