// The runtime's life cycle: one process per folder, a new one when it dies, and none left behind.

import assert from 'node:assert/strict'
import { suite, suiteSetup, test } from 'mocha'
import * as vscode from 'vscode'
import { shot } from '../support/drive.ts'
import { eventually } from '../support/eventually.ts'
import { row, underTest } from '../support/extension.ts'
import { folder, processes } from '../support/shop.ts'

const own = () => processes('serve', folder().uri.fsPath)

suite('the runtime', () => {
  suiteSetup(async () => {
    const { context } = await underTest()
    await context.runtimes.ask(folder(), 'list', {})
  })

  test('is one process of the folder, however many requests arrive at once', async () => {
    const { context } = await underTest()
    await Promise.all(Array.from({ length: 10 }, () => context.runtimes.ask(folder(), 'list', {})))
    assert.deepEqual(own(), [context.runtimes.pid(folder())])
  })

  test('that is killed is started again, and its open requests are answered with a reason', async () => {
    const { context } = await underTest()
    const before = context.runtimes.pid(folder()) ?? 0
    const pending = context.runtimes.ask(folder(), 'stats', {})
    process.kill(before, 'SIGKILL')
    await assert.rejects(pending, /runtime was ended by SIGKILL/)
    const after = await eventually(() => {
      const pid = context.runtimes.pid(folder())
      assert.ok(pid !== undefined && pid !== before)
      return pid
    })
    await eventually(() => assert.deepEqual(own(), [after]))
    await eventually(() => row('hookbench.hooks', 'Kodelet', 'before_tool_call'))
  })

  test('that keeps dying is given up with a message, and Reload Hooks begins anew', async () => {
    const { context } = await underTest()
    const { runtimes } = context
    await eventually(async () => {
      const pid = runtimes.pid(folder())
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 100))
      assert.equal(runtimes.state(folder()), 'failed')
    }, 120_000)
    await assert.rejects(runtimes.ask(folder(), 'list', {}), /keeps stopping/)
    await shot('runtime-failed')
    await vscode.commands.executeCommand('notifications.clearAll')
    await vscode.commands.executeCommand('hookbench.reload')
    assert.equal(runtimes.state(folder()), 'running')
    assert.equal(own().length, 1)
  }).timeout(300_000)
})
