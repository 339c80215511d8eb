// Writes a new hook and opens it with the cursor in the handler's body. Runs nothing, so it works in Restricted Mode.

import * as vscode from 'vscode'
import { template } from '../../runtime/contract/templates.ts'
import { writeNewHook } from '../../runtime/files/newHook.ts'
import { bodyOffset } from './body.ts'
import type { NewHookAnswers } from './questions.ts'

/** Writes the hook and returns its path. */
export async function writeHook(
  root: string,
  { dialect, event, language, name }: NewHookAnswers,
): Promise<string> {
  const { path } = await writeNewHook(root, template(dialect, event, language, name))
  return path
}

/** Opens the hook with the cursor at the first statement of its handler. */
export async function openAtBody(path: string): Promise<void> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false })
  const position = editor.document.positionAt(bodyOffset(editor.document.getText()))
  editor.selection = new vscode.Selection(position, position)
  editor.revealRange(
    new vscode.Range(position, position),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  )
}
