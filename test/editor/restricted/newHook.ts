// *New Hook…* in Restricted Mode: the file is written and opened at its body, and no runtime is used.

import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { eventually } from '../support/eventually.ts'
import { file, folder, processes } from '../support/shop.ts'

suite('a new hook in Restricted Mode', () => {
  test('is written where its agent looks for it, can be run later, and is not run', async () => {
    const uri = file('.kodelet/hooks/my_before_tool_call')
    let path: unknown
    // Two of the four questions are answered by the arguments; the other two by their first choice.
    const command = vscode.commands
      .executeCommand('hookbench.newHook', { dialect: 'kodelet', event: 'before_tool_call' })
      .then((answer) => {
        path = answer
      })
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem')
      assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, uri.fsPath)
    })
    await command
    assert.equal(path, uri.fsPath)
    assert.equal(statSync(uri.fsPath).mode & 0o111, 0o111)
    const editor = vscode.window.activeTextEditor as vscode.TextEditor
    const line = editor.document.lineAt(editor.selection.active.line)
    assert.equal(line.text.trim(), 'tool_name = payload["tool_name"]')
    assert.deepEqual(processes('serve', folder().uri.fsPath), [])
    await vscode.workspace.fs.delete(uri)
  })
})
