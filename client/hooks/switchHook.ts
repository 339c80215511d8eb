// Turns a hook off or on through the settings of its workspace.

import * as vscode from 'vscode'
import type { ClientContext } from '../context.ts'
import type { HookRow } from '../protocol.ts'
import { chosenHook } from '../targets.ts'
import { trustShown, wholeQuestion } from '../trustShown.ts'
import { rowTexts } from '../trustTexts.ts'
import { disabledEdits, disabledIn } from './disabled.ts'
import { settingsText } from './settingsFile.ts'

/** Writes the settings, and asks the user to trust them if they need trust. */
export async function switchHook(context: ClientContext, given: unknown, word: 'on' | 'off'): Promise<void> {
  const { hooks, runtimes } = context
  const { folder, hook } = await chosenHook(context, given, {
    suits: ({ state }) => (word === 'on' ? state === 'disabled' : state !== 'disabled'),
    none:
      word === 'on'
        ? vscode.l10n.t('No hook here is turned off.')
        : vscode.l10n.t('Every hook here is turned off already.'),
  })
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
    await askForTrust(context, folder, hook, settings.uri)
}

// Anyone who can write the settings could turn off a guard, so they take effect only once the user has trusted them. That
// covers the whole file, so all that it sets is shown.
async function askForTrust(
  context: ClientContext,
  folder: vscode.WorkspaceFolder,
  hook: HookRow,
  file: vscode.Uri,
): Promise<void> {
  const yes = vscode.l10n.t('Trust Settings')
  const show = vscode.l10n.t('Show Settings')
  const text = vscode.l10n.t('{0} keeps running until the workspace settings are trusted.', hook.name)
  const why = vscode.l10n.t(
    '.hookbench/settings.json turns it off, and settings that turn hooks off need your trust. It covers the whole file:',
  )
  await trustShown(context, folder, { target: file.fsPath }, async (rows, again) => {
    const lines = rowTexts(rows, { path: folder.uri.fsPath, name: folder.name })
    const answer = await wholeQuestion(context, { text, lines: [...again, why, ...lines] }, yes, show)
    if (answer === show) await vscode.window.showTextDocument(file)
    return answer === yes
  })
}

function unreadable({ name }: vscode.WorkspaceFolder): string {
  return vscode.l10n.t(
    '.hookbench/settings.json of {0} has mistakes, so nothing was turned on or off. The Problems view shows them; fix it first.',
    name,
  )
}

function elsewhere({ name }: HookRow): string {
  return vscode.l10n.t(
    '{0} is turned off by a pattern in "disabled" of .hookbench/settings.json; edit it there.',
    name,
  )
}
