// Comparing an outcome with the text of a recording: recognized in the form that engine and recorder write today, and
// never mistaken for another.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { createEngine } from '../../runtime/engine/engine.ts'
import { pathInId, stepLine } from '../../runtime/recordings/format.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { equalText } from '../../runtime/replay/bulk/textEquality.ts'

const dialect = dialectOf('secureyeoman') as Dialect
const event = 'tool_execute_before'
const record = recordOf('secureyeoman', event) as EventRecord

type Answer = (payload: { readonly toolName: string; readonly input: object }) => unknown

/** The outcome of a chain of these handlers, and the recorded lines for it. */
async function fired(handlers: readonly Answer[]) {
  const redactor = createRedactor(defaultSettings.redaction)
  const hooks = handlers.map((handler, order): Hook => {
    const id = `secureyeoman:workspace:${order}.mjs`
    const rest = { source: 'workspace', runner: 'in-process', state: 'active', timeoutMs: 1000 } as const
    const path = `/w/${order}.mjs`
    return {
      id,
      name: `${order}`,
      path,
      dialect: 'secureyeoman',
      events: [event],
      order,
      files: [],
      handler,
      ...rest,
    }
  })
  const lines: string[] = []
  const engine = createEngine({ executorOf: () => assert.fail(), trusts: () => undefined })
  const outcome = await engine.fire(chainOf(dialect, event, record, hooks), record.example, {
    emit: (step) => lines.push(stepLine(step, redactor, pathInId)),
  })
  const finished = lines.filter((line) => line.includes('"kind":"finished"'))
  return { outcome, finished, settled: lines.at(-1) ?? '' }
}

const chains: Readonly<Record<string, readonly Answer[]>> = {
  'nobody answers': [],
  'a pass': [(ctx) => ctx],
  'a replacement': [(ctx) => ({ ...ctx, toolName: 'ü "quoted" 😀' })],
  'two replacements, and a pass': [
    (ctx) => ({ ...ctx, toolName: 'other' }),
    async (ctx) => ctx,
    (ctx) => ({ ...ctx, input: { ...ctx.input, more: [1, { two: null }] } }),
  ],
  'a denial': [() => null],
}

test('an outcome is recognised in the words that it is recorded in', async () => {
  for (const [title, handlers] of Object.entries(chains)) {
    if (title === 'a denial') continue
    const { outcome, finished, settled } = await fired(handlers)
    assert.equal(equalText(outcome, finished, settled), true, title)
    const again = await fired(handlers)
    assert.equal(equalText(again.outcome, finished, settled), true, `${title}, at another time`)
  }
})

test('the outcome of another chain is not', async () => {
  const all = await Promise.all(Object.values(chains).map(fired))
  for (const one of all) {
    for (const other of all) {
      if (one !== other) assert.equal(equalText(one.outcome, other.finished, other.settled), false)
    }
  }
})

test('nor is one that differs in a single field, nor a line with more in it', async () => {
  const { outcome, finished, settled } = await fired(chains['a replacement'] ?? [])
  const [run] = outcome.hooks
  assert.ok(run !== undefined)
  const others: readonly Partial<Outcome>[] = [
    { decision: 'deny' },
    { reason: 'no' },
    { changed: false },
    { context: ['more'] },
    { payload: { ...(outcome.payload as object), toolName: 'x' } },
    { hooks: [{ ...run, id: 'another' }] },
    { hooks: [{ ...run, verdict: undefined }] },
    { hooks: [{ ...run, status: 'failed', failure: 'crashed' }] },
    { hooks: [{ ...run, verdict: { ...run.verdict, decision: 'allow' } }] },
  ]
  for (const other of others) assert.equal(equalText({ ...outcome, ...other }, finished, settled), false)
  const masked = settled.replace(/\}$/, ',"masked":["reason"]}')
  assert.equal(equalText(outcome, finished, masked), false)
  for (let length = 0; length < settled.length; length++) {
    assert.equal(equalText(outcome, finished, settled.slice(0, length)), false)
  }
})
