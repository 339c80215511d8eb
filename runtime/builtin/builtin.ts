// What a built-in hook is, and how its answer reaches the agent: as the event's own result where the event has one.

import type { Call } from '../contract/call.ts'
import { defined } from '../contract/defined.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import { isObject } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import type { Verdict } from '../contract/verdict.ts'

/** What a built-in hook found out; nothing at all is no opinion and nothing to tell. */
export type BuiltinFinding = {
  readonly data?: Readonly<Record<string, unknown>>
  /** What is wrong: it denies where the event can be denied, and is told elsewhere. */
  readonly objection?: string
}

/** Looks at one event. What it throws is its failure. */
export type BuiltinLook = (call: Call, settings: Settings) => BuiltinFinding | undefined

/** The wire result of a finding: ADR-010's HookResult where the event's hooks answer with one, otherwise the data. */
export function resultOf({ data, objection }: BuiltinFinding, record: EventRecord): unknown {
  const { properties } = record.result as { readonly properties?: unknown }
  if (!isObject(properties) || !('success' in properties) || !('data' in properties)) return data
  return {
    success: objection === undefined,
    ...defined({ data, error: objection }),
  }
}

/** The verdict of a finding. */
export function verdictOf({ objection }: BuiltinFinding, record: EventRecord): Verdict {
  if (objection === undefined) return {}
  return record.semantics === 'veto' ? { decision: 'deny', reason: objection } : { notes: [objection] }
}
