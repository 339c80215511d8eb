// Chooses the editor column for a text: beside the result panel if that is active, so that the result stays visible;
// otherwise the active column.

import * as vscode from 'vscode'

/** View type of the result panel's tab; the editor adds a prefix to it. */
export const RESULT_VIEW = 'hookbench.result'

/** The column to open a text in now. */
export function textColumn(): vscode.ViewColumn {
  const { activeTab, viewColumn } = vscode.window.tabGroups.activeTabGroup
  const input = activeTab?.input
  const isResult = input instanceof vscode.TabInputWebview && input.viewType.endsWith(RESULT_VIEW)
  if (!isResult) return vscode.ViewColumn.Active
  return viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One
}
