// *New Hook…*: a working hook in a few keystrokes, and what to do with it next.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import { contracts } from '../contracts.ts'
import { command } from '../failures.ts'
import { noFolder, wantedFolder } from '../folders.ts'
import type { ChosenHook } from '../given.ts'
import { belongsTo } from '../hooks/entries.ts'
import type { HookNode } from '../hooks/items.ts'
import { showInformation } from '../messages.ts'
import type { HookRow } from '../protocol.ts'
import { OFFERED, trusted } from '../trust.ts'
import type { GivenAnswers } from './questions.ts'

/** Of the extension itself: a command, so that what goes wrong is told as everywhere. */
const TRY = 'hookbench.tryNewHook'

/** Registers the command. */
export function registerNewHook(context: ClientContext): readonly vscode.Disposable[] {
  return [command('hookbench.newHook', context.log, newHook), command(TRY, context.log, letItBeTried)]

  /** Answers with the path written, for whoever calls it from code. */
  async function newHook(given?: GivenAnswers): Promise<string | undefined> {
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
    // The question about this hook takes the place of the general offer, which would come once the file is seen.
    if (vscode.workspace.isTrusted)
      await context.extension.workspaceState.update(`${OFFERED}:${folder.uri}`, true)
    const path = await writeHook(folder.uri.fsPath, wish)
    await openAtBody(path)
    if (!vscode.workspace.isTrusted) return path
    const hook = await found(folder, path)
    // Nobody has to answer before the file can be read.
    if (hook !== undefined) void vscode.commands.executeCommand(TRY, { folder, hook, event: wish.event })
    return path
  }

  async function found(folder: vscode.WorkspaceFolder, path: string): Promise<HookRow | undefined> {
    await context.runtimes.ask(folder, 'reload', {})
    context.hooks.refresh(folder)
    const { hooks } = await context.hooks.of(folder)
    return hooks.find((hook) => belongsTo(hook, path))
  }

  // What is just written is one's own, and still nothing runs untrusted.
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
