// HookResult(…) of Kaizen: an answer whose fields are keyword or positional arguments.

import { child } from '../treeSitter.ts'
import { about, addKeywords, addOpen } from './dicts.ts'
import { mark } from './found.ts'
import { literalIn } from './keys.ts'
import { answer } from './results.ts'
import { lookUp } from './scopes.ts'
import type { FlowState } from './state.ts'
import { type Dict, type FlowValue, type GivenArguments, UNKNOWN } from './values.ts'

const RESULT_FIELDS = ['success', 'data', 'error', 'duration_ms']

/** The answer as a dict; its arguments become spots. */
export function hookResult(given: GivenArguments, flow: FlowState): FlowValue {
  const { call: node } = given
  const more = given.isOpen || given.items.length > 0
  const made: Dict = { kind: 'dict', node, entries: [], more, ...about(flow) }
  addKeywords(made, child(node, 'arguments'), given.names, flow)
  addOpen(made, child(node, 'arguments'), flow)
  for (const [i, part] of given.nodes.entries()) {
    const key = RESULT_FIELDS[i]
    const isTyped =
      part.type === 'identifier' &&
      given.items[i]?.kind === 'unknown' &&
      lookUp(flow.scope, part.text) === undefined
    const range = { start: part.start, end: part.end }
    // The name of an argument that is still being typed.
    if (isTyped && i === given.nodes.length - 1)
      made.entries.push({ key: part.text, range, quote: 'bare', value: UNKNOWN, node: part, read: true })
    const literal = literalIn(part)
    if (key !== undefined && literal !== undefined)
      mark(flow.reading.found, {
        kind: 'value',
        of: 'result',
        ...literal,
        path: [key],
        access: 'write',
        events: flow.events,
        sure: flow.reading.certain,
      })
  }
  answer(made, flow)
  return made
}
