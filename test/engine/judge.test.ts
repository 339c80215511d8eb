// A copy of the payload is no replacement, and nothing else that came with it is lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '../../runtime/contract/verdict.ts'
import { onlyReplaces, withoutCopy } from '../../runtime/engine/judge.ts'

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
