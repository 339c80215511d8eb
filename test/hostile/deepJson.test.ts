// Megabytes of opening brackets, as a recorded line, a message or a hook's answer: refused as what is no JSON, before V8
// takes seconds and gigabytes for them.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { parseExact } from '../../runtime/contract/exactJson.ts'
import { parseJson } from '../../runtime/contract/parseJson.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { loadRecording } from '../../runtime/recordings/read.ts'
import { FrameReader } from '../../runtime/sessions/framing.ts'
import { writeTree } from '../support/tree.ts'

const MANY = 8_000_000
const DEEP = `{"v":1,"kind":"fired","a":${'['.repeat(MANY)}`

// V8 alone takes several seconds for each of these.
async function within<T>(ms: number, run: () => T | Promise<T>): Promise<T> {
  const since = performance.now()
  const result = await run()
  assert.ok(performance.now() - since < ms, `took ${Math.round(performance.now() - since)} ms`)
  return result
}

const TEXTS: Readonly<Record<string, string>> = {
  arrays: '['.repeat(MANY),
  objects: '{"a":'.repeat(MANY / 5),
  'arrays that end': '['.repeat(MANY / 2) + ']'.repeat(MANY / 2),
  'behind a text with quotes and backslashes': `["\\"\\\\", ${'['.repeat(MANY)}`,
}

for (const [what, text] of Object.entries(TEXTS))
  test(`a text that is nested too deeply is refused at once: ${what}`, async () => {
    for (const parse of [parseJson, parseExact])
      await within(1500, () => assert.throws(() => parse(text), /nested deeper than 100000 levels/))
  })

test('brackets in texts are no levels, and a hundred thousand levels are read', () => {
  const brackets = { a: `${'['.repeat(50_000)}"\\`, [`{"[`.repeat(20_000)]: '\\"'.repeat(9000), b: ['\\'] }
  assert.deepEqual(parseJson(JSON.stringify(brackets)), brackets)
  assert.ok(Array.isArray(parseJson('['.repeat(100_000) + ']'.repeat(100_000))))
  const flat = Array.from({ length: 30_000 }, () => [[{}]])
  assert.deepEqual(parseJson(JSON.stringify(flat)), flat)
})

test('a recorded line that is nested too deeply is passed over', async (t) => {
  const tree = writeTree('//- /\n')
  t.after(tree.remove)
  const path = tree.at('/r.ndjson')
  const header = JSON.stringify({ v: 1, kind: 'recording', hookbench: '0', startedAt: '', session: 's' })
  writeFileSync(path, `${header}\n${'['.repeat(MANY)}\n${DEEP}\n`)
  const { events, problems } = await within(2500, () => loadRecording(path))
  assert.deepEqual([events.length, problems.length], [0, 2])
})

test('a message that is nested too deeply is refused', async () => {
  const input = new PassThrough()
  const reader = new FrameReader(input, () => 2 * MANY)
  const failed = new Promise<string>((resolve) => reader.onError(({ message }) => resolve(message)))
  reader.listen(() => {})
  const why = await within(1500, () => {
    input.write(`Content-Length: ${DEEP.length}\r\n\r\n${DEEP}`)
    return failed
  })
  assert.match(why, /not JSON: it is nested deeper/)
})

test('a hook whose answer is nested too deeply does not hold up the runtime', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    { "hooks": { "PreToolUse": [{ "hooks": [
      { "type": "command", "command": "printf '{\\"a\\":'; head -c ${MANY} /dev/zero | tr '\\\\0' '['" }
    ] }] } }
  `)
  t.after(tree.remove)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(() => workspace.close())
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }
  const outcome = await within(4000, () => workspace.fire('PreToolUse', payload, { dialect: 'claude-code' }))
  assert.equal(outcome.decision, 'pass')
})
