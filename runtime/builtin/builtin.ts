// The type of a built-in hook, and how its finding becomes a result: in the event's own format where it has one.

import type { Call } from '../contract/call.ts'
import { defined } from '../contract/defined.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import { isObject } from '../contract/json.ts'
import type { Settings } from '../contract/settings.ts'
import type { Verdict } from '../contract/verdict.ts'

/** The finding of a built-in hook; undefined means no opinion and no data. */
export type BuiltinFinding = {
  readonly data?: Readonly<Record<string, unknown>>
  /** What is wrong: denies where the event can be denied, and becomes a note elsewhere. */
  readonly objection?: string
}

/** Examines one event. An exception counts as a failure of the hook. */
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

/** The verdict of a finding: a denial at veto events, else a note. */
export function verdictOf({ objection }: BuiltinFinding, record: EventRecord): Verdict {
  if (objection === undefined) return {}
  return record.semantics === 'veto' ? { decision: 'deny', reason: objection } : { notes: [objection] }
}
