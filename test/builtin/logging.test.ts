// The `logging` hook: what it prints at each level.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBuiltins } from '../../runtime/builtin/builtins.ts'
import { noBuiltins } from '../../runtime/contract/builtin.ts'
import { dialectOf } from '../../runtime/contract/dialects/index.ts'
import { defaultSettings, type Settings } from '../../runtime/contract/settings.ts'
import { hookAt, runOnce } from '../support/call.ts'

type Logging = Settings['builtin']['logging']

const payload = { conv_id: 'c1', tool_name: 'bash', tool_input: { command: 'ls' } }
const line = 'kodelet before_tool_call session=c1 tool=bash'

const levels: readonly (readonly [string, Logging, readonly string[]])[] = [
  ['DEBUG', { level: 'DEBUG' }, [`[DEBUG] ${line} ${JSON.stringify(payload)}`]],
  ['INFO', { level: 'INFO' }, [`[INFO] ${line}`]],
  ['WARNING', { level: 'WARNING' }, []],
  ['ERROR', { level: 'ERROR' }, []],
  ['off', false, []],
]

/** The lines printed for one event. */
async function printed(logging: Logging, rehearsal: boolean, given: object = payload) {
  const dialect = dialectOf('kodelet')
  assert.ok(dialect !== undefined)
  const lines: string[] = []
  const settings = { ...defaultSettings, builtin: { ...noBuiltins, logging } }
  const builtins = openBuiltins({
    root: '/',
    settings: () => settings,
    say: (text) => lines.push(text),
    redact: (text) => text,
    rehearsal,
  })
  const hook = { ...hookAt('', 'builtin'), name: 'logging' }
  const { kind } = await runOnce(builtins, hook, { dialect, event: 'before_tool_call', payload: given })
  assert.equal(kind, 'returned')
  await builtins.close()
  return lines
}

for (const [level, logging, lines] of levels) {
  test(`level ${level}: ${lines.length} lines`, async () => {
    assert.deepEqual(await printed(logging, false), lines)
  })
}

test('a rehearsal prints nothing', async () => {
  assert.deepEqual(await printed({ level: 'DEBUG' }, true), [])
})

test('of a long payload the first 2000 characters are printed', async () => {
  const [text = ''] = await printed({ level: 'DEBUG' }, false, { ...payload, more: 'x'.repeat(5000) })
  assert.equal(text.length, `[DEBUG] ${line} `.length + 2000)
})
