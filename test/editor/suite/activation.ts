// The extension activates by itself in folders with hooks, quickly, and starts no process until one is needed.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { eventually } from '../support/eventually.ts'
import { underTest } from '../support/extension.ts'
import { folder, processes } from '../support/shop.ts'

suite('activation', () => {
  test('the extension is active in a folder with hooks without a command', async () => {
    const { activationMs } = await underTest()
    // The budget is 50 ms, which `npm run bench` checks; the margin is for the load on the test machine.
    assert.ok(activationMs < 250, `it took ${activationMs} ms`)
  })

  test('no runtime is started before the first request', async () => {
    const { context } = await underTest()
    assert.equal(context.runtimes.state(folder()), 'off')
    assert.deepEqual(processes('serve', folder().uri.fsPath), [])
  })

  test('the language server comes up by itself and checks what is open', async () => {
    await vscode.workspace.openTextDocument(
      vscode.Uri.joinPath(folder().uri, 'extensions/_10_log_all_llm_calls.ts'),
    )
    const lenses = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        vscode.Uri.joinPath(folder().uri, 'extensions/_10_log_all_llm_calls.ts'),
      )
      assert.ok(found.length > 0, 'there are no lenses yet')
      return found
    })
    assert.ok(lenses.some(({ command }) => command?.command === 'hookbench.replay'))
  })

  test('every command of the manifest is there', async () => {
    const { extension } = await underTest()
    const declared = (extension.packageJSON as { contributes: { commands: { command: string }[] } })
      .contributes.commands
    const known = new Set(await vscode.commands.getCommands(true))
    const missing = declared.map(({ command }) => command).filter((command) => !known.has(command))
    assert.deepEqual(missing, [])
  })

  test('every text of the manifest is found, as deep as it stands', async () => {
    const { extension } = await underTest()
    const { contributes } = extension.packageJSON as { contributes: { debuggers: unknown } }
    assert.match(JSON.stringify(contributes.debuggers), /"name":"\$\{1:Debug hook\}"/)
    assert.deepEqual(JSON.stringify(contributes).match(/"%[^"]+%"/g) ?? [], [])
  })
})
