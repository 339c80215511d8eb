// The order within one session: jobs run one after the other, and the effect of aborting a waiting one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQueue } from '../../runtime/workspace/queue.ts'

test('jobs of one key run one after the other, those of another key beside them', async () => {
  const queue = openQueue()
  const log: string[] = []
  const job = (name: string, gate?: Promise<void>) => async () => {
    log.push(`${name} begins`)
    await gate
    log.push(`${name} ends`)
  }
  const gate = Promise.withResolvers<void>()
  const all = [queue('k', job('a', gate.promise)), queue('k', job('b')), queue('other', job('c'))]
  await all[2]
  assert.deepEqual(log, ['a begins', 'c begins', 'c ends'])
  gate.resolve()
  await Promise.all(all)
  assert.deepEqual(log.slice(3), ['a ends', 'b begins', 'b ends'])
})

test('a waiting job whose signal is aborted runs at once, and the next still waits for the first', async () => {
  const queue = openQueue()
  const first = Promise.withResolvers<string>()
  const stop = new AbortController()
  const log: string[] = []
  void queue('k', () => first.promise)
  const second = queue('k', async () => (stop.signal.aborted ? 'aborted' : 'ran'), stop.signal)
  const third = queue('k', async () => {
    log.push('third')
    return 'third'
  })
  stop.abort()
  assert.equal(await second, 'aborted')
  assert.deepEqual(log, [])
  first.resolve('first')
  assert.equal(await third, 'third')
})

test('a job that fails does not block the others', async () => {
  const queue = openQueue()
  const failing = queue('k', async () => {
    throw new Error('no')
  })
  const next = queue('k', async () => 'next')
  await assert.rejects(async () => failing, /no/)
  assert.equal(await next, 'next')
})
