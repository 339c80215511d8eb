// Accepting an outcome writes only what differs; differences and first lines are shown unchanged.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences } from '../../client/debug/consoleLines.ts'
import { entryLine } from '../../client/debug/entryLine.ts'
import type { CaseResultMessage } from '../../client/protocol.ts'
import { accepted, caseOf, differenceLine, readCase } from '../../client/testing/caseText.ts'

const outcome = (more: object) =>
  ({ hooks: [], ...more }) as unknown as NonNullable<CaseResultMessage['outcome']>
const result = (differences: CaseResultMessage['differences'], more: object = {}): CaseResultMessage => ({
  name: 'n',
  status: 'failed',
  durationMs: 1,
  differences,
  outcome: outcome(more),
})

for (const [what, before, found, after] of [
  [
    'a reason',
    '{ "v": 1, "expect": { "decision": "deny",   "reason": "a" } }',
    result([{ path: 'reason', recorded: 'a', replayed: 'b' }]),
    '{ "v": 1, "expect": { "decision": "deny",   "reason": "b" } }',
  ],
  [
    'a field whose name holds a dot',
    '{ "expect": { "payload": { "a.b": 1, "a": { "b": 2 } } } }',
    result([{ path: 'payload.a.b', recorded: 1, replayed: 3 }]),
    '{ "expect": { "payload": { "a.b": 3, "a": { "b": 2 } } } }',
  ],
  [
    'no matcher where there is a value now',
    '{\n  "expect": { "reason":  "a" },\n  "matchers": {\n    "reason": {},\n    "payload.at": {}\n  }\n}',
    result([{ path: 'reason', recorded: 'a', replayed: 'b' }]),
    '{\n  "expect": { "reason":  "b" },\n  "matchers": {\n    "payload.at": {}\n  }\n}',
  ],
  [
    'no reason where another thing changed',
    '{ "expect": { "payload": { "a": 1 } } }',
    result([{ path: 'payload.a', recorded: 1, replayed: 2 }], { reason: 'as before' }),
    '{ "expect": { "payload": { "a": 2 } } }',
  ],
  [
    'lines that end as the others do',
    '{\r\n  "expect": {\r\n    "decision": "pass"\r\n  }\r\n}',
    result([{ path: 'reason', replayed: 'b' }]),
    '{\r\n  "expect": {\r\n    "decision": "pass",\r\n    "reason": "b"\r\n  }\r\n}',
  ],
] as const) {
  test(`accepting writes ${what} and leaves the rest as it stands`, () => {
    assert.equal(accepted(before, found), after)
  })
}

test('accepting takes away the places of a list that are gone', () => {
  const text = '{ "expect": { "context": [1, 2, 3] } }'
  const found = result([
    { path: 'context.1', recorded: 2 },
    { path: 'context.2', recorded: 3 },
  ])
  assert.deepEqual(JSON.parse(accepted(text, found)), { expect: { context: [1] } })
})

test('a case that now decides says why, and one without an outcome stays', () => {
  const text = '{ "expect": { "decision": "pass" } }'
  const denied = result([{ path: 'decision', recorded: 'pass', replayed: 'deny' }], { reason: 'no' })
  assert.deepEqual(JSON.parse(accepted(text, denied)), { expect: { decision: 'deny', reason: 'no' } })
  assert.equal(accepted(text, { name: 'n', status: 'failed', durationMs: 1, differences: [] }), text)
})

test('a text that is no case is none', () => {
  const whole = { v: 1, name: 'x', dialect: 'kodelet', event: 'turn_end', expect: {} }
  assert.equal(readCase(JSON.stringify(whole))?.name, 'x')
  for (const text of ['', '[]', '{', ...['v', 'name', 'dialect', 'event', 'expect'].map(without)])
    assert.equal(readCase(text), undefined, text)

  function without(key: string): string {
    return JSON.stringify({ ...whole, [key]: undefined })
  }
})

test('a case without a name is a payload for a hook, and is not listed among the tests', () => {
  const value = { v: 1, dialect: 'kodelet', event: 'turn_end', payload: { a: 1 }, expect: {} }
  assert.deepEqual(caseOf(value), { ...pick(value), name: undefined, hook: undefined })
  assert.deepEqual(caseOf({ ...value, hook: 'guard' })?.hook, 'guard')
  assert.equal(readCase(JSON.stringify(value)), undefined)
  for (const other of [null, 1, [], { ...value, v: 2 }, { ...value, expect: null }, { ...value, event: 1 }])
    assert.equal(caseOf(other), undefined, JSON.stringify(other))

  function pick({ dialect, event, payload }: typeof value): object {
    return { dialect, event, payload }
  }
})

test('a difference of a masked value is marked', () => {
  const difference = { path: 'reason', recorded: 'a', replayed: 'b' }
  assert.equal(differenceLine(difference), 'reason: expected "a", got "b"')
  assert.equal(differenceLine({ ...difference, masked: true }), 'reason: expected "a", got "b" (masked)')
})

test('differences say what came, went and changed', () => {
  assert.deepEqual(differences({ a: 1, b: 2 }, { a: 3, c: 4 }), ['  ~ a: 1 → 3', '  - b: 2', '  + c: 4'])
  assert.deepEqual(differences({ a: 1 }, { a: 1 }), [])
})

test('a hook begins where its author’s code does', () => {
  assert.equal(entryLine('#!/usr/bin/env python3\n"""Says.\n\nMore.\n"""\nimport json\n', 0, false), 5)
  assert.equal(entryLine('#!/usr/bin/env node\n// Says.\nconst a = 1\n', 0, false), 2)
  assert.equal(
    entryLine('import os\nclass A:\n  def handle(self, c):\n    """Says."""\n    return 1\n', 1, true),
    4,
  )
  assert.equal(entryLine('export default {\n  f(ctx) {\n', 1, true), 1)
})
