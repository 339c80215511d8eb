// The observed behavior of real agents against Hookbench's predictions: every kept case agrees, and the comparison
// detects a case that does not.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type AgentCase, casesOf } from '../../scripts/agents/agentCase.ts'
import { compareCase, isNotable, matches } from '../../scripts/agents/compareCase.ts'
import { reportOn } from '../../scripts/agents/predict.ts'
import { predictCase } from '../../scripts/agents/predictCase.ts'

const folder = join(import.meta.dirname, 'cases')

for (const name of readdirSync(folder)) {
  test(`${name}: every case is predicted as it was observed`, async () => {
    const { cases, unreadable } = casesOf(readFileSync(join(folder, name), 'utf8'))
    assert.deepEqual(unreadable, [])
    assert.ok(cases.length > 0, 'there are cases')
    const { differences, unpredictedIds } = await reportOn(cases)
    assert.deepEqual(differences, [])
    assert.deepEqual(unpredictedIds, [])
  })
}

const one = casesOf(readFileSync(join(folder, 'claude-code.jsonl'), 'utf8')).cases.find(({ id }) =>
  id.endsWith('/pre_deny_exit2/PreToolUse'),
) as AgentCase

/** The fields in which the case differs when it was observed like this instead. */
async function differing(observed: Partial<AgentCase['observed']>): Promise<readonly string[]> {
  const changed = { ...one, observed: { ...one.observed, ...observed } }
  const prediction = await predictCase(changed)
  assert.ok(prediction !== undefined)
  return compareCase(changed, prediction).map(({ field }) => field)
}

for (const [what, observed, fields] of [
  ['the operation', { operation: { kind: 'tool', fate: 'ran' } }, ['operation.fate']],
  ['a text for the model that is not there', { model: [] }, ['model']],
  ['another text', { model: [{ text: 'x', where: 'result', role: 'tool' }] }, ['model']],
  ['the run', { run: 'ended' }, ['run']],
  ['whether it fired', { fired: false }, ['fired']],
  [
    'a hook that did not run',
    { hooks: [{ id: 'hook-0', ran: false, why: 'matcher' }] },
    ['hooks.hook-0.ran', 'hooks.hook-0.why'],
  ],
  ['what the person sees', { person: [{ text: 'hello' }] }, ['person']],
  ['nothing', {}, []],
] as const) {
  test(`a difference in ${what} is noticed`, async () => {
    assert.deepEqual(await differing(observed as Partial<AgentCase['observed']>), fields)
  })
}

for (const [predicted, observed, equal] of [
  [' a\n', { text: 'a' }, true],
  ['a b', { text: 'a' }, false],
  ['a b', { text: 'a', match: 'starts' }, true],
  ['x a b', { text: 'a', match: 'contains' }, true],
  ['run ./x: no', { text: 'run {{command:hook-0}}: {{any}}' }, true],
  ['a.c', { text: 'abc' }, false],
] as const) {
  test(`"${predicted.trim()}" ${equal ? 'is' : 'is not'} "${observed.text}"`, () => {
    assert.equal(matches(predicted, observed, [{ id: 'hook-0', command: './x' }]), equal)
  })
}

test('a case is notable where "all hooks ran and nothing happened" is wrong', () => {
  const quiet = {
    fired: true,
    hooks: [{ id: 'hook-0', ran: true }],
    operation: { kind: 'tool', fate: 'ran' },
    model: [],
  }
  assert.equal(isNotable({ observed: quiet }), false)
  assert.equal(isNotable({ observed: { ...quiet, operation: { kind: 'tool', fate: 'blocked' } } }), true)
  assert.equal(isNotable({ observed: { ...quiet, hooks: [{ id: 'hook-0', ran: false }] } }), true)
  assert.equal(isNotable({ observed: { ...quiet, run: 'ended' } }), true)
})

test('a host or an event that is not known is not predicted, and breaks nothing', async () => {
  const { unpredictedIds, agree } = await reportOn([
    { ...one, host: { name: 'nobody', version: '1' } },
    { ...one, event: { ...one.event, name: 'constructor' } },
  ])
  assert.equal(unpredictedIds.length, 2)
  assert.equal(agree, 0)
})

test('lines that are no cases are named by their number', () => {
  assert.deepEqual(casesOf('{"id":1}\n\nnot json').unreadable, [1, 3])
})
