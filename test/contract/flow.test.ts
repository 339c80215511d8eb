// How the verdicts of several hooks combine: the laws that every merge and every cap must satisfy.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kodelet } from '../../runtime/contract/dialects/kodelet.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import { capped, flowOf, mergeVerdicts } from '../../runtime/contract/flow.ts'
import type { Decision, Verdict } from '../../runtime/contract/verdict.ts'
import { fc } from '../support/property.ts'

const decisions: readonly Decision[] = ['allow', 'ask', 'deny', 'stop']
const strength = (verdict: Verdict) =>
  verdict.decision === undefined ? -1 : decisions.indexOf(verdict.decision)

const texts = fc.array(fc.string({ maxLength: 3 }), { maxLength: 2 })

const verdicts: fc.Arbitrary<Verdict> = fc
  .record(
    {
      decision: fc.constantFrom(...decisions),
      reason: fc.string({ maxLength: 4 }),
      payload: fc.record({ n: fc.nat(9) }, { noNullPrototype: true }),
      answer: fc.record({ success: fc.boolean() }, { noNullPrototype: true }),
      handled: fc.boolean(),
      error: fc.record({ message: fc.string({ maxLength: 3 }) }, { noNullPrototype: true }),
      context: texts,
      notes: texts,
      followUps: texts,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  // A reason exists only with a decision.
  .map(({ reason, ...rest }) =>
    rest.decision === undefined || reason === undefined ? rest : { ...rest, reason },
  )

/** Without empty fields. */
const stripped = (verdict: Verdict) =>
  Object.fromEntries(
    Object.entries(verdict).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )

const law = (sentence: string, check: (one: Verdict, two: Verdict, three: Verdict) => void) =>
  test(sentence, () => fc.assert(fc.property(verdicts, verdicts, verdicts, check), { numRuns: 300 }))

law('merging is associative', (one, two, three) => {
  const left = mergeVerdicts(mergeVerdicts(one, two), three)
  const right = mergeVerdicts(one, mergeVerdicts(two, three))
  assert.deepEqual(stripped(left), stripped(right))
})

law('a verdict that says nothing changes nothing', (one) => {
  assert.deepEqual(stripped(mergeVerdicts({}, one)), stripped(one))
  assert.deepEqual(stripped(mergeVerdicts(one, {})), stripped(one))
})

law('the strongest decision wins, wherever it stands', (one, two, three) => {
  const merged = [one, two, three].reduce((soFar, next) => mergeVerdicts(soFar, next))
  assert.equal(strength(merged), Math.max(strength(one), strength(two), strength(three)))
})

law('the reason is that of the first hook with the winning decision', (one, two, three) => {
  const all = [one, two, three]
  const merged = all.reduce((soFar, next) => mergeVerdicts(soFar, next))
  const winner = all.find((verdict) => strength(verdict) === strength(merged))
  assert.equal(merged.reason, winner?.reason)
})

law('the last replacement wins and no text is lost', (one, two) => {
  const merged = mergeVerdicts(one, two)
  assert.equal(merged.payload, two.payload ?? one.payload)
  for (const field of ['context', 'notes', 'followUps'] as const) {
    assert.deepEqual(merged[field] ?? [], [...(one[field] ?? []), ...(two[field] ?? [])])
  }
})

law('merging leaves both verdicts alone', (one, two) => {
  const copies = structuredClone([one, two])
  mergeVerdicts(one, two)
  assert.deepEqual([one, two], copies)
})

law('an observer never decides, replaces or answers', (one) => {
  const { decision, reason, payload, answer } = capped(one, 'observe')
  assert.deepEqual([decision, reason, payload, answer], [undefined, undefined, undefined, undefined])
})

law('a transform neither denies nor asks, and may still allow and stop', (one) => {
  const { decision } = capped(one, 'transform')
  assert.equal(decision, one.decision === 'deny' || one.decision === 'ask' ? undefined : one.decision)
  assert.equal(capped(one, 'transform').payload, one.payload)
})

law('a veto may say everything', (one) => {
  assert.equal(capped(one, 'veto'), one)
})

law('a cap takes no text away and works once', (one) => {
  for (const semantics of ['observe', 'transform', 'veto'] as const) {
    const { context, notes, followUps } = capped(one, semantics)
    assert.deepEqual([context, notes, followUps], [one.context, one.notes, one.followUps])
    assert.deepEqual(capped(capped(one, semantics), semantics), capped(one, semantics))
  }
})

test('the flow follows the semantics', () => {
  const { agent_init, before_llm_call, tool_execute_before } = secureyeoman.events
  const flow = (record: typeof agent_init | typeof before_llm_call | typeof tool_execute_before) => {
    const { run, sees, endsAt } = flowOf(secureyeoman, record as never)
    return [run, sees, endsAt]
  }
  assert.deepEqual(flow(agent_init), ['parallel', 'original', 'never'])
  assert.deepEqual(flow(before_llm_call), ['sequential', 'previous', 'never'])
  assert.deepEqual(flow(tool_execute_before), ['sequential', 'previous', 'deny'])
})

test('a dialect has a word in the flow, and the record the last one', () => {
  const { agent_stop } = kodelet.events
  assert.equal(flowOf(kodelet, agent_stop).run, 'sequential')
  assert.equal(flowOf(kodelet, { ...agent_stop, flow: { run: 'parallel' } }).run, 'parallel')
})
