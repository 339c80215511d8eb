// Handlers of this process: called with the payload itself, answered without delay.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Handler } from '../../runtime/contract/hook.ts'
import { openInProcess } from '../../runtime/executors/inProcess.ts'
import { type Ask, ask, failureOf, hookAt, resultOf } from './moduleCalls.ts'

const executor = openInProcess()
let count = 0

function run(handler: (payload: never, context: { signal: AbortSignal }) => unknown, options: Ask = {}) {
  return ask(
    executor,
    hookAt(`handler${count++}`, { runner: 'in-process', handler: handler as Handler }),
    options,
  )
}

test('the payload is passed by reference, and the result comes back as it is', async () => {
  const payload = { nested: {} }
  for (const handler of [(given: object) => given, async (given: object) => given]) {
    assert.equal(resultOf(await run(handler, { payload })), payload)
  }
  assert.deepEqual((await run(() => undefined)).attempt, { kind: 'returned', result: undefined })
})

test('a handler that throws or rejects has crashed', async () => {
  const boom = () => {
    throw new TypeError('boom')
  }
  for (const handler of [boom, async () => boom()]) {
    const failure = failureOf(await run(handler))
    assert.deepEqual([failure.reason, failure.message], ['crashed', 'TypeError: boom'])
    assert.match(failure.raw?.stderr ?? '', /inProcess\.test\.ts/)
  }
  assert.match(
    failureOf(await run(() => Promise.reject('words'))).message,
    /^threw words, which is no Error$/,
  )
  assert.match(failureOf(await ask(executor, 'answers.ts')).message, /brings no handler/)
})

test('a cancelled call is answered at once, and its signal is aborted', async () => {
  let aborted = false
  const asked = await run(
    (_payload, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          aborted = true
        })
      }),
    { timeoutMs: 20 },
  )
  assert.deepEqual(asked.attempt, {
    kind: 'failed',
    reason: 'timeout',
    message: 'did not answer within 20 ms',
  })
  assert.equal(aborted, true)
})

test('the signal of a dialect that has it in a field is there, and in no copy', async () => {
  const payload = { metadata: { a: 1 } }
  const { attempt } = await run(
    (context: { signal: AbortSignal; metadata: Record<string, unknown> }) => {
      context.metadata.signal = context.signal instanceof AbortSignal
      return { input: { ...context } }
    },
    { dialect: 'compilr', event: 'beforeTool', payload },
  )
  const metadata = { a: 1, signal: true }
  assert.deepEqual(attempt, { kind: 'returned', result: { input: { metadata } }, carried: { metadata } })
})

test('closing answers what is in flight as aborted', async () => {
  const closing = openInProcess()
  const hook = hookAt('hangs', { runner: 'in-process', handler: () => new Promise(() => {}) })
  const asked = ask(closing, hook)
  await closing.close()
  assert.equal(failureOf(await asked).reason, 'aborted')
  assert.equal(failureOf(await ask(closing, hook)).reason, 'aborted')
})
