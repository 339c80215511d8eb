// `npm run upstream`: how rows are read, counted and shown. That they agree is tested by test/upstream/rows.test.ts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRows } from '../../scripts/upstream/compare.ts'
import { readRows } from '../../scripts/upstream/rows.ts'
import { compareText } from '../../scripts/upstream.ts'

const row = (input: unknown, expected: unknown, system = 'kodelet') =>
  JSON.stringify({ system, input, expected })

test('lines that are no rows are named and passed over, blank ones are passed over', () => {
  const text = `\uFEFF${row(1, 2)}\n\n{"system":\n[]\n{"system":"kodelet"}\n{"input":1,"expected":2}\r\n${row(3, null)}`
  const { rows, unreadable } = readRows(text)
  assert.deepEqual(rows, [
    { system: 'kodelet', input: 1, expected: 2 },
    { system: 'kodelet', input: 3, expected: null },
  ])
  assert.deepEqual(
    unreadable.map((line) => line.replace(/: not JSON.*/, ': not JSON')),
    [
      'line 3: not JSON',
      'line 4: expected an object',
      'line 5: expected "input" and "expected"',
      'line 6: expected "system", the id of a system',
    ],
  )
})

test('rows agree, differ or are not predicted, by system, and what throws differs', async () => {
  const { rows } = readRows(
    [row(1, 1), row(2, 1), row('x', 1), row('throw', 1), row(1, 1, 'other')].join('\n'),
  )
  const predict = async (input: unknown) => {
    if (input === 'throw') throw new Error('boom')
    return typeof input === 'number' ? input : undefined
  }
  const comparison = await compareRows(rows, (system) => (system === 'kodelet' ? predict : undefined), 2)
  assert.deepEqual(comparison, {
    agree: 1,
    differ: 2,
    unpredicted: 2,
    systems: {
      kodelet: { agree: 1, differ: 2, unpredicted: 1 },
      other: { agree: 0, differ: 0, unpredicted: 1 },
    },
    differences: [
      { system: 'kodelet', input: 2, expected: 1, actual: 2 },
      { system: 'kodelet', input: 'throw', expected: 1, error: 'boom' },
    ],
  })
})

const unknown: readonly (readonly [system: string, input: unknown])[] = [
  ['nobody', {}],
  ...['kodelet', 'compilr', 'secureyeoman'].flatMap((system) =>
    [null, 5, 'x', [], {}, { event: 'x' }, { event: 5, hook: {} }].map((input) => [system, input] as const),
  ),
  ['kodelet', { event: 'no_such_event', hook: { stdout: '{}' } }],
  ['kodelet', { event: 'turn_end', hook: { stdout: 5 } }],
  ['kodelet', { event: 'turn_end', hook: { stdout: '', exit: -1 } }],
  ['kodelet', { event: 'turn_end', hook: { stdout: '', somethingElse: true } }],
  ['kodelet', { event: 'turn_end', hooks: [] }],
  ['kodelet', { event: 'turn_end', hooks: [{ stdout: '' }, 'x'] }],
  ['kodelet', { event: 'turn_end', after: 'whatever' }],
  ['kodelet', { event: 'any', plugin_dir: 'whatever' }],
  ['kodelet', { plugin_repo: { recipes: ['../../x'] } }],
  ['kodelet', { plugin_repo: 'x' }],
]

test('an input of no known kind is not predicted', async () => {
  const text = unknown.map(([system, input]) => row(input, 'never this', system)).join('\n')
  const { differences, unpredicted } = await compareText(`${text}\nno row`, () => {})
  assert.deepEqual(differences, [])
  assert.equal(unpredicted, unknown.length + 1)
})
