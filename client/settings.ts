// Typed access to the editor's settings `hookbench.*`, described in package.json. What hooks of a workspace may do is
// configured in `.hookbench/settings.json` instead.

import * as vscode from 'vscode'

export type EditorSettings = {
  readonly 'replay.onSave': boolean
  readonly 'inlineValues.enabled': boolean
  readonly 'hooks.grouping': 'event' | 'file'
  readonly 'trust.offerEdits': boolean
  readonly 'languageServer.enabled': boolean
  readonly 'mcpServer.enabled': boolean
}

/** The effective value; the default is in package.json. */
export function setting<K extends keyof EditorSettings>(name: K): EditorSettings[K] {
  return vscode.workspace.getConfiguration('hookbench').get(name) as EditorSettings[K]
}

/** Writes the setting at user level. */
export async function setSetting<K extends keyof EditorSettings>(
  name: K,
  value: EditorSettings[K],
): Promise<void> {
  await vscode.workspace.getConfiguration('hookbench').update(name, value, vscode.ConfigurationTarget.Global)
}

/** Calls `then` whenever one of the settings changes. */
export function onSetting(names: readonly (keyof EditorSettings)[], then: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (names.some((name) => change.affectsConfiguration(`hookbench.${name}`))) then()
  })
}
