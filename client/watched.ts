// Files that Hookbench keeps in a workspace, watched with the folder they lie in: a folder that comes, goes or is
// replaced as a whole (another branch, say) is told of by its own name, and the files in it are not told of at all.

import * as vscode from 'vscode'

/** What is written into a new folder may be written before the editor watches it. */
const AGAIN_MS = 1000

/** Hears of the files in every `.hookbench/<folder>`, as they come, change and go. */
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
