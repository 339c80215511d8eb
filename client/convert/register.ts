// The *Convert to…* command: converts the hook entries of a configuration file, or the answers of a script that entries
// run, for another agent.

import * as vscode from 'vscode'
import { readArgument } from '../commandArgument.ts'
import type { ClientContext } from '../context.ts'
import { command } from '../failures.ts'
import { folderOf } from '../folders.ts'
import { openDocuments } from '../replay/documents.ts'

/** Registers the command. */
export function registerConvert(context: ClientContext): readonly vscode.Disposable[] {
  const documents = openDocuments('hookbench-converted')
  return [documents, command('hookbench.convert', context.log, convert)]

  async function convert(given?: unknown): Promise<void> {
    const { hook, path = hook?.hook.path ?? activePath() } = readArgument(given)
    const folder = path === undefined ? undefined : folderOf(path)
    if (path === undefined || folder === undefined)
      throw new Error(vscode.l10n.t('Open a configuration file of an agent first, or a script that it runs.'))
    const [{ chooseConversion }, { showConversion }] = await Promise.all([
      import('./chooseConversion.ts'),
      import('./convert.ts'),
    ])
    await showConversion(context, documents, await chooseConversion(context, folder, path))
  }
}

function activePath(): string | undefined {
  const document = vscode.window.activeTextEditor?.document
  return document?.uri.scheme === 'file' ? document.uri.fsPath : undefined
}
