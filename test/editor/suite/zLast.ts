// The end: what was started is gone when the extension is. Stands last, because nothing works after it.

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
