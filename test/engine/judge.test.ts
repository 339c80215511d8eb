// A returned copy of the payload is not a replacement; everything else in the answer is kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Verdict } from '../../runtime/contract/verdict.ts'
import { chainOf } from '../../runtime/engine/chain.ts'
import { onlyReplaces, verdictOf, withoutCopy } from '../../runtime/engine/judge.ts'

const payload = { tool: 'bash', args: ['ls'] }
const beside: readonly Verdict[] = [
  { decision: 'deny' },
  { answer: 'done' as never },
  { handled: true },
  { error: { name: 'Error', message: 'no' } as never },
  { context: ['read this'] },
  { notes: ['seen'] },
  { followUps: ['go on'] },
  { run: 'end' as never },
]

for (const rest of beside) {
  const [key = ''] = Object.keys(rest)
  test(`a copy goes, ${key} stays`, () => {
    const verdict = { payload: structuredClone(payload), ...rest }
    assert.equal(onlyReplaces(verdict), false)
    assert.deepEqual(withoutCopy(verdict, payload), rest)
  })
}

test('another payload is a replacement, and a verdict of a copy alone says nothing', () => {
  const other: Verdict = { payload: { tool: 'write' } }
  assert.equal(onlyReplaces(other), true)
  assert.equal(withoutCopy(other, payload), other)
  assert.deepEqual(withoutCopy({ payload: structuredClone(payload) }, payload), {})
})

test('the payload handed back is an answer where one is expected, and a wrong shape elsewhere', () => {
  const judged = (id: string, event: string, wrong: object) => {
    const [dialect, record] = [dialectOf(id), recordOf(id, event)]
    assert.ok(dialect !== undefined && record !== undefined)
    return verdictOf(chainOf(dialect, event, record, []), wrong, wrong)
  }
  assert.deepEqual(judged('secureyeoman', 'stream_chunk', { chunk: 7 }), {})
  assert.match(
    (judged('kodelet', 'before_tool_call', { blocked: 'yes' }) as { why: string }).why,
    /wrong shape/,
  )
})
