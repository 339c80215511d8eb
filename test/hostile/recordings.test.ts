// A hand-made recording: a reader reports the lines that are not steps and goes on, and its timeline is drawn in time
// linear in its length.

import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readSession } from '../../client/timeline/session.ts'
import { openTail } from '../../client/timeline/tail.ts'
import { countRecorded } from '../../runtime/cli/stats.ts'
import { loadRecording } from '../../runtime/recordings/read.ts'
import { run, steps } from '../recordings/support.ts'

const folder = mkdtempSync(join(tmpdir(), 'hookbench-recordings-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const HEADER = JSON.stringify({ v: 1, kind: 'recording', hookbench: '0', startedAt: '', session: 's' })

function written(name: string, lines: readonly object[]): string {
  const path = join(folder, `${name}.ndjson`)
  writeFileSync(
    path,
    `${[HEADER, ...lines.map((line) => JSON.stringify({ v: 1, kind: '', ...line }))].join('\n')}\n`,
  )
  return path
}

/** Fields of each kind of step, with values that they must not have. */
const WRONG: Readonly<Record<string, readonly (readonly [field: string, value: unknown])[]>> = {
  fired: [
    ...([5, 'all', {}, [1]] as const).map((value) => ['masked', value] as const),
    ...([5, 'all', []] as const).map((value) => ['facts', value] as const),
    ['at', 'now'],
    ['session', {}],
    ['cwd', 5],
  ],
  planned: [
    ['hooks', 5],
    ['hooks', [null]],
    ['hooks', undefined],
  ],
  started: [['hook', {}]],
  finished: [
    ['masked', 5],
    ['run', undefined],
    ['run', { id: 'a' }],
    ...([null, '1', undefined] as const).map((value) => ['run.durationMs', value] as const),
    ...(['id', 'name', 'status', 'why', 'stdout', 'stderr', 'note', 'event', 'failure'] as const).map(
      (field) => [`run.${field}`, { toString: 1 }] as const,
    ),
    ...([5, [], 'deny', { context: 5 }, { reason: [] }, { decision: {} }] as const).map(
      (value) => ['run.verdict', value] as const,
    ),
  ],
  settled: [
    ['masked', {}],
    ['outcome', 'pass'],
    ...(
      ['decision', 'reason', 'by', 'context', 'notes', 'followUps', 'durationMs', 'run', 'effect'] as const
    ).map((field) => [`outcome.${field}`, field === 'durationMs' ? null : 5] as const),
    ...[
      { operation: 5 },
      { operation: {} },
      { model: [5] },
      { person: 7 },
      { unknown: 9 },
      { assumed: 1 },
    ].map((value) => ['outcome.effect', value] as const),
  ],
}

test('a step whose fields are of another kind is passed over by its number, and whoever reads goes on', async () => {
  for (const [kind, wrong] of Object.entries(WRONG))
    for (const [field, value] of wrong) {
      const what = `${field} ${JSON.stringify(value)} of ${kind}`
      const bad = steps({ firing: 'bad', runs: [run(), run({ id: 'other' })] }).map((step) =>
        step.kind === kind ? changed(step, field.split('.'), value) : step,
      )
      const path = written('wrong', [...bad, ...steps({ firing: 'good' })])
      const { events, problems } = await loadRecording(path)
      assert.ok(events.length >= 1, what)
      // Events do not use `started` steps, so their faults are not reported.
      if (kind !== 'started')
        assert.ok(
          problems.some(({ message }) => message.includes('not a step')),
          what,
        )
      const { rows } = await countRecorded(folder, [path])
      assert.ok(rows.length > 0, what)
      const session = readSession(() => '')
      await openTail(path).more((line) => void session.add(line)?.event())
    }
})

function changed(value: object, [key = '', ...rest]: readonly string[], to: unknown): object {
  const inner = (value as Record<string, unknown>)[key]
  return { ...value, [key]: rest.length === 0 ? to : changed(inner as object, rest, to) }
}

test('a timeline of 20,000 runs of one event, or of a line of 30 MB, takes no longer than its bytes', async () => {
  const runs = Array.from({ length: 20_000 }, (_, n) => run({ id: `h${n}` }))
  const many = written('many', steps({ runs }))
  const long = written('long', steps({ payload: { text: 'x'.repeat(30_000_000) } }))
  appendFileSync(long, 'torn')
  for (const path of [many, long]) {
    const session = readSession(() => '')
    const tail = openTail(path)
    let last: ReturnType<typeof session.add>
    const began = performance.now()
    await tail.more((line) => {
      last = session.add(line) ?? last
    })
    const took = performance.now() - began
    assert.ok(took < 4000, `${path} took ${Math.round(took)} ms`)
    assert.equal(last?.event().runs.length, path === many ? runs.length : 1)
    assert.equal((await tail.fired(1)).kind, 'fired')
  }
})

test('an unfinished line may have any bytes until more of it is read; then it is text or an error', async () => {
  const path = join(folder, 'torn.ndjson')
  for (const [first, more, isText] of [
    ['x', 'y', true],
    ['x', '\0y', false],
    ['x'.repeat(2 ** 18), '\u0001', true],
    ['\0', '\n', true],
  ] as const) {
    writeFileSync(path, `${HEADER}\n${first}`)
    const tail = openTail(path)
    const lines: string[] = []
    assert.equal(await tail.more((line) => void lines.push(line)), 'read')
    assert.deepEqual(lines, [HEADER])
    appendFileSync(path, more)
    const next = tail.more((line) => void lines.push(line))
    if (isText) assert.equal(await next, 'read')
    else await assert.rejects(next, /too long, or binary/)
  }
})
