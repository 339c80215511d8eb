// The static types that follow from the records. Most of this file is checked by the compiler, not by running it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import {
  dialectIds,
  dialectOf,
  dialectsWith,
  type PayloadOf,
  type ResultOf,
  recordOf,
} from '../../runtime/contract/dialects/index.ts'
import { event } from '../../runtime/contract/eventRecord.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(value: T = true as T): void => assert.equal(value, true)

test('payload types follow from the records', () => {
  holds<Same<PayloadOf<'kodelet', 'before_tool_call'>['invoked_by'], 'main' | 'subagent'>>()
  holds<Same<PayloadOf<'kodelet', 'before_tool_call'>['tool_input'], unknown>>()
  holds<Same<PayloadOf<'kodelet', 'turn_end'>['turn_number'], number>>()
  holds<Same<PayloadOf<'secureyeoman', 'tool_execute_before'>['input'], Record<string, unknown>>>()
  holds<
    Same<PayloadOf<'secureyeoman', 'message_loop_start'>['event'], 'message_loop_start' | 'message_loop_end'>
  >()
  holds<Same<PayloadOf<'kaizen', 'pre_tool_use'>['data']['tool_name'], string>>()
  holds<Same<PayloadOf<'compilr', 'onError'>['error'], Error>>()
  holds<Same<PayloadOf<'compilr', 'onError'>['phase'], 'llm' | 'tool' | 'iteration'>>()
})

test('result types follow from the records', () => {
  holds<Same<ResultOf<'secureyeoman', 'before_llm_call'>, PayloadOf<'secureyeoman', 'before_llm_call'>>>()
  holds<
    Same<
      ResultOf<'secureyeoman', 'tool_execute_before'>,
      PayloadOf<'secureyeoman', 'tool_execute_before'> | null
    >
  >()
  holds<Same<ResultOf<'secureyeoman', 'agent_init'>, void>>()
  holds<Same<ResultOf<'compilr', 'beforeIteration'>['skip'], true>>()
  holds<Same<ResultOf<'kaizen', 'post_tool_use'>['success'], boolean>>()
})

test('what must not compile does not', () => {
  // @ts-expect-error: kodelet has no such event
  type _NoEvent = PayloadOf<'kodelet', 'before_tool_cal'>
  // @ts-expect-error: there is no such dialect
  type _NoDialect = PayloadOf<'kodelett', 'before_tool_call'>

  const blocked: ResultOf<'kodelet', 'before_tool_call'> = {
    // @ts-expect-error: blocked is a boolean
    blocked: 'yes',
  }
  // @ts-expect-error: tool_user_id, cwd and the rest are missing
  const payload: PayloadOf<'kodelet', 'before_tool_call'> = { event: 'before_tool_call' }
  // @ts-expect-error: only beforeIteration's own true skips
  const skip: ResultOf<'compilr', 'beforeIteration'> = { skip: false }
  // @ts-expect-error: a transform cannot answer null
  const nothing: ResultOf<'secureyeoman', 'before_llm_call'> = null
  assert.ok([blocked, payload, skip, nothing])
})

test('a record is checked against itself', () => {
  const words = { summary: '', source: '', common: {}, empty: 'pass', onFailure: 'pass' } as const
  const shapes = { payload: Type.Object({ n: Type.Number() }), result: Type.Object({ no: Type.Boolean() }) }
  const common = { ...words, ...shapes }
  const good = event({ ...common, semantics: 'veto', verdict: () => ({}), example: { n: 1 } })
  // @ts-expect-error: the example lacks n
  event({ ...common, semantics: 'veto', verdict: () => ({}), example: {} })
  // @ts-expect-error: there is no such semantics
  event({ ...common, semantics: 'vote', verdict: () => ({}), example: { n: 1 } })
  // @ts-expect-error: the replacement is not a payload
  event({ ...common, semantics: 'veto', verdict: () => ({ payload: { m: 1 } }), example: { n: 1 } })
  // @ts-expect-error: the result has no field yes
  event({ ...common, semantics: 'veto', verdict: ({ yes }) => ({ handled: yes }), example: { n: 1 } })
  assert.deepEqual(good.verdict({ no: true }, { n: 1 }), {})
})

test('dialects and records are found by name, own names only', () => {
  for (const id of dialectIds) assert.equal(dialectOf(id)?.id, id)
  assert.equal(dialectOf('kodelet')?.id, 'kodelet')
  assert.equal(dialectOf('toString'), undefined)
  assert.equal(recordOf('kodelet', 'constructor'), undefined)
  assert.equal(recordOf('nobody', 'turn_end'), undefined)
  assert.deepEqual(dialectsWith('before_tool_call'), ['kodelet'])
  assert.deepEqual(dialectsWith('__proto__'), [])
})
