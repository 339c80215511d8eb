// The values of a debug configuration: each must be of the kind that launch.json's schema declares.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isRecordedReference, misfitIn, targetOf } from '../../client/debug/launch.ts'

const properties = Object.keys(
  (
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      contributes: { debuggers: { configurationAttributes: { launch: { properties: object } } }[] }
    }
  ).contributes.debuggers[0]?.configurationAttributes.launch.properties ?? {},
)

test('a value of the wrong kind is named, with what is expected instead', () => {
  const rows: readonly (readonly [Record<string, unknown>, string | undefined])[] = [
    [{}, undefined],
    [{ type: 'hookbench', request: 'launch', name: 'x', anything: 5 }, undefined],
    [{ hook: 'guard', event: 'before_tool_call', dialect: 'kodelet', cwd: '.' }, undefined],
    [{ chain: true, stopOnEntry: false, env: { A: '1' } }, undefined],
    [{ payload: 'a.json' }, undefined],
    [{ payload: {} }, undefined],
    [{ payload: { recording: 'latest', event: 1 } }, undefined],
    [{ hook: 5 }, 'hook: text'],
    [{ hook: null }, 'hook: text'],
    [{ event: [] }, 'event: text'],
    [{ chain: 'yes' }, 'chain: true or false'],
    [{ stopOnEntry: 1 }, 'stopOnEntry: true or false'],
    [{ env: { A: 1 } }, 'env: an object of strings'],
    [{ env: 'A=1' }, 'env: an object of strings'],
    [{ payload: 42 }, 'payload: a path or an object'],
    [{ payload: null }, 'payload: a path or an object'],
    [{ payload: [1] }, 'payload: a path or an object'],
  ]
  for (const [launch, expected] of rows) {
    const misfit = misfitIn(launch)
    assert.equal(misfit && `${misfit.field}: ${misfit.expected}`, expected, JSON.stringify(launch))
  }
})

test('all that launch.json completes is looked at', () => {
  for (const name of properties) assert.equal(misfitIn({ [name]: Number.NaN })?.field, name)
})

test('a payload of its own that looks like a recorded event in part is none', () => {
  assert.ok(isRecordedReference({ recording: 'latest', event: 'before_tool_call' }))
  assert.ok(!isRecordedReference({ recording: 'latest' }))
  assert.ok(!isRecordedReference({ recording: 'latest', event: 1, cwd: '/' }))
  assert.ok(!isRecordedReference(null))
})

const DEBUGGER = { host: '127.0.0.1', port: 5678 }
for (const [from, target, parentType, expected] of [
  ['a session of ours', DEBUGGER, 'hookbench', DEBUGGER],
  ['a session of ours by its socket', { socket: '/run/dap' }, 'hookbench', { socket: '/run/dap' }],
  ['launch.json', DEBUGGER, undefined, undefined],
  ['launch.json by a socket', { socket: '/run/dap' }, undefined, undefined],
  ['a session of another type', DEBUGGER, 'node', undefined],
  ['a hook that names another machine', { host: '192.0.2.1', port: 5678 }, 'hookbench', undefined],
] as const)
  test(`a debugger named by ${from} is ${expected === undefined ? 'not ' : ''}connected to`, () => {
    const parentSession = parentType === undefined ? undefined : { type: parentType }
    const session = { configuration: { hookbenchTarget: target }, parentSession } as unknown
    assert.deepEqual(targetOf(session as Parameters<typeof targetOf>[0]), expected)
  })
