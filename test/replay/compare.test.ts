// Which outcomes count as the same, and how a difference is described.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'
import type { HookRun, Outcome } from '../../runtime/contract/outcome.ts'
import { compareOutcomes, type Difference, isAlike } from '../../runtime/replay/compare.ts'
import { outcomeOf } from './fake.ts'

const run: HookRun = {
  id: 'kodelet:workspace:a.py',
  name: 'a.py',
  source: 'workspace',
  path: 'a.py',
  status: 'returned',
  durationMs: 1,
}

// A change to an outcome, and the path that must be named; undefined if the outcomes count as the same.
const rows: readonly (readonly [string, Partial<Outcome>, Partial<Outcome>, string | undefined])[] = [
  ['nothing', {}, {}, undefined],
  ['time', { durationMs: 1 }, { durationMs: 2 }, undefined],
  ['notes', { notes: ['a'] }, { notes: [] }, undefined],
  [
    'output',
    { hooks: [{ ...run, stdout: 'a', stderr: 'b' }] },
    { hooks: [{ ...run, durationMs: 9 }] },
    undefined,
  ],
  ['the raw result', { hooks: [{ ...run, result: 1 }] }, { hooks: [{ ...run, result: 2 }] }, undefined],
  ['the path', { hooks: [run] }, { hooks: [{ ...run, path: '/abs/a.py' }] }, undefined],
  ['no verdict, empty verdict', { hooks: [run] }, { hooks: [{ ...run, verdict: {} }] }, undefined],
  ['field order', { payload: { a: 1, b: 2 } }, { payload: { b: 2, a: 1 } }, undefined],
  ['undefined fields', { payload: { a: 1, b: undefined } }, { payload: { a: 1 } }, undefined],
  ['decision', { decision: 'deny' }, {}, 'decision'],
  ['reason', { reason: 'a' }, { reason: 'b' }, 'reason'],
  ['by', { by: 'a' }, { by: 'b' }, 'by'],
  ['payload', { payload: { a: { b: [1, 2] } } }, { payload: { a: { b: [1, 3] } } }, 'payload.a.b.1'],
  ['answer', { answer: null }, {}, 'answer'],
  ['handled', { handled: true }, { handled: false }, 'handled'],
  ['error', { error: { message: 'a' } }, { error: { message: 'b' } }, 'error.message'],
  ['context', { context: ['a'] }, { context: [] }, 'context.0'],
  [
    'what the host does',
    { effect: { fired: true, hooks: [] } },
    { effect: { fired: true, hooks: [], person: ['a'] } },
    'effect.person',
  ],
  ['follow-ups', { followUps: [] }, { followUps: ['a'] }, 'followUps.0'],
  ['status', { hooks: [run] }, { hooks: [{ ...run, status: 'skipped' }] }, `hooks.${run.id}.status`],
  [
    'failure',
    { hooks: [{ ...run, failure: 'timeout' }] },
    { hooks: [{ ...run, failure: 'crashed' }] },
    `hooks.${run.id}.failure`,
  ],
  [
    'verdict',
    { hooks: [{ ...run, verdict: { notes: ['a'] } }] },
    { hooks: [{ ...run, verdict: { notes: ['b'] } }] },
    `hooks.${run.id}.verdict.notes.0`,
  ],
  ['a new hook', { hooks: [] }, { hooks: [run] }, `hooks.${run.id}`],
  ['a missing hook', { hooks: [run] }, { hooks: [] }, `hooks.${run.id}`],
]

test('same is equal in what counts, and only in that', () => {
  for (const [name, before, after, path] of rows) {
    const [one, two] = [outcomeOf(before), outcomeOf(after)]
    const { same, differences } = compareOutcomes(one, two)
    if (!same) assert.ok(!isAlike(one, two), `${name}: the cheap look agrees`)
    assert.ok(isAlike(one, structuredClone(one)), `${name}: the cheap look knows what is equal`)
    assert.equal(same, path === undefined, name)
    assert.deepEqual(
      differences.map((one) => one.path),
      path === undefined ? [] : [path],
      name,
    )
  }
})

/** An outcome at a host where two hooks deny: the effect quotes one of them; `order` is the order of finishing. */
const raced = (by: string, reason: string, order?: readonly string[], own = 'no'): Partial<Outcome> => ({
  decision: 'deny',
  by,
  reason,
  effect: {
    fired: true,
    hooks: [],
    ...defined({ order }),
    operation: { kind: 'tool', fate: 'blocked' },
    model: [{ text: reason, where: 'result', role: 'tool' }],
  },
  hooks: ['a', 'b'].map((id) => ({ ...run, id, verdict: { decision: 'deny', reason: `${id} says ${own}` } })),
})

test('who of several that ran at once finished first is no difference; what one of them says is', () => {
  const paths = (one: Partial<Outcome>, two: Partial<Outcome>) =>
    compareOutcomes(outcomeOf(one), outcomeOf(two)).differences.map(({ path }) => path)
  assert.deepEqual(paths(raced('a', 'a says no'), raced('b', 'b says no')), [])
  assert.deepEqual(paths(raced('a', 'a says no'), raced('a', 'a says no', undefined, 'never')), [
    'hooks.a.verdict.reason',
    'hooks.b.verdict.reason',
  ])
  const started = ['a', 'b']
  assert.deepEqual(paths(raced('a', 'a says no', started), raced('b', 'b says no', started)), [
    'reason',
    'by',
    'effect.model.0.text',
  ])
  const one = { ...raced('a', 'a says no'), hooks: [{ ...run, id: 'a' }] }
  const two = { ...raced('b', 'b says no'), hooks: [{ ...run, id: 'a' }] }
  assert.deepEqual(paths(one, two), ['reason', 'by', 'effect.model.0.text'])
})

test('a difference shows both sides, and says which side has nothing', () => {
  const differences = (before: object, after: object): readonly Difference[] =>
    compareOutcomes(outcomeOf({ payload: before }), outcomeOf({ payload: after })).differences
  assert.deepEqual(differences({ a: 1 }, { a: 2 }), [{ path: 'payload.a', recorded: 1, replayed: 2 }])
  assert.deepEqual(differences({ a: 1 }, {}), [{ path: 'payload.a', recorded: 1 }])
  assert.deepEqual(differences({}, { a: 2 }), [{ path: 'payload.a', replayed: 2 }])
})

test('a difference at, above or below a masked path says so', () => {
  const before = outcomeOf({ payload: { a: { token: 'xx' }, b: 1 } })
  const after = outcomeOf({ payload: { a: { token: 'yy' }, b: 2 } })
  const { differences } = compareOutcomes(before, after, { masked: ['payload.a.token'] })
  assert.deepEqual(
    differences.map(({ path, masked }) => [path, masked]),
    [
      ['payload.a.token', true],
      ['payload.b', undefined],
    ],
  )
  for (const at of ['payload.a', 'payload.a.token.deeper', 'payload']) {
    assert.equal(compareOutcomes(before, after, { masked: [at] }).differences[0]?.masked, true, at)
  }
  for (const at of ['payload.a.tok', 'a.token', 'payload.ab']) {
    assert.equal(compareOutcomes(before, after, { masked: [at] }).differences[0]?.masked, undefined, at)
  }
})

test('fields called `__proto__` or `constructor` compare like any other', () => {
  const parsed = (text: string) => outcomeOf({ payload: JSON.parse(text) })
  const paths = (one: string, two: string) =>
    compareOutcomes(parsed(one), parsed(two)).differences.map(({ path }) => path)
  assert.deepEqual(paths('{"__proto__":{"a":1}}', '{"__proto__":{"a":2}}'), ['payload.__proto__.a'])
  assert.deepEqual(paths('{"__proto__":{}}', '{}'), ['payload.__proto__'])
  assert.deepEqual(paths('{}', '{"constructor":1,"toString":2}'), ['payload.constructor', 'payload.toString'])
})

test('the stack of an error does not count, its message does', () => {
  const error = (message: string, stack: string) => ({
    name: 'Error',
    message,
    stack,
    cause: { message: 'c', stack },
  })
  const failed = (message: string, stack: string) =>
    outcomeOf({
      dialect: 'compilr',
      event: 'onError',
      error: error(message, stack),
      payload: { error: error(message, stack) },
      hooks: [{ ...run, verdict: { error: error(message, stack) } }],
    })
  assert.equal(compareOutcomes(failed('a', 'line 1'), failed('a', 'line 2')).same, true)
  assert.equal(compareOutcomes(failed('a', 'line 1'), failed('b', 'line 1')).same, false)
})

test('an event that never settled is compared by the hooks that were recorded', () => {
  const before = outcomeOf({ hooks: [run] })
  const after = outcomeOf({ decision: 'deny', hooks: [run, { ...run, id: 'later' }] })
  assert.equal(compareOutcomes(before, after, { settled: false }).same, true)
  assert.equal(compareOutcomes(before, after).same, false)
})
