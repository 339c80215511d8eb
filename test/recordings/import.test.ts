// Payloads captured elsewhere become a recording: what is recognized, and what is left out with a report.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'
import { type ImportSource, importRecording } from '../../runtime/recordings/import.ts'
import { loadRecording } from '../../runtime/recordings/read.ts'
import { recognise, type StatedEvent } from '../../runtime/recordings/recognise.ts'
import { tokens } from '../support/secrets.ts'
import { options, temporary } from './support.ts'

async function imported(t: TestContext, source: ImportSource, hint: StatedEvent = {}) {
  const { session: _, ...rest } = options(temporary(t))
  const done = await importRecording(source, { ...rest, ...hint })
  const recording = done.path === undefined ? undefined : await loadRecording(done.path)
  return { ...done, recording, folder: rest.folder }
}

const bash = {
  event: 'before_tool_call',
  conv_id: 'c1',
  cwd: '/w',
  invoked_by: 'main',
  tool_name: 'bash',
  tool_input: {},
  tool_user_id: 't',
}

test('the example of every event is recognised, by name where it has one and by shape otherwise', () => {
  for (const id of dialectIds) {
    for (const [event, { example }] of Object.entries(dialectOf(id)?.events ?? {})) {
      const payload = JSON.parse(JSON.stringify(example))
      const found = recognise(payload, { dialect: id })
      if (found.kind === 'unknown')
        assert.match(found.message, new RegExp(`could be .*${event}`), `${id} ${event}`)
      // One event may have two spellings, while the payloads name only one.
      else assert.deepEqual([found.dialect, found.event.toLowerCase()], [id, event.toLowerCase()])
      const recognised = recognise(payload, { dialect: id, event })
      assert.deepEqual(recognised, { kind: 'event', dialect: id, event, payload })
      assert.deepEqual(recognise({ dialect: id, event, payload }), recognised, 'wrapped')
    }
  }
})

const one = JSON.stringify(bash)
const texts: readonly (readonly [string, string, number])[] = [
  ['one payload', one, 1],
  ['one payload, indented', JSON.stringify(bash, undefined, 2), 1],
  ['a list', JSON.stringify([bash, bash]), 2],
  ['a list, indented', JSON.stringify([bash, bash, bash], undefined, 2), 3],
  ['lines', `${one}\n${one}\n`, 2],
  ['lines with empty ones and carriage returns', `\r\n${one}\r\n\r\n${one}\r\n`, 2],
  ['a byte order mark', `\uFEFF${one}`, 1],
]

test('payloads come as JSON or as lines, from text or from a file', async (t) => {
  for (const [name, text, count] of texts) {
    const file = join(temporary(t), 'captured')
    writeFileSync(file, text)
    for (const source of [{ text }, { path: file }]) {
      const { events, problems, recording } = await imported(t, source)
      assert.deepEqual(problems, [], name)
      assert.equal(events, count, name)
      assert.equal(recording?.header.imported, true)
      assert.deepEqual(recording?.problems, [])
      assert.deepEqual(
        recording?.events.map(({ event, dialect, session, settled }) => [event, dialect, session, settled]),
        Array(count).fill(['before_tool_call', 'kodelet', 'c1', false]),
      )
      assert.deepEqual(recording?.events[0]?.payload, bash)
    }
  }
})

test('secrets of imported payloads are masked', async (t) => {
  const secret = tokens['AWS key id'] ?? ''
  const { path } = await imported(t, {
    text: JSON.stringify({ ...bash, tool_input: { command: `use ${secret}` } }),
  })
  assert.ok(!readFileSync(path ?? '', 'utf8').includes(secret))
})

const bad: readonly (readonly [string, StatedEvent, RegExp])[] = [
  ['{"tool_name":', {}, /^the text: neither JSON nor one JSON value per line$/],
  ['[1]', {}, /^the payload: expected a payload, that is a JSON object/],
  [`${one}\nnope`, {}, /^line 2: not JSON; left out$/],
  ['{}', {}, /--dialect and --event/],
  [
    '{"event":"before_tool_cal"}',
    {},
    /no known event is called "before_tool_cal"\. Did you mean "before_tool_call"\?/,
  ],
  [one, { dialect: 'kodelett' }, /there is no agent "kodelett"\. Did you mean "kodelet"\? Known: /],
  [
    one,
    { dialect: 'kodelet', event: 'turn_ende' },
    /kodelet has no event "turn_ende"\. Did you mean "turn_end"\?/,
  ],
  ['{"v":1,"kind":"recording"}\n{"v":1}', {}, /^line 1: this is a recording already/],
]

test('what is not recognized is left out and reported with its place', async (t) => {
  for (const [text, hint, message] of bad) {
    const { problems } = await imported(t, { text }, hint)
    assert.equal(problems.length, 1, text)
    assert.match(problems[0] ?? '', message)
  }
})

test('nothing recognised leaves no file', async (t) => {
  const { path, folder } = await imported(t, { text: '{}' })
  assert.equal(path, undefined)
  assert.deepEqual(readdirSync(folder), [])
})

test('for a file of another kind, the first hundred lines are reported and the others counted', async (t) => {
  const { path, problems } = await imported(t, { text: '{}\n'.repeat(5000) })
  assert.equal(path, undefined)
  assert.equal(problems.length, 101)
  assert.equal(problems.at(-1), '4900 more were left out')
})
