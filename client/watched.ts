// Watches Hookbench's files in a workspace together with their folders: if a folder is created, deleted or replaced as
// a whole (by switching branches, for example), the editor reports only the folder, not the files in it.

import * as vscode from 'vscode'

/**
 * Delay in milliseconds before the second notification: files may be written to a new folder before the editor watches
 * it.
 */
const AGAIN_MS = 1000

/** Reports created, changed and deleted files in every `.hookbench/<folder>`. */
export function watchFiles(
  folder: string,
  files: string,
  hear: (uri: vscode.Uri) => void,
): vscode.Disposable {
  let later: NodeJS.Timeout | undefined
  const twice = (uri: vscode.Uri) => {
    hear(uri)
    clearTimeout(later)
    later = setTimeout(hear, AGAIN_MS, uri)
  }
  const watches = [
    watch(`**/.hookbench/${folder}/${files}`, hear),
    watch(`**/{.hookbench,.hookbench/${folder}}`, twice),
  ]
  return {
    dispose() {
      clearTimeout(later)
      for (const one of watches) one.dispose()
    },
  }
}

function watch(pattern: string, hear: (uri: vscode.Uri) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(pattern)
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(hear),
    watcher.onDidChange(hear),
    watcher.onDidDelete(hear),
  )
}
