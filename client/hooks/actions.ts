// Actions of the Hooks view other than replay and trust: open a hook, turn it off and on.

import { existsSync } from 'node:fs'
import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import type { ChosenHook } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { handlerLine } from '../replay/handlerLine.ts'
import { chosenHook } from '../targets.ts'
import { ownFile } from './entries.ts'

/** Registers the commands. */
export function registerHookActions(context: ClientContext): readonly vscode.Disposable[] {
  const { log, hooks } = context
  return [
    command('hookbench.openHook', log, open),
    command('hookbench.openEntry', log, openEntry),
    command('hookbench.disable', log, (given?: unknown) => turn(given, 'off')),
    command('hookbench.enable', log, (given?: unknown) => turn(given, 'on')),
  ]

  async function open(given?: unknown): Promise<void> {
    const { folder, hook, event } = await chosenHook(context, given, {
      suits: ({ path }) => path !== '',
      none: vscode.l10n.t('All hooks here are built in: there is no file to open.'),
    })
    // If the script is missing, opens the entry that names it, since that is where the error is.
    return openAt({ folder, hook, event }, existsSync(ownFile(hook)) ? ownFile(hook) : hook.path)
  }

  async function openEntry(given?: unknown): Promise<void> {
    const target = await chosenHook(context, given, {
      suits: ({ entry }) => entry !== undefined,
      none: vscode.l10n.t('No hook here is an entry of an agent’s configuration.'),
    })
    return openAt(target, target.hook.path)
  }

  async function openAt({ folder, hook, event }: ChosenHook, path: string): Promise<void> {
    if (!existsSync(path)) {
      hooks.refresh(folder)
      throw new Error(vscode.l10n.t('The file of {0} no longer exists: {1}', hook.name, path))
    }
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path))
    const line = await handlerLine(document, hook, event)
    const at = new vscode.Position(line ?? 0, 0)
    await vscode.window.showTextDocument(document, {
      selection: new vscode.Range(at, at),
      preview: true,
      viewColumn: textColumn(),
    })
  }

  async function turn(given: unknown, word: 'on' | 'off'): Promise<void> {
    return (await import('./switchHook.ts')).switchHook(context, given, word)
  }
}
