// Finding, naming and pruning recordings in their folder.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findRecording, listRecordings, pruneRecordings } from '../../runtime/recordings/folder.ts'
import { recordingState, setRecording } from '../../runtime/recordings/state.ts'
import { recorder, steps, temporary } from './support.ts'

// A folder with recordings of these sessions, the last one newest.
function folderWith(t: TestContext, sessions: readonly string[]): string {
  const folder = temporary(t)
  for (const [i, session] of sessions.entries()) {
    const writer = recorder(folder, { session, now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, i)) })
    for (const step of steps()) writer.write(step)
    writer.close()
    utimesSync(writer.path ?? '', 1000 + i, 1000 + i)
  }
  return folder
}

test('recordings are listed newest first, and a file that is none says why', (t) => {
  const folder = folderWith(t, ['one', 'two'])
  writeFileSync(join(folder, 'z.ndjson'), '{"v":7,"kind":"recording"}\n')
  writeFileSync(join(folder, 'notes.txt'), 'x')
  if (process.platform !== 'win32') symlinkSync('self.ndjson', join(folder, 'self.ndjson'))
  const list = listRecordings(folder)
  assert.deepEqual(
    list.map(({ header }) => header?.session),
    [undefined, 'two', 'one'],
  )
  assert.match(list[0]?.problem ?? '', /recording version 7/)
  assert.ok((list[1]?.bytes ?? 0) > 100)
  assert.deepEqual(listRecordings(join(folder, 'none')), [])
})

const finds: readonly (readonly [string, string])[] = [
  ['latest', 'two'],
  ['one', 'one'],
  ['2026-01-01T00-00-00-000Z-one', 'one'],
  ['2026-01-01T00-00-01', 'two'],
]

test('a recording is found by name, beginning, session, path or as the latest', (t) => {
  const folder = folderWith(t, ['one', 'two'])
  for (const [text, session] of finds) {
    const found = findRecording(folder, text)
    assert.ok('path' in found, `${text}: ${JSON.stringify(found)}`)
    assert.match(found.path, new RegExp(`${session}\\.ndjson$`))
    assert.deepEqual(findRecording(folder, found.path), found)
  }
})

test('a name that means none or several is answered with what to do', (t) => {
  const folder = folderWith(t, ['one', 'two'])
  const problemOf = (text: string, at = folder) => {
    const found = findRecording(at, text)
    return 'problem' in found ? found.problem : found.path
  }
  assert.match(problemOf('2026'), /could be .* or .*; write more of the name/)
  assert.match(problemOf('z\0z'), /no recording "z\0z"/)
  assert.match(problemOf('z'.repeat(300)), /no recording "zzz/)
  assert.match(problemOf('z'.repeat(1_000_000)), /^no recording has a name of 1000000 characters$/)
  assert.match(problemOf('zzz'), /no recording "zzz".*`hookbench recordings list`/)
  assert.match(problemOf('x', join(folder, 'none')), /has none yet/)
})

test('pruning keeps the newest', (t) => {
  const folder = folderWith(t, ['a', 'b', 'c', 'd'])
  const gone = pruneRecordings(folder, folder, 2)
  assert.deepEqual(
    gone.map((name) => name.slice(-8)),
    ['b.ndjson', 'a.ndjson'].map((name) => `-${name}`.slice(-8)),
  )
  assert.equal(listRecordings(folder).length, 2)
  assert.deepEqual(pruneRecordings(folder, join(folder, 'none'), 1), [])
})

test('recording is off until it is turned on, and the choice lasts', (t) => {
  const root = temporary(t)
  assert.deepEqual(recordingState(root), { on: false })
  const now = new Date('2026-01-02T03:04:05.000Z')
  assert.deepEqual(setRecording(root, true, now), { on: true, since: now.toISOString() })
  assert.deepEqual(recordingState(root), { on: true, since: now.toISOString() })
  setRecording(root, false, now)
  assert.equal(recordingState(root).on, false)
  const file = join(root, '.hookbench', 'recording.json')
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).v, 1)
  assert.ok(existsSync(file))
})

test('a state file that cannot be used means off, and says so', (t) => {
  const root = temporary(t)
  setRecording(root, true)
  for (const text of ['', '{"v":1}', '{"v":9,"on":true}', 'null']) {
    writeFileSync(join(root, '.hookbench', 'recording.json'), text)
    const { on, problem } = recordingState(root)
    assert.equal(on, false, text)
    assert.match(problem ?? '', /recording\.json: .*`record on`/)
  }
})
