// Two sessions side by side: how events are paired, how the differing ones are described, and what is ignored.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RecordedEventMessage } from '../../client/protocol.ts'
import { aligned } from '../../client/recordings/compare/align.ts'
import { compareSessions } from '../../client/recordings/compare/sessions.ts'
import type { Row, Table } from '../../client/result/messages.ts'
import { placeIn, sessionsPage } from '../../client/result/sessions.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { processorMs } from '../support/processorTime.ts'
import { fc } from '../support/property.ts'

const alone = (keys: string) => [...keys].map((key) => [key])

for (const [left, right, pairs] of [
  ['', '', []],
  ['abc', 'abc', ['aa', 'bb', 'cc']],
  ['abc', 'ac', ['aa', 'b-', 'cc']],
  ['ac', 'abc', ['aa', '-b', 'cc']],
  ['abab', 'bab', ['a-', 'bb', 'aa', 'bb']],
  ['abc', 'xyz', ['a-', 'b-', 'c-', '-x', '-y', '-z']],
] as const) {
  test(`"${left}" beside "${right}"`, () => {
    const rows = aligned(alone(left), alone(right)).map(
      (pair) => (left[pair.left ?? -1] ?? '-') + (right[pair.right ?? -1] ?? '-'),
    )
    assert.deepEqual(rows, pairs)
  })
}

test('whatever two sessions are, each event stands in one pair, in its order, and a pair shares its last key', () => {
  const keys = fc.array(
    fc
      .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('A', 'B'))
      .map(([one, two]) => [two + one, two]),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(keys, keys, (left, right) => {
      const found = aligned(left, right)
      for (const [side, all] of [
        ['left', left],
        ['right', right],
      ] as const) {
        const places = found.flatMap((pair) => pair[side] ?? [])
        assert.deepEqual(
          places,
          all.map((_, at) => at),
        )
      }
      for (const { left: one, right: two } of found) {
        if (one !== undefined && two !== undefined) assert.equal(left[one]?.[1], right[two]?.[1])
      }
    }),
  )
})

test('ten thousand events beside as many are paired in no time', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => [`e${at % 7}.${at % 1000}`, `e${at % 7}`])
  const took = processorMs(() => {
    const found = aligned(many, [['new', 'new'], ...many.toSpliced(5000, 20)])
    assert.ok(found.length <= 10_001, `${found.length}`)
  })
  assert.ok(took < 2000, `${took} ms`)
})

const run = (name: string, rest: Partial<HookRun> = {}): HookRun => ({
  ...{ id: `claude-code:${name}`, name, path: '', source: 'workspace', status: 'returned', durationMs: 3 },
  ...rest,
})
const denies = (name: string, reason: string) =>
  run(name, { verdict: { v: 1, decision: 'deny', reason } as unknown as NonNullable<HookRun['verdict']> })

function fired(n: number, command: string, hooks: readonly HookRun[], durationMs = 5): RecordedEventMessage {
  const denied = hooks.find(({ verdict }) => verdict?.decision === 'deny')
  return {
    ...{ n, dialect: 'claude-code', event: 'PreToolUse', session: 's', at: n, settled: true },
    payload: { session_id: `s${n}`, tool_name: 'Bash', tool_input: { command } },
    outcome: {
      ...{ v: 1, dialect: 'claude-code', event: 'PreToolUse', payload: {}, changed: false, durationMs },
      decision: denied === undefined ? 'pass' : 'deny',
      ...{ context: [], notes: [], followUps: [] },
      hooks,
    } as unknown as RecordedEventMessage['outcome'],
  }
}

const BEFORE = [
  fired(1, 'ls', [run('guard'), run('log')]),
  fired(2, 'rm -rf build', [run('guard'), run('log')]),
  fired(3, 'npm test', [run('guard'), run('log')]),
]
const AFTER = [
  fired(1, 'ls', [run('guard'), run('log')], 900),
  fired(2, 'rm -rf build', [
    denies('guard', 'no rm here'),
    run('log', { status: 'skipped', why: 'matcher: Edit' }),
  ]),
]

function page(before: readonly RecordedEventMessage[], after: readonly RecordedEventMessage[]) {
  const frame = { heading: 'monday ↔ tuesday', about: [], buttons: [] }
  const sides = [
    { name: 'monday', about: '', events: before },
    { name: 'tuesday', about: '', events: after },
  ] as const
  return sessionsPage(frame, sides, compareSessions(before, after))
}

const tableOf = (sections: ReturnType<typeof page>['sections'], at: number) => sections[at] as Table
const textsOf = ({ cells, notes }: Row) => [cells.map(({ text }) => text).join(' | '), ...notes]

test('what was decided otherwise, what fired in one only and which hook ran in one only is listed', () => {
  const { verdict, sections } = page(BEFORE, AFTER)
  assert.equal(verdict, 'Different in 2 of 3 events')
  assert.deepEqual(tableOf(sections, 0).rows.map(textsOf), [
    [
      'PreToolUse | #2 · pass · Bash · rm -rf build | #2 · deny · Bash · rm -rf build',
      'guard: pass → deny (no rm here)',
      'log ran only in monday: pass. Not in tuesday: matcher: Edit',
    ],
    ['PreToolUse | #3 · pass · Bash · npm test | did not fire', 'guard: pass', 'log: pass'],
  ])
  assert.deepEqual(tableOf(sections, 1).rows.map(textsOf), [
    ['guard | 3 × pass | 1 × pass, 1 × deny'],
    ['log | 3 × pass | 1 × pass'],
  ])
})

test('a cell leads to its event', () => {
  const { sections } = page(BEFORE, AFTER)
  const [, left, right] = tableOf(sections, 0).rows[0]?.cells ?? []
  assert.deepEqual(placeIn(left?.goes ?? ''), { side: 'left', n: 2 })
  assert.deepEqual(placeIn(right?.goes ?? ''), { side: 'right', n: 2 })
  assert.equal(placeIn('right#2; rm'), undefined)
})

test('how long something took is no difference, and neither are ids of a session', () => {
  const later = BEFORE.map((event) => ({
    ...event,
    payload: { ...(event.payload as object), session_id: 'x' },
  }))
  const { verdict, sections } = page(BEFORE, later)
  assert.equal(verdict, 'Same outcome in both')
  assert.deepEqual(tableOf(sections, 0).rows, [])
})
