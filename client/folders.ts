// Chooses the open folder for a command that does not name one.

import * as vscode from 'vscode'
import { Prerequisite } from './failures.ts'

/** The open folder that contains a file. */
export function folderOf(path: string): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))
}

/** Whether a value is one of the open folders. */
export function isFolder(value: unknown): value is vscode.WorkspaceFolder {
  return vscode.workspace.workspaceFolders?.some((folder) => folder === value) === true
}

/** All open folders; throws if none is open. */
export function everyFolder(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? []
  if (folders.length === 0) throw noFolder()
  return folders
}

/** The folder of the active editor, else the only open folder, else the one the user picks. */
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

/** The error to throw if no folder is open, with a button that opens one. */
export function noFolder(): Prerequisite {
  const message = vscode.l10n.t('Hooks belong to a workspace. Open the folder that your agent works in.')
  return new Prerequisite(message, vscode.l10n.t('Open Folder…'), 'vscode.openFolder')
}
