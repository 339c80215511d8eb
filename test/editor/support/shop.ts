// The workspace that the suites open: the examples and the fixture hooks, trusted, with one recorded session.

import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as vscode from 'vscode'

/** The open folder. */
export function folder(): vscode.WorkspaceFolder {
  const [first] = vscode.workspace.workspaceFolders ?? []
  if (first === undefined) throw new Error('no folder is open')
  return first
}

/** A file in the open folder. */
export function file(path: string): vscode.Uri {
  return vscode.Uri.joinPath(folder().uri, path)
}

/** Shows a file in an editor. */
export async function open(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(file(path))
}

/** The lines that the fixture hooks wrote whenever they were started, called or loaded. */
export function marks(): readonly string[] {
  const path = join(homedir(), 'marks.log')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

/** The pids of processes with all of these words in their command line. */
export function processes(...words: readonly string[]): readonly number[] {
  const { readdirSync } = process.getBuiltinModule('node:fs')
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      return words.every((word) => line.includes(word)) ? [Number(name)] : []
    } catch {
      // The process has ended.
      return []
    }
  })
}

/** The two sides of the active diff editor; undefined if the active editor is not one. */
export function diffInFront():
  | { readonly label: string; readonly left: vscode.Uri; readonly right: vscode.Uri }
  | undefined {
  const tab = vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input, isActive }) => isActive && input instanceof vscode.TabInputTextDiff)
  if (!(tab?.input instanceof vscode.TabInputTextDiff)) return undefined
  return { label: tab.label, left: tab.input.original, right: tab.input.modified }
}

/** The JSON shown by one of our documents. */
export async function shown(uri: vscode.Uri): Promise<Record<string, unknown>> {
  return JSON.parse((await vscode.workspace.openTextDocument(uri)).getText()) as Record<string, unknown>
}
