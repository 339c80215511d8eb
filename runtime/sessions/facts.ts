// Session facts: values that an agent passes once, at session/start, and that are added to every payload.
// Only fields that the event's record declares and the payload omits are filled in.

import type { EventRecord } from '../contract/eventRecord.ts'
import { isObject } from '../contract/json.ts'

export type SessionFacts = {
  readonly conversation?: string | undefined
  readonly cwd?: string | undefined
  /** Whether a subagent fires. */
  readonly subagent?: boolean | undefined
  readonly recipe?: string | undefined
}

/** The payload with the session's facts added where it omits them; the same reference if nothing is added. */
export function withFacts(payload: unknown, { common }: EventRecord, facts: SessionFacts): unknown {
  if (!isObject(payload)) return payload
  const values: readonly (readonly [string | undefined, unknown])[] = [
    [common.session, facts.conversation],
    [common.cwd, facts.cwd],
    [common.invokedBy, facts.subagent === true ? 'subagent' : 'main'],
    [common.recipe, facts.recipe],
  ]
  let filled = payload
  for (const [path, value] of values) {
    if (path !== undefined && value !== undefined) filled = fill(filled, path.split('.'), value)
  }
  return filled
}

function fill(at: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [field, ...rest] = path
  if (field === undefined) return at
  const inner = Object.hasOwn(at, field) ? at[field] : undefined
  if (rest.length === 0) return inner === undefined ? { ...at, [field]: value } : at
  return isObject(inner) ? { ...at, [field]: fill(inner, rest, value) } : at
}
