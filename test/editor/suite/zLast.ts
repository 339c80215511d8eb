// Shutdown: stopping the runtimes leaves no process behind, and later requests are rejected. Runs last, because nothing
// works afterwards.

import assert from 'node:assert/strict'
import { suite, test } from 'mocha'
import { underTest } from '../support/extension.ts'
import { folder, processes } from '../support/shop.ts'

suite('the end', () => {
  test('leaves no process behind', async () => {
    const { context } = await underTest()
    await context.runtimes.ask(folder(), 'list', {})
    assert.equal(processes('serve', folder().uri.fsPath).length, 1)
    await context.runtimes.stop()
    assert.deepEqual(processes('serve', folder().uri.fsPath), [])
    await assert.rejects(context.runtimes.ask(folder(), 'list', {}), /closing/)
  })
})
