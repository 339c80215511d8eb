// Reading recordings: complete ones, truncated ones, files of other programs.

import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Step } from '../../runtime/contract/outcome.ts'
import { countEvents, loadRecording, readRecording } from '../../runtime/recordings/read.ts'
import { recorder, run, steps, temporary } from './support.ts'

function recorded(t: TestContext, all: readonly Step[]): string {
  const writer = recorder(temporary(t))
  for (const step of all) writer.write(step)
  writer.close()
  return writer.path ?? ''
}

const denial = { decision: 'deny', reason: 'no', by: 'kodelet:workspace:guard.py' } as const

test('what was recorded is read again: payload, hooks and outcome', async (t) => {
  const path = recorded(t, [
    ...steps({ firing: 'a', payload: { n: 1 }, runs: [run({ verdict: denial })], outcome: denial }),
    ...steps({ firing: 'b', payload: { n: 2 }, outcome: { changed: true, payload: { n: 3 } } }),
  ])
  const { events, problems, header } = await loadRecording(path)
  assert.deepEqual(problems, [])
  assert.equal(header.session, 's1')
  const [first, second] = events
  assert.deepEqual(first?.payload, { n: 1 })
  assert.equal(first?.outcome.decision, 'deny')
  assert.equal(first?.outcome.by, 'kodelet:workspace:guard.py')
  assert.deepEqual(first?.outcome.payload, { n: 1 })
  assert.equal(first?.outcome.hooks[0]?.verdict?.decision, 'deny')
  assert.equal(first?.settled, true)
  assert.deepEqual(second?.payload, { n: 2 })
  assert.deepEqual(second?.outcome.payload, { n: 3 })
  assert.deepEqual(
    events.map(({ n }) => n),
    [1, 2],
  )
  assert.equal(await countEvents(path), 2)
})

test('masked paths are paths of the event', async (t) => {
  const leaky = run({ verdict: { decision: 'deny', reason: 'password=hunter22' } })
  const outcome = { ...denial, reason: 'password=hunter22', changed: true, payload: { a: { token: 'x1' } } }
  const path = recorded(t, steps({ payload: { token: 'x1' }, runs: [leaky], outcome }))
  const { events } = await loadRecording(path)
  assert.deepEqual(events[0]?.masked.toSorted(), [
    'hooks.kodelet:workspace:guard.py.verdict.reason',
    'payload.a.token',
    'payload.token',
    'reason',
  ])
})

test('firings that overlap are kept apart', async (t) => {
  const one = steps({ firing: 'a', payload: { n: 1 } })
  const two = steps({ firing: 'b', payload: { n: 2 } })
  const woven = one.flatMap((step, i) => [step, two[i] as Step])
  const { events, problems } = await loadRecording(recorded(t, woven))
  assert.deepEqual(problems, [])
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [{ n: 1 }, { n: 2 }],
  )
  assert.ok(events.every(({ outcome }) => outcome.hooks.length === 1))
})

test('cut at any byte, a recording gives every whole step before the cut and says what is torn', async (t) => {
  const path = recorded(t, [...steps({ firing: 'a', payload: { text: 'ä€😀' } }), ...steps({ firing: 'b' })])
  const bytes = readFileSync(path)
  const cut = join(temporary(t), 'cut.ndjson')
  const headerEnd = bytes.indexOf(10)
  for (let length = headerEnd; length <= bytes.length; length++) {
    writeFileSync(cut, bytes.subarray(0, length))
    const { events, problems } = await loadRecording(cut)
    const before = bytes.subarray(0, length)
    const lines = before.toString().split('\n')
    const last = lines.at(-1) ?? ''
    const isTorn = last !== '' && length < bytes.length && bytes[length] !== 10
    assert.equal(problems.filter(({ kind }) => kind === 'torn').length, isTorn ? 1 : 0, `${length}: ${last}`)
    const whole = isTorn ? lines.slice(1, -1) : lines.slice(1)
    assert.equal(
      events.length,
      whole.filter((line) => line.includes('"kind":"fired"')).length,
      String(length),
    )
    assert.equal(
      events.filter(({ settled }) => settled).length,
      whole.filter((line) => line.includes('"settled"')).length,
    )
    assert.ok(problems.every(({ kind }) => kind === 'torn' || kind === 'unsettled'))
  }
})

test('a header that is cut is no recording', async (t) => {
  const path = recorded(t, steps())
  const bytes = readFileSync(path)
  for (let length = 0; length < bytes.indexOf(10); length++) {
    writeFileSync(path, bytes.subarray(0, length))
    await assert.rejects(loadRecording(path), { name: 'BadRecording', message: /not a recording/ })
  }
})

const refused: readonly (readonly [string, RegExp])[] = [
  [
    '{"v":2,"kind":"recording","hookbench":"9.1.0"}\n',
    /recording version 2; this Hookbench reads version 1.*9\.1\.0/,
  ],
  ['{"v":"1","kind":"recording"}\n', /recording version "1"/],
  ['{"tool_name":"bash"}\n', /not a recording.*recordings import/],
  ['[]\n', /not a recording/],
  ['', /the file is empty/],
  ['\0\0\0\n', /not a recording/],
]

test('what is no recording, or of an unknown version, is refused in one line', async (t) => {
  const path = join(temporary(t), 'some.ndjson')
  for (const [text, message] of refused) {
    writeFileSync(path, text)
    await assert.rejects(loadRecording(path), (error: Error) => {
      assert.equal(error.name, 'BadRecording')
      assert.match(error.message, message)
      assert.ok(!error.message.includes('\n'))
      return true
    })
  }
  await assert.rejects(loadRecording(join(path, '..', 'none.ndjson')), /none\.ndjson: no such file/)
  await assert.rejects(loadRecording(join(path, '..')), /cannot be read/)
})

const foreign: readonly (readonly [string, string])[] = [
  ['not json', 'foreign'],
  ['{"v":1}', 'foreign'],
  ['null', 'foreign'],
  ['{"v":2,"kind":"fired","firing":"x","dialect":"kodelet","event":"turn_end"}', 'foreign'],
  ['{"v":1,"kind":"finished","firing":"x"}', 'foreign'],
  ['{"v":1,"kind":"settled","firing":"zz","outcome":{"decision":"pass","durationMs":1}}', 'orphan'],
  [
    '{"v":1,"kind":"fired","at":1,"firing":"__proto__","dialect":"kodelet","event":"turn_end","payload":{"__proto__":{"x":1}}}',
    'unsettled',
  ],
]

test('a foreign line is reported by its number and the rest is read', async (t) => {
  for (const [line, kind] of foreign) {
    const path = recorded(t, steps({ firing: 'a' }))
    appendFileSync(path, `${line}\n`)
    const more = recorded(t, steps({ firing: 'b' }))
    appendFileSync(path, readFileSync(more, 'utf8').split('\n').slice(1).join('\n'))
    const { events, problems } = await loadRecording(path)
    assert.equal(events.length, kind === 'unsettled' ? 3 : 2, line)
    assert.deepEqual(
      problems.map((one) => one.kind),
      [kind],
      line,
    )
    if (kind !== 'unsettled') assert.match(problems[0]?.message ?? '', /^line 7: /)
  }
  assert.equal(({} as Record<string, unknown>).x, undefined)
})

test('an event of a dialect not spoken here is kept and reported once', async (t) => {
  const strange = [1, 2, 3].flatMap((i) => steps({ firing: `f${i}`, dialect: 'klingon', event: 'qapla' }))
  const { events, problems } = await loadRecording(recorded(t, [...strange, ...steps({ event: 'nope' })]))
  assert.equal(events.length, 4)
  assert.deepEqual(
    problems.map(({ kind }) => kind),
    ['unknown', 'unknown'],
  )
  assert.match(problems[0]?.message ?? '', /does not know the dialect "klingon"/)
  assert.match(problems[1]?.message ?? '', /the kodelet event "nope"/)
})

test('hooks stand in firing order, whichever finished first', async (t) => {
  const runs = ['c', 'a', 'b'].map((name) => run({ id: `kodelet:workspace:${name}`, name }))
  const all = steps({ runs }).map(
    (step): Step =>
      step.kind === 'planned'
        ? { ...step, hooks: step.hooks.toSorted((one, two) => (one.id < two.id ? -1 : 1)) }
        : step,
  )
  const { events } = await loadRecording(recorded(t, all))
  assert.deepEqual(
    events[0]?.outcome.hooks.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})

test('a firing that never settled is kept as far as it came', async (t) => {
  const { events, problems } = await loadRecording(recorded(t, steps().slice(0, -1)))
  assert.equal(events[0]?.settled, false)
  assert.equal(events[0]?.outcome.decision, 'pass')
  assert.equal(events[0]?.outcome.hooks.length, 1)
  assert.match(problems[0]?.message ?? '', /event 1 \(before_tool_call\) never settled/)
})

test('line ends of another system are read', async (t) => {
  const path = recorded(t, steps())
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
  const { events, problems } = await loadRecording(path)
  assert.equal(events.length, 1)
  assert.deepEqual(problems, [])
})

test('a payload of 50 MB is recorded and read', async (t) => {
  const text = 'let x = 1; // some code\n'.repeat(2_200_000)
  const { events, problems } = await loadRecording(recorded(t, steps({ payload: { text } })))
  assert.deepEqual(problems, [])
  assert.ok(isDeepStrictEqual(events[0]?.payload, { text }))
})

test('reading stops when the reader stops', async (t) => {
  const path = recorded(t, Array.from({ length: 50 }, (_, i) => steps({ firing: `f${i}` })).flat())
  for await (const event of readRecording(path)) if (event.n === 3) break
})

test('memory stays flat over many events', async (t) => {
  const path = recorded(t, steps({ firing: 'f0', payload: { text: 'x'.repeat(500) } }))
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(path, `${header}\n`)
  const block = `${lines.join('\n')}\n`.repeat(500)
  for (let i = 0; i < 40; i++) appendFileSync(path, block)
  let count = 0
  let highest = 0
  for await (const _ of readRecording(path)) {
    if (++count % 5000 === 0) highest = Math.max(highest, process.memoryUsage().heapUsed)
  }
  assert.equal(count, 20_000)
  assert.ok(highest < 300 * 2 ** 20, `${highest} bytes of heap`)
})
