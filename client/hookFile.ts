// Context keys for the active editor: whether it shows a hook, so that keys and menus appear only there.

import * as vscode from 'vscode'
import type { ClientContext } from './context.ts'
import { contracts } from './contracts.ts'
import { documentPatterns } from './documentPatterns.ts'
import { belongsTo } from './hooks/entries.ts'

/** Updates `hookbench.isHookFile`, and `hookbench.hasEntries` for a file of entries or a script that they run. */
export function registerHookFile({ hooks }: ClientContext): readonly vscode.Disposable[] {
  const look = async (editor = vscode.window.activeTextEditor) => {
    const is = editor !== undefined && (await isHookFile(editor.document))
    await vscode.commands.executeCommand('setContext', 'hookbench.isHookFile', is)
    await vscode.commands.executeCommand('setContext', 'hookbench.hasEntries', hasEntries(editor?.document))
  }
  void look()
  return [vscode.window.onDidChangeActiveTextEditor(look), hooks.onChange(() => look())]

  function hasEntries(document: vscode.TextDocument | undefined): boolean {
    if (document?.uri.scheme !== 'file') return false
    const path = document.uri.fsPath
    return hooks
      .known()
      .some((known) => known.hooks.some((hook) => hook.entry !== undefined && belongsTo(hook, path)))
  }

  async function isHookFile(document: vscode.TextDocument): Promise<boolean> {
    const { uri } = document
    if (uri.scheme !== 'file') return false
    if (hooks.known().some((known) => known.hooks.some((hook) => belongsTo(hook, uri.fsPath)))) return true
    const { all } = await contracts()
    return vscode.languages.match(hookPlaces(all), document) > 0
  }
}

function hookPlaces(all: Parameters<typeof documentPatterns>[0]): vscode.DocumentFilter[] {
  return documentPatterns(all, 'hooks').map((pattern) => ({ scheme: 'file', pattern }))
}
