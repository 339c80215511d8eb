// Reads and edits a folder's `.hookbench/settings.json`: in the open document if there is one, else on disk. A file
// that cannot be read is never overwritten.

import { applyEdits, type Edit } from 'jsonc-parser'
import * as vscode from 'vscode'
import { isAbsent, readUtf8 } from '../../runtime/files/read.ts'

export type SettingsText = {
  readonly uri: vscode.Uri
  readonly text: string
  /** Applies the edits to the text and saves it. */
  write(edits: readonly Edit[]): Promise<void>
}

/** The current text, including unsaved changes; `{}` if the file does not exist. */
export async function settingsText(folder: vscode.WorkspaceFolder): Promise<SettingsText> {
  const uri = vscode.Uri.joinPath(folder.uri, '.hookbench', 'settings.json')
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString())
  if (open !== undefined && !open.isClosed) {
    const text = open.getText()
    return { uri, text, write: (edits) => edit(open, edits) }
  }
  const text = savedText(uri.fsPath)
  return {
    uri,
    text,
    async write(edits) {
      const { replaceFile } = await import('../../runtime/files/write.ts')
      // What another program has written meanwhile is kept.
      replaceFile(folder.uri.fsPath, uri.fsPath, applyEdits(text, [...edits]), () => {
        if (savedText(uri.fsPath) !== text) throw notSaved()
      })
    },
  }
}

function savedText(path: string): string {
  try {
    return readUtf8(path)
  } catch (error) {
    if (isAbsent(error)) return '{}\n'
    throw error
  }
}

async function edit(document: vscode.TextDocument, edits: readonly Edit[]): Promise<void> {
  const change = new vscode.WorkspaceEdit()
  for (const { offset, length, content } of edits) {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length))
    change.replace(document.uri, range, content)
  }
  // The runtime reads the file from disk, so it must be saved.
  if ((await vscode.workspace.applyEdit(change)) && (await document.save())) return
  throw notSaved()
}

function notSaved(): Error {
  return new Error(
    vscode.l10n.t('.hookbench/settings.json could not be saved, so nothing was turned on or off.'),
  )
}
