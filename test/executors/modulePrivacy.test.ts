// What a module hook can send and reach besides its answer: nothing that passes for another hook's message or harms the
// host.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { understood } from '../../runtime/executors/module/messages.ts'
import { ask, bytesOf, hookAt, open, resultOf } from './moduleCalls.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookbench-privacy-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function hookOf(name: string, text: string): Hook {
  const path = join(folder, name)
  writeFileSync(path, text)
  return hookAt(path)
}

const posts: readonly { says: string; posted: string }[] = [
  { says: 'nothing', posted: 'null' },
  { says: 'an answer for every call', posted: '...[1, 2, 3, 4, 5].map((id) => [id, { forged: true }])' },
  { says: 'a failure without a reason', posted: '...[1, 2, 3, 4, 5].map((id) => ({ kind: "failed", id }))' },
  { says: 'that it exits', posted: '{ kind: "exit", id: 2, code: "1" }' },
  { says: 'an unknown word', posted: '{ kind: "nonsense" }' },
]

for (const { says, posted } of posts) {
  test(`a hook that posts ${says} to its parent reaches no listener`, async () => {
    const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
    const waiting = ask(modules, 'waits.mjs', { payload: { waitMs: 150 } })
    const poster = hookOf(
      `posts ${says}.mjs`,
      `import { parentPort } from 'node:worker_threads'
      export const tool_execute_before = () => {
        for (const message of [${posted}]) parentPort?.postMessage(message)
        return { by: 'the poster' }
      }`,
    )
    assert.equal(resultOf(await ask(modules, poster)).by, 'the poster')
    const reply = await waiting
    assert.equal(resultOf(reply).by, 'the patient one')
    assert.equal(reply.attempt.rerun, undefined)
    assert.equal(modules.workerCount(), 1)
    await modules.close()
  })
}

test('a hook that closes its parent port disturbs no call, its own included', async () => {
  const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
  const waiting = ask(modules, 'waits.mjs', { payload: { waitMs: 200 } })
  const closer = hookOf(
    'closes.mjs',
    `import { parentPort } from 'node:worker_threads'
    parentPort.close()
    export const tool_execute_before = () => ({ by: 'the closer' })`,
  )
  assert.equal(resultOf(await ask(modules, closer)).by, 'the closer')
  const reply = await waiting
  assert.equal(resultOf(reply).by, 'the patient one')
  assert.equal(reply.attempt.rerun, undefined)
  assert.equal(resultOf(await ask(modules, closer)).by, 'the closer')
  await modules.close()
})

test('the line to the parent is nowhere a hook can look', async () => {
  const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
  const looker = hookOf(
    'looks.mjs',
    `import threads, { MessagePort, workerData } from 'node:worker_threads'
    import { AsyncLocalStorage, createHook, executionAsyncResource } from 'node:async_hooks'
    import { createRequire } from 'node:module'
    const seen = []
    for (let from = MessagePort.prototype; from !== Object.prototype; from = Object.getPrototypeOf(from)) watch(from)
    watch(AsyncLocalStorage.prototype)
    function watch(methods) {
      for (const key of Reflect.ownKeys(methods)) {
        const { value, configurable } = Object.getOwnPropertyDescriptor(methods, key)
        if (typeof value !== 'function' || key === 'constructor' || !configurable) continue
        Object.defineProperty(methods, key, {
          value(...args) {
            seen.push(this)
            return Reflect.apply(value, this, args)
          },
        })
      }
    }
    createHook({ before() { if (executionAsyncResource() instanceof MessagePort) seen.push('resource') } }).enable()
    export const tool_execute_before = () => ({
      datas: [workerData, threads.workerData, createRequire(import.meta.url)('worker_threads').workerData].map(String),
      handles: process._getActiveHandles().filter((handle) => handle instanceof MessagePort).length,
      seen: seen.length,
    })`,
  )
  const nothing = { datas: ['undefined', 'undefined', 'undefined'], handles: 0, seen: 0 }
  for (let call = 0; call < 2; call++) assert.deepEqual(resultOf(await ask(modules, looker)), nothing)
  await modules.close()
})

test('what a worker says is understood only if it is whole', () => {
  const failed = { kind: 'failed', id: 1, reason: 'crashed', message: 'why', stack: '' }
  const whole = [[1, undefined], failed, { kind: 'exit', id: 0, code: '' }, { kind: 'stray', message: '' }]
  for (const message of whole) assert.equal(understood(message), message)
  const { reason, ...bare } = failed
  const broken = [null, undefined, 1, 'text', [], ['1'], {}, { kind: 1 }, { kind: 'toString' }, bare]
  for (const message of broken) assert.equal(understood(message), undefined, JSON.stringify(message))
})
