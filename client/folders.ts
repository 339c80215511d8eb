// Which open folder is meant, where a command does not say.

import * as vscode from 'vscode'
import { Prerequisite } from './failures.ts'

/** The folder a file stands in. */
export function folderOf(path: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))
}

/** Whether a value is a folder that is open. */
export function isFolder(value: unknown): value is vscode.WorkspaceFolder {
  return vscode.workspace.workspaceFolders?.some((folder) => folder === value) === true
}

/** All open folders; throws where there is none. */
export function everyFolder(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? []
  if (folders.length === 0) throw noFolder()
  return folders
}

/** The folder of the editor that is in front, the only one there is, or the one a person chooses. */
export async function wantedFolder(): Promise<vscode.WorkspaceFolder> {
  const folders = vscode.workspace.workspaceFolders ?? []
  const uri = vscode.window.activeTextEditor?.document.uri
  const active = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri)
  if (active !== undefined) return active
  const [only] = folders
  if (only === undefined) throw noFolder()
  if (folders.length === 1) return only
  const chosen = await vscode.window.showWorkspaceFolderPick()
  if (chosen === undefined) throw new vscode.CancellationError()
  return chosen
}

/** What has to be done before anything else. */
export function noFolder(): Prerequisite {
  const message = vscode.l10n.t('Hooks belong to a workspace. Open the folder that your agent works in.')
  return new Prerequisite(message, vscode.l10n.t('Open Folder…'), 'vscode.openFolder')
}
