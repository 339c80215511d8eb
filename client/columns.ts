// The column that a text is opened in: another than that of the result panel where the panel is in front, so that a
// result stays in sight beside what was opened from it; else that of the text in front.

import * as vscode from 'vscode'

/** What the result panel is called among tabs; the editor puts a word of its own before it. */
export const RESULT_VIEW = 'hookbench.result'

/** Where to open a text now. */
export function textColumn(): vscode.ViewColumn {
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup
  const input = activeTab?.input
  const isResult = input instanceof vscode.TabInputWebview && input.viewType.endsWith(RESULT_VIEW)
  if (!isResult) return vscode.ViewColumn.Active
  return viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One
}
