// What a person does with a hook in the Hooks view besides replaying and trusting it: open it, turn it off and on.

import { existsSync } from 'node:fs'
import * as vscode from 'vscode'
import { textColumn } from '../columns.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { question } from '../messages.ts'
import type { HookRow } from '../protocol.ts'
import { handlerLine } from '../replay/handlerLine.ts'
import { hookMeant, type Meant } from '../targets.ts'
import { ownFile } from './entries.ts'

/** Registers them. */
export function registerHookActions(context: ClientContext): readonly vscode.Disposable[] {
  const { log, hooks, runtimes } = context
  return [
    command('hookbench.openHook', log, open),
    command('hookbench.openEntry', log, openEntry),
    command('hookbench.disable', log, (given?: unknown) => turn(given, 'off')),
    command('hookbench.enable', log, (given?: unknown) => turn(given, 'on')),
  ]

  async function open(given?: unknown): Promise<void> {
    const { folder, hook, event } = await hookMeant(context, given, {
      suits: ({ path }) => path !== '',
      none: vscode.l10n.t('All hooks here are built in: there is no file to open.'),
    })
    // A script that is not there is what is wrong with its entry.
    return openAt({ folder, hook, event }, existsSync(ownFile(hook)) ? ownFile(hook) : hook.path)
  }

  async function openEntry(given?: unknown): Promise<void> {
    const meant = await hookMeant(context, given, {
      suits: ({ entry }) => entry !== undefined,
      none: vscode.l10n.t('No hook here is an entry of an agent’s configuration.'),
    })
    return openAt(meant, meant.hook.path)
  }

  async function openAt({ folder, hook, event }: Meant, path: string): Promise<void> {
    if (!existsSync(path)) {
      hooks.refresh(folder)
      throw new Error(vscode.l10n.t('The file of {0} is gone: {1}', hook.name, path))
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
    const { folder, hook } = await hookMeant(context, given, {
      suits: ({ state }) => (word === 'on' ? state === 'disabled' : state !== 'disabled'),
      none:
        word === 'on'
          ? vscode.l10n.t('No hook here is turned off.')
          : vscode.l10n.t('Every hook here is turned off already.'),
    })
    const { disabledEdits, disabledIn } = await import('./disabled.ts')
    const { settingsText } = await import('./settingsFile.ts')
    const settings = await settingsText(folder)
    const disabled = disabledIn(settings.text)
    if (disabled === undefined) throw new Error(unreadable(folder))
    const next =
      word === 'off' ? [...new Set([...disabled, hook.id])] : disabled.filter((one) => one !== hook.id)
    if (word === 'on' && next.length === disabled.length) throw new Error(elsewhere(hook))
    await settings.write(disabledEdits(settings.text, next))
    await runtimes.ask(folder, 'reload', {})
    const listed = await runtimes.ask(folder, 'list', {})
    hooks.refresh(folder)
    const now = listed.find(({ id }) => id === hook.id)
    if (word === 'off' && now !== undefined && now.state !== 'disabled')
      await askForTrust(folder, hook, settings.uri)
  }

  // Whoever can write the settings could turn a guard off, so they count only once somebody has looked at them.
  async function askForTrust(folder: vscode.WorkspaceFolder, hook: HookRow, file: vscode.Uri): Promise<void> {
    const yes = vscode.l10n.t('Trust Settings')
    const show = vscode.l10n.t('Show Settings')
    const answer = await question(
      vscode.l10n.t('{0} goes on running until the workspace settings are trusted.', hook.name),
      vscode.l10n.t(
        '.hookbench/settings.json turns it off, and settings that turn hooks off need your trust.',
      ),
      yes,
      show,
    )
    if (answer === show) await vscode.window.showTextDocument(file)
    if (answer !== yes) return
    await runtimes.ask(folder, 'trust', { target: file.fsPath, yes: true })
    hooks.refresh(folder)
  }
}

function unreadable({ name }: vscode.WorkspaceFolder): string {
  return vscode.l10n.t(
    '.hookbench/settings.json of {0} has mistakes, so nothing was turned on or off. The Problems view shows them; mend it first.',
    name,
  )
}

function elsewhere({ name }: HookRow): string {
  return vscode.l10n.t(
    '{0} is turned off by a pattern in "disabled" of .hookbench/settings.json; edit it there.',
    name,
  )
}
