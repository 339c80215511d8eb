// Restricted Mode: files are checked and completed, and nothing in the workspace is run.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { rows, underTest } from '../support/extension.ts'
import { file, folder, marks, open, processes } from '../support/shop.ts'

suite('Restricted Mode', () => {
  test('is what the workspace is in, and the extension is there', async () => {
    assert.equal(vscode.workspace.isTrusted, false)
    await underTest()
  })

  test('hooks are checked', async () => {
    const uri = file('extensions/_95_typo.ts')
    await vscode.workspace.fs.writeFile(
      uri,
      Buffer.from('export default { name: "typo", hooks: { befor_llm_call: (ctx: object) => ctx } }\n'),
    )
    await vscode.window.showTextDocument(uri)
    await eventually(() => {
      const codes = vscode.languages
        .getDiagnostics(uri)
        .map(({ code }) => (typeof code === 'object' ? code.value : code))
      assert.ok(codes.includes('event.unknown'), codes.join())
    })
  })

  test('the lens of a hook that waits says what lets it run here, and nothing to type', async () => {
    await open('.kodelet/hooks/marks')
    const commands = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file('.kodelet/hooks/marks'),
        50,
      )
      assert.ok(found.length > 0, 'there are no lenses')
      return found.map(({ command }) => command)
    })
    const titles = commands.map((one) => one?.title ?? '').join('\n')
    assert.doesNotMatch(titles, /hookbench trust|Replay/)
    assert.match(titles, /Restricted Mode: trust this folder to run hooks/)
    assert.ok(commands.some((one) => one?.command === 'workbench.trust.manage'))
  })

  test('no view and no command runs a hook or starts a runtime', async () => {
    await vscode.commands.executeCommand('hookbench.hooks.focus')
    await vscode.commands.executeCommand('hookbench.recordings.focus')
    assert.deepEqual(await rows('hookbench.hooks'), [])
    assert.deepEqual(await rows('hookbench.recordings'), [])
    await open('.kodelet/hooks/marks')
    for (const command of ['replay', 'replayAgain', 'reload', 'recordOn', 'trustFolder', 'editPayload']) {
      // Refused with a message that is never closed, so it is not awaited.
      void vscode.commands.executeCommand(`hookbench.${command}`)
    }
    const { context } = await underTest()
    await assert.rejects(context.runtimes.ask(folder(), 'list', {}), /Restricted Mode/)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    assert.deepEqual(processes('serve', folder().uri.fsPath), [])
    assert.deepEqual(marks(), [])
    await shot('restricted')
  })
})
