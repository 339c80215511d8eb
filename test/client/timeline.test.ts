// The timeline without its page: steps into events, events into lanes and shapes, and from a point or a key back to the
// shape drawn there. The laws hold for any session.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIGNS } from '../../client/signs.ts'
import { axisOf, idleShare } from '../../client/timeline/layout/axis.ts'
import { criticalPath } from '../../client/timeline/layout/critical.ts'
import { FLAG, flagsOf } from '../../client/timeline/layout/flags.ts'
import { heightOf, lanesOf } from '../../client/timeline/layout/lanes.ts'
import { matching, tally, toggled } from '../../client/timeline/layout/matching.ts'
import { openModel } from '../../client/timeline/layout/model.ts'
import { type Move, moved, type TimelineSpot } from '../../client/timeline/layout/moves.ts'
import { gravity, LEAST, shapeAt, shapeOf, shapesOf } from '../../client/timeline/layout/shapes.ts'
import { clock, ticksOf } from '../../client/timeline/layout/ticks.ts'
import { panned, scrolledToShow, unitAtX, wholeOf, xAt, zoomed } from '../../client/timeline/layout/view.ts'
import type { TimelineEvent, TimelineRun } from '../../client/timeline/messages.ts'
import { readSession } from '../../client/timeline/session.ts'
import { fc } from '../support/property.ts'

const WIDTH = 640

const someRun = fc.record({
  hook: fc.integer({ min: 0, max: 5 }),
  after: fc.double({ min: 0, max: 40, noNaN: true }),
  took: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 200, noNaN: true })),
  sign: fc.constantFrom(...SIGNS),
})
const someEvent = fc.record({
  wait: fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 5, noNaN: true }),
    fc.integer({ min: 0, max: 200_000 }),
  ),
  sign: fc.constantFrom(...SIGNS),
  name: fc.constantFrom('agent_init', 'before_tool_call', 'agent_end'),
  runs: fc.uniqueArray(someRun, { maxLength: 5, selector: ({ hook }) => hook }),
  apart: fc.boolean(),
})

/** Any session: events in sequence or overlapping, waits of every length, hooks that take no time or a lot. */
const someSession = fc.array(someEvent, { maxLength: 60 }).map((given): readonly TimelineEvent[] => {
  let now = 0
  return given.map(({ wait, sign, name, runs, apart }, at) => {
    const start = now + wait
    const made = runs
      .map(({ hook, after, took, sign: own }): TimelineRun => {
        const began = start + after
        return {
          id: `kodelet:workspace:h${hook}`,
          name: `h${hook}`,
          start: began,
          end: began + took,
          sign: own,
          word: own,
        }
      })
      .toSorted((one, two) => one.start - two.start)
    const end = Math.max(start, ...made.map((run) => run.end))
    now = apart ? end : start
    return { n: at + 1, dialect: 'kodelet', event: name, start, end, sign, word: sign, gist: '', runs: made }
  })
})

const someView = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  width: fc.oneof(fc.constant(1), fc.double({ min: 0.0001, max: 1, noNaN: true })),
  compress: fc.boolean(),
})

type Looked = { readonly from: number; readonly width: number; readonly compress: boolean }

function drawn(events: readonly TimelineEvent[], { from, width, compress }: Looked) {
  const axis = axisOf(events, compress)
  const lanes = lanesOf(events, axis)
  const around = from * axis.length
  const view = zoomed(wholeOf(axis.length), width, around, axis.length)
  return { axis, lanes, view, shapes: shapesOf(lanes, view, WIDTH) }
}

test('no bar is lost: each that reaches into view is in exactly one shape, and no other is', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { lanes, view, shapes } = drawn(events, look)
      const counts = new Map<unknown, number>()
      for (const { lane, row, first, count } of shapes) {
        for (const bar of lanes[lane]?.rows[row]?.bars.slice(first, first + count) ?? []) {
          counts.set(bar, (counts.get(bar) ?? 0) + 1)
        }
      }
      const nearly = unitAtX(view, WIDTH, -LEAST)
      const reached = lanes
        .flatMap(({ rows }) => rows)
        .flatMap(({ bars }) => bars)
        .filter(({ from, to }) => from <= view.to && to >= nearly)
      for (const bar of reached) assert.equal(counts.get(bar), 1)
      assert.equal(events.length, lanes[0]?.count)
      assert.equal(
        lanes.reduce((sum, { count }) => sum + count, 0),
        events.reduce((sum, { runs }) => sum + runs.length + 1, 0),
      )
    }),
  )
})

test('shapes of a row follow each other, never overlap, and can be seen', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { shapes } = drawn(events, look)
      for (const [at, shape] of shapes.entries()) {
        assert.ok(shape.width >= LEAST - 1e-6, `${shape.width}`)
        const before = shapes[at - 1]
        if (before === undefined || before.lane !== shape.lane || before.row !== shape.row) continue
        assert.ok(before.x + before.width <= shape.x + 1e-6)
        assert.ok(before.first + before.count <= shape.first)
      }
    }),
  )
})

test('only bars too near to be distinguished share a shape', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { lanes, view, shapes } = drawn(events, look)
      for (const { lane, row, first, count, x, width } of shapes) {
        const bars = lanes[lane]?.rows[row]?.bars.slice(first, first + count) ?? []
        for (const { from } of bars) assert.ok(xAt(view, WIDTH, from) <= x + width + 1e-6)
      }
    }),
  )
})

test('a shape bears the gravest sign of its bars, and tells how many have which', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { lanes, shapes } = drawn(events, look)
      for (const { lane, row, first, count, sign, bar, signs } of shapes) {
        const bars = lanes[lane]?.rows[row]?.bars.slice(first, first + count) ?? []
        assert.equal(gravity(sign), Math.max(...bars.map((one) => gravity(one.sign))))
        assert.ok(bars.includes(bar))
        const total = (signs ?? [[sign, 1] as const]).reduce((sum, [, many]) => sum + many, 0)
        assert.equal(total, count)
      }
    }),
  )
})

test('what is drawn is found again, by its place and by its name', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { lanes, shapes } = drawn(events, look)
      for (const shape of shapes) {
        const { x, y, width, height, bar } = shape
        assert.equal(shapeAt(shapes, x + width / 2, y + height / 2), shape)
        assert.equal(shapeOf(shapes, lanes, bar.event, bar.run), shape)
      }
      assert.equal(shapeAt(shapes, WIDTH / 2, heightOf(lanes) + 50), undefined)
    }),
  )
})

test('bars of one row never overlap in time while there are rows enough', () => {
  fc.assert(
    fc.property(someSession, (events) => {
      for (const { rows } of lanesOf(events, axisOf(events, false))) {
        for (const { bars } of rows.slice(0, 3)) {
          for (const [at, bar] of bars.entries()) assert.ok((bars[at - 1]?.to ?? -1) <= bar.from)
        }
      }
    }),
  )
})

test('bars that touch share a row, bars that overlap do not', () => {
  const rows = (...spans: readonly (readonly [number, number])[]) => {
    const events = spans.map(([start, end], at) => event(at + 1, { start, end }))
    return lanesOf(events, axisOf(events, false))[0]?.rows.map(({ bars }) => bars.map((bar) => bar.event))
  }
  assert.deepEqual(rows([0, 10], [10, 20], [20, 30]), [[0, 1, 2]])
  assert.deepEqual(rows([0, 10], [9, 20], [20, 30]), [[0, 2], [1]])
})

test('the axis never goes back, and leads there and back again', () => {
  fc.assert(
    fc.property(someSession, fc.boolean(), (events, compress) => {
      const axis = axisOf(events, compress)
      let before = Number.NEGATIVE_INFINITY
      for (const ms of events.flatMap(({ start, end }) => [start, end]).toSorted((one, two) => one - two)) {
        const unit = axis.unitAt(ms)
        assert.ok(unit >= before - 1e-6)
        assert.ok(Math.abs(axis.msAt(unit) - ms) < 1e-3 * Math.max(1, ms / 1000), `${ms} ${axis.msAt(unit)}`)
        before = unit
      }
    }),
  )
})

test('long waits are drawn short, and only when that is wanted', () => {
  const at = (start: number, end: number) => ({ start, end })
  const spans = [at(0, 100), at(60_100, 60_200), at(60_205, 60_300)]
  assert.deepEqual(axisOf(spans, false).breaks, [])
  assert.equal(axisOf(spans, false).length, 60_300)
  const { breaks, length } = axisOf(spans, true)
  assert.deepEqual(
    breaks.map(({ ms }) => ms),
    [60_000],
  )
  assert.ok(length < 500, `${length}`)
  assert.ok(idleShare(spans) > 0.99)
})

test('zooming keeps the point it is around, and the view never leaves the session', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      unit,
      fc.array(fc.double({ min: 0.2, max: 4, noNaN: true }), { maxLength: 20 }),
      unit,
      (share, factors, by) => {
        const length = 5000
        let view = wholeOf(length)
        for (const factor of factors) {
          const around = view.from + share * (view.to - view.from)
          const next = zoomed(view, factor, around, length)
          // The point stays in place except at the ends of the session.
          const whole = wholeOf(length)
          if (next.from > whole.from + 1e-6 && next.to < whole.to - 1e-6) {
            assert.ok(Math.abs(xAt(next, 1, around) - xAt(view, 1, around)) < 1e-3)
          }
          view = panned(next, (by - 0.5) * 1000, length)
          assert.ok(view.from >= whole.from - 1e-6 && view.to <= whole.to + 1e-6 && view.to > view.from)
        }
      },
    ),
  )
  const view = { from: 100, to: 200 }
  assert.deepEqual(scrolledToShow(view, 120, 130, 5000), view, 'what is in view stays where it is')
  const { from, to } = scrolledToShow(view, 400, 410, 5000)
  assert.ok(from < 400 && to > 410 && Math.abs(to - from - 100) < 1e-6)
})

test('ticks stand from left to right with room for their labels', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const { axis, view } = drawn(events, look)
      const ticks = ticksOf(axis, view, WIDTH)
      for (const [at, { x, label }] of ticks.entries()) {
        assert.ok(x >= 0 && x <= WIDTH && label !== '')
        assert.ok(at === 0 || x - (ticks[at - 1]?.x ?? 0) > 60)
      }
    }),
  )
})

test('times are printed as clock times', () => {
  for (const [ms, step, label] of [
    [0, 10, '0 ms'],
    [0.25, 0.05, '0.25 ms'],
    [250, 50, '250 ms'],
    [1250, 50, '1.25 s'],
    [12_000, 1000, '12 s'],
    [59_999.6, 1000, '60 s'],
    [119_999.6, 1000, '2:00'],
    [61_500, 500, '1:01.5'],
    [3_725_000, 1000, '1:02:05'],
  ] as const) {
    assert.equal(clock(ms, step), label)
  }
})

test('flags stand over their shapes, never over each other, and a denial before a pass', () => {
  fc.assert(
    fc.property(someSession, someView, (events, look) => {
      const own = drawn(events, look).shapes.filter(({ bar }) => bar.run === -1)
      const flags = flagsOf(own, WIDTH)
      for (const [at, { x, sign }] of flags.entries()) {
        assert.ok(gravity(sign) > gravity('pass'))
        assert.ok(at === 0 || x - (flags[at - 1]?.x ?? 0) >= FLAG - 1e-6)
      }
      const grave = own.some(({ sign, x, width }) => sign === 'denied' && x >= 0 && x + width <= WIDTH)
      assert.ok(!grave || flags.some(({ sign }) => sign === 'denied'))
    }),
  )
})

const MOVES: readonly Move[] = [
  'next',
  'previous',
  'first',
  'last',
  'down',
  'up',
  'nextNotable',
  'previousNotable',
]

test('keys lead only to what is there, and along a hook only to its own runs', () => {
  fc.assert(
    fc.property(someSession, fc.array(fc.constantFrom(...MOVES), { maxLength: 30 }), (events, moves) => {
      let spot: TimelineSpot | undefined
      for (const move of moves) {
        const before = spot
        spot = moved(events, spot, move)
        if (events.length === 0) return assert.equal(spot, undefined)
        assert.ok(spot !== undefined)
        const event = events[spot.event]
        assert.ok(event !== undefined && spot.run >= -1 && spot.run < event.runs.length)
        const id = before === undefined ? undefined : events[before.event]?.runs[before.run]?.id
        if (id !== undefined && ['next', 'previous', 'first', 'last'].includes(move)) {
          assert.equal(event.runs[spot.run]?.id, id)
        }
      }
    }),
  )
})

test('every event and every run is reached by the keys', () => {
  fc.assert(
    fc.property(someSession, (events) => {
      let spot = moved(events, undefined, 'first')
      for (const [at, { runs }] of events.entries()) {
        assert.deepEqual(spot, { event: at, run: -1 })
        for (const run of runs.keys()) {
          spot = moved(events, spot, 'down')
          assert.deepEqual(spot, { event: at, run })
        }
        for (const _ of runs) spot = moved(events, spot, 'up')
        spot = moved(events, spot, 'next')
      }
    }),
  )
})

const event = (n: number, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  n,
  dialect: 'kodelet',
  event: 'before_tool_call',
  start: n * 100,
  end: n * 100 + 50,
  sign: 'pass',
  word: 'pass',
  gist: 'npm test',
  runs: [],
  ...more,
})
const guard: TimelineRun = {
  id: 'kodelet:workspace:guard',
  name: 'guard',
  start: 210,
  end: 230,
  sign: 'denied',
  word: 'deny',
}

test('a filter leaves the events that hold all of its words', () => {
  const events = [
    event(1),
    event(2, { sign: 'denied', word: 'deny', reason: 'not in production', runs: [guard] }),
    event(3, { event: 'agent_end', runs: [{ ...guard, sign: 'skipped', word: 'skipped' }] }),
  ]
  for (const [filter, left] of [
    ['', [1, 2, 3]],
    ['TOOL', [1, 2]],
    ['guard', [2]],
    ['guard agent_end', []],
    ['is:denied', [2]],
    ['is:pass npm', [1, 3]],
    ['production', [2]],
  ] as const) {
    assert.deepEqual(
      matching(events, filter).map(({ n }) => n),
      left,
      filter,
    )
  }
  assert.equal(toggled('guard', 'is:denied'), 'guard is:denied')
  assert.equal(toggled('guard is:denied', 'is:denied'), 'guard')
  assert.deepEqual(
    [...tally(events)],
    [
      ['pass', 2],
      ['denied', 1],
    ],
  )
})

test('what is in focus and in view stays so when events come, a filter goes or idle time is drawn otherwise', () => {
  const model = openModel()
  model.take([event(1), event(2, { runs: [guard] }), event(3)])
  model.focus(2, guard.id)
  model.zoom(0.25, model.axis.unitAt(220))
  const kept = model.kept()
  model.take([event(4), event(2, { sign: 'denied', runs: [guard] })])
  assert.equal(model.focused()?.run?.name, 'guard')
  assert.equal(model.focused()?.event.sign, 'denied')
  assert.ok(Math.abs((model.kept().from ?? 0) - (kept.from ?? 1)) < 1)
  model.show('is:denied')
  assert.deepEqual([model.shown.length, model.focused()?.run?.name], [1, 'guard'])
  model.squeeze(true)
  assert.equal(model.focused()?.event.n, 2)
  const again = openModel()
  again.take(model.all)
  again.restore(model.kept())
  assert.deepEqual(again.kept(), model.kept())
  model.show('nothing like it')
  assert.deepEqual([model.shown.length, model.focused()], [0, undefined])
})

test('a session that is wholly in view stays so while it grows', () => {
  const model = openModel()
  model.take([event(1)])
  for (let n = 2; n < 40; n++) model.take([event(n)])
  assert.deepEqual(model.view, wholeOf(model.axis.length))
})

test('steps become events: from the first on, with what they came to at last', () => {
  const reading = readSession((payload) => String((payload as { tool: string }).tool))
  const line = (kind: string, at: number, more: object, firing = 'f1') =>
    reading.add(JSON.stringify({ v: 1, kind, at, firing, ...more }))?.event()
  const fired = { dialect: 'kodelet', event: 'before_tool_call', payload: { tool: 'bash' } }
  assert.equal(reading.add(JSON.stringify({ v: 1, kind: 'recording', session: 'shop' })), undefined)
  assert.equal(reading.name, 'shop')
  assert.deepEqual(line('fired', 1000, fired), {
    ...event(1),
    start: 0,
    end: 0,
    sign: 'open',
    word: 'not settled',
    gist: 'bash',
  })
  assert.equal(line('fired', 1001, { ...fired, event: 'agent_end' }, 'f2')?.n, 2)
  const running = line('started', 1002, { hook: guard.id })
  assert.deepEqual(running?.runs, [
    { id: guard.id, name: 'guard', start: 2, end: 2, sign: 'open', word: 'running' },
  ])
  for (const [hook, name] of [
    ['kodelet:workspace:a:b.sh', 'a:b'],
    ['kodelet:workspace:.sh', 'kodelet:workspace:.sh'],
  ] as const)
    assert.equal(line('started', 1003, { hook }, 'f2')?.runs.find(({ id }) => id === hook)?.name, name)
  const verdict = { decision: 'deny', reason: 'no' }
  const run = {
    id: guard.id,
    name: 'guard',
    source: 'workspace',
    path: '',
    status: 'returned',
    durationMs: 20,
    verdict,
  }
  assert.deepEqual(line('finished', 1030, { run })?.runs, [
    { id: guard.id, name: 'guard', start: 2, end: 22, sign: 'denied', word: 'deny', why: 'no' },
  ])
  const outcome = {
    decision: 'deny',
    reason: 'no',
    by: guard.id,
    changed: false,
    context: [],
    notes: [],
    followUps: [],
    durationMs: 31,
  }
  const settled = line('settled', 1031, { outcome })
  assert.deepEqual(
    [settled?.sign, settled?.word, settled?.reason, settled?.by, settled?.end],
    ['denied', 'deny', 'no', guard.id, 31],
  )
  assert.equal(line('finished', 1040, { run }), undefined, 'what has settled does not go on')
  for (const torn of ['', '{"v":1,"kind":"fin', 'null', '{"v":2,"kind":"fired"}'])
    assert.equal(reading.add(torn), undefined)
})

const ran = (name: string, start: number, end: number, sign: TimelineRun['sign'] = 'pass'): TimelineRun => ({
  ...{ id: `kodelet:workspace:${name}`, name, start, end, sign, word: sign },
})

for (const [what, runs, path, beside] of [
  ['no hook', [], [], 100],
  ['one after the other', [ran('a', 0, 30), ran('b', 30, 95)], ['a', 'b'], 5],
  ['side by side: the longest alone', [ran('a', 0, 30), ran('b', 0, 90)], ['b'], 10],
  ['two beside each other, then one', [ran('a', 0, 30), ran('b', 0, 50), ran('c', 50, 100)], ['b', 'c'], 0],
  ['what was skipped is not waited for', [ran('a', 0, 40), ran('b', 40, 40, 'skipped')], ['a'], 60],
  ['a hook in the background of two', [ran('a', 0, 40), ran('x', 10, 55), ran('b', 60, 90)], ['x', 'b'], 25],
] as const) {
  test(`the critical path, ${what}`, () => {
    const event: TimelineEvent = {
      ...{
        n: 1,
        dialect: 'kodelet',
        event: 'agent_init',
        start: 0,
        end: 100,
        sign: 'pass',
        word: 'pass',
        gist: '',
      },
      runs,
    }
    const found = criticalPath(event)
    assert.deepEqual([found.runs.map(({ name }) => name), found.beside], [path, beside])
    // C moves along the path, and starts over at its end.
    let run = -1
    const visited = found.runs.map(() => {
      run = moved([event], { event: 0, run }, 'critical')?.run ?? -1
      return event.runs[run]?.name
    })
    assert.deepEqual(visited, path)
    if (path.length > 0)
      assert.equal(event.runs[moved([event], { event: 0, run }, 'critical')?.run ?? -1]?.name, path[0])
  })
}

test('whatever ran, the critical path never overlaps itself, and no hook ends after it', () => {
  fc.assert(
    fc.property(someSession, (events) => {
      for (const event of events) {
        const { runs } = criticalPath(event)
        for (const [at, run] of runs.entries())
          assert.ok(at === 0 || (runs[at - 1]?.end ?? 0) <= run.start + 0.051)
        const last = Math.max(0, ...event.runs.filter(({ sign }) => sign !== 'skipped').map(({ end }) => end))
        assert.equal(runs.at(-1)?.end ?? 0, last)
      }
    }),
  )
})
