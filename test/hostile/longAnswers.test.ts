// Long, repetitive texts in the output of an entry, in its answer and in the payload: every host judges them in time that
// grows as the text does, and a call whose condition cannot be evaluated still reaches its guard.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { isObject } from '../../runtime/contract/json.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { Raw } from '../../runtime/contract/verdict.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine } from '../../runtime/engine/engine.ts'
import { entryHook } from '../support/entry.ts'
import { full, type Shape } from '../support/shapes.ts'

const LENGTH = 50_000
/** Many times what the slowest firing takes, and a fraction of what it would take if its time grew as the square. */
const MOST_MS = 500
const SILENT: Raw = { exitCode: 0, stdout: '', stderr: '' }

const units = [
  ...[' ', '\n', '\t', ' \n', '\r', '\uFEFF', '\uFFFD', '"', "'", '\\', '`', '(', '$(', '{"a":', '['],
  ...['<', ' >', '>', ';', '=', 'a=b ', '/', 'a/', '../', '_', 'A', '1', '.', ',', '-', '\u001b[1m'],
]

function fire(
  dialect: Dialect,
  event: string,
  entries: readonly Partial<HookEntry>[],
  raw: Raw,
  payload: unknown,
) {
  const hooks = entries.map((entry, index) =>
    entryHook(event, `hook${index}`, { host: dialect.id, ...entry }),
  )
  const ran: string[] = []
  const engine = createEngine({
    executorOf: () => ({
      run(call) {
        ran.push(call.hook.name)
        call.done({ kind: 'returned', result: undefined, raw })
      },
      cancel() {},
      async close() {},
    }),
    trusts: () => undefined,
  })
  const record = dialect.events[event] as EventRecord
  return { outcome: engine.fire(chainOf(dialect, event, record, hooks), payload), ran }
}

/** The same value with this text in place of every text in it. */
function filled(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text
  if (Array.isArray(value)) return value.map((item) => filled(item, text))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, filled(field, text)]))
}

function* firingsOf(
  event: string,
  record: EventRecord,
  text: string,
): Generator<readonly [string, Raw, unknown]> {
  const payload = record.example as Readonly<Record<string, unknown>>
  yield ['in the output', { exitCode: 0, stdout: text, stderr: text }, payload]
  yield ['in the reason', { exitCode: 2, stdout: '', stderr: text }, payload]
  const answer = JSON.stringify(filled(full(record.result as Shape), text))
  yield ['in the answer', { exitCode: 0, stdout: answer, stderr: '' }, payload]
  yield ['in the payload', SILENT, filled(payload, text)]
  if (event !== 'PreToolUse') return
  const tool_input = { command: text, file_path: text }
  for (const tool_name of ['Bash', 'Edit'])
    yield [`in a call of ${tool_name}`, SILENT, { ...payload, tool_name, tool_input }]
}

for (const id of dialectIds) {
  const dialect = dialectOf(id) as Dialect
  if (dialect.host === undefined) continue
  test(`${dialect.title} judges long texts in time that grows as they do`, async () => {
    const slow: string[] = []
    const conditions = id === 'claude-code' ? ['Bash(git *)', 'Edit(src/**)'] : [undefined]
    for (const [event, record] of Object.entries(dialect.events))
      for (const unit of units) {
        const text = `a${unit.repeat(LENGTH / unit.length)}b`
        for (const [where, raw, payload] of firingsOf(event, record, text)) {
          const before = process.threadCpuUsage()
          const entries = conditions.map((condition) => ({ fields: { if: condition } }))
          await fire(dialect, event, entries, raw, payload).outcome
          const { user, system } = process.threadCpuUsage(before)
          const ms = (user + system) / 1000
          if (ms > MOST_MS) slow.push(`${event}, ${JSON.stringify(unit)} ${where}: ${Math.round(ms)} ms`)
        }
      }
    assert.deepEqual(slow, [])
  })
}

const claude = dialectOf('claude-code') as Dialect
const example = (claude.events.PreToolUse as EventRecord).example as object

for (const segments of [2_100, 20_000, 200_000])
  test(`a guard is started for a path of ${segments} segments, which its condition cannot be tested on`, async () => {
    const tool_input = { file_path: `${'a/'.repeat(segments)}b`, old_string: 'a', new_string: 'b' }
    const call = { ...example, tool_name: 'Edit', tool_input }
    const entries = [{ fields: { if: 'Edit(src/**)' } }, { fields: { if: 'Bash(git *)' } }]
    const { outcome, ran } = fire(
      claude,
      'PreToolUse',
      entries,
      { ...SILENT, exitCode: 2, stderr: 'no' },
      call,
    )
    const { decision, effect } = (await outcome) as Outcome
    assert.deepEqual(ran, ['hook0'])
    assert.equal(decision, 'deny')
    assert.ok(
      effect?.assumed?.includes(
        '"Edit(src/**)" covers this call: it cannot be evaluated, and then the entry runs',
      ),
      JSON.stringify(effect?.assumed),
    )
  })

for (const [length, decision] of [
  [10, 'pass'],
  [20_000, 'deny'],
] as const)
  test(`a guard whose matcher takes quadratic time, and a command of ${length} words: ${decision}`, async () => {
    const cursor = dialectOf('cursor') as Dialect
    const command = `echo${' a'.repeat(length)}`
    const call = { ...((cursor.events.beforeShellExecution as EventRecord).example as object), command }
    const { outcome } = fire(
      cursor,
      'beforeShellExecution',
      [{ matcher: '(curl|wget).*\\|.*sh' }],
      { ...SILENT, exitCode: 2, stderr: 'no' },
      call,
    )
    assert.equal((await outcome)?.decision, decision)
  })

test('a guard is started where the evaluation of a condition fails, and the other entries as usual', async () => {
  const host = claude.host as NonNullable<Dialect['host']>
  const failing: Dialect = {
    ...claude,
    host: {
      ...host,
      plan(firing, entries) {
        if (entries.some(({ matcher }) => matcher === 'fails'))
          throw new RangeError('Maximum call stack size exceeded')
        return host.plan(firing, entries)
      },
    },
  }
  const entries = [{ matcher: 'Edit' }, { matcher: 'fails' }, { matcher: 'Bash' }]
  const call = { ...example, tool_name: 'Bash', tool_input: { command: 'ls' } }
  const { outcome, ran } = fire(
    failing,
    'PreToolUse',
    entries,
    { ...SILENT, exitCode: 2, stderr: 'no' },
    call,
  )
  const { decision, effect } = (await outcome) as Outcome
  assert.deepEqual(ran, ['hook1', 'hook2'])
  assert.equal(decision, 'deny')
  assert.ok(effect?.assumed?.includes('a condition that could not be evaluated holds'))
})
