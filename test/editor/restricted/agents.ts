// Restricted Mode for agents and other extensions: calls are refused with a reason, and nothing is started.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import * as vscode from 'vscode'
import { consumer } from '../support/consumer.ts'
import { folder, marks, processes } from '../support/shop.ts'

suite('Restricted Mode for agents', () => {
  test('the exports refuse with a code', async () => {
    const { hookbench } = await consumer()
    const isRefused = (error: Error & { readonly code?: unknown }) =>
      error.code === 'restricted' && /Trust this workspace/.test(error.message)
    await assert.rejects(hookbench.list(), isRefused)
    await assert.rejects(hookbench.fire({ event: 'before_tool_call', payload: {} }), isRefused)
    await assert.rejects(hookbench.startSession(), isRefused)
    hookbench.onStep(() => assert.fail('nothing fires')).dispose()
  })

  test('the tools refuse, and no runtime is started', async () => {
    for (const name of ['hookbench_list', 'hookbench_replay']) {
      await assert.rejects(
        Promise.resolve(vscode.lm.invokeTool(name, { input: {}, toolInvocationToken: undefined })),
      )
    }
    assert.deepEqual(processes('serve', folder().uri.fsPath), [])
    assert.deepEqual(marks(), [])
  })
})
