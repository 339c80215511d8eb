// The settings `hookbench.*` of the editor, typed. Package.json describes them; what hooks of a workspace may do is not
// here but in `.hookbench/settings.json`.

import * as vscode from 'vscode'

export type EditorSettings = {
  readonly 'replay.onSave': boolean
  readonly 'inlineValues.enabled': boolean
  readonly 'hooks.grouping': 'event' | 'file'
  readonly 'trust.offerEdits': boolean
  readonly 'languageServer.enabled': boolean
  readonly 'mcpServer.enabled': boolean
}

/** The value in force; package.json holds the default. */
export function setting<K extends keyof EditorSettings>(name: K): EditorSettings[K] {
  return vscode.workspace.getConfiguration('hookbench').get(name) as EditorSettings[K]
}

/** Sets it for the person. */
export async function setSetting<K extends keyof EditorSettings>(
  name: K,
  value: EditorSettings[K],
): Promise<void> {
  await vscode.workspace.getConfiguration('hookbench').update(name, value, vscode.ConfigurationTarget.Global)
}

/** Runs `then` whenever one of these changes. */
export function onSetting(names: readonly (keyof EditorSettings)[], then: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (names.some((name) => change.affectsConfiguration(`hookbench.${name}`))) then()
  })
}
