// The input that an operation proceeds with after hooks changed it, normalized across the hosts' names for tools and
// fields so that hosts can be compared.

import type { Dialect } from './dialect.ts'
import { hasInput, takesChange } from './effectWords.ts'
import type { EventRecord } from './eventRecord.ts'
import { isObject, valueAt } from './json.ts'
import type { Outcome } from './outcome.ts'
import { readCall } from './translate/commonCall.ts'

/** The changed input as JSON; undefined where no hook changed it. */
export function rewriteOf(host: Dialect, { event, payload, changed, effect }: Outcome): string | undefined {
  const record = host.events[event]
  if (record === undefined || !changed || effect?.operation === undefined) return undefined
  return takesChange(effect.operation) ? JSON.stringify(subjectIn(payload, host, record)) : undefined
}

/** The same as the end of a sentence about the operation; `rewritten` is undefined where the input is unchanged. */
export function rewriteWords({ effect }: Outcome, rewritten: string | undefined): string {
  const isInput = effect?.operation !== undefined && hasInput(effect.operation)
  if (rewritten === undefined) return isInput ? ' with its input as it was' : ', as it was'
  const text = rewritten.length > MOST ? `${rewritten.slice(0, MOST - 1)}…` : rewritten
  return isInput ? ` with ${text}` : `, as ${text}`
}

const MOST = 120

function subjectIn(payload: unknown, host: Dialect, record: EventRecord): unknown {
  const { common } = record
  const call = readCall(payload, host, record)
  if (call === undefined) return valueAt(payload, common.prompt ?? common.messages ?? common.input ?? '')
  if (Object.keys(call.fields).length === 0) return call.input
  const own = isObject(call.input) ? call.input : {}
  return { ...call.fields, ...Object.fromEntries(call.rest.map((key) => [key, own[key]])) }
}
