// The outcome to compare with when the user overrides payload fields: fields that no hook changed take the
// new value, and fields that a hook rewrote keep the rewritten one.

import { sameJson } from '../contract/json.ts'
import type { Outcome } from '../contract/outcome.ts'
import { valueAtPath, withSet } from './set.ts'

type Set = Readonly<Record<string, unknown>>

/** The payload that hooks returned, adjusted for an input with these fields set. */
export function overriddenPayload(payload: unknown, input: unknown, set: Set): unknown {
  if (payload === undefined) return undefined
  let copy: unknown = payload
  for (const [path, value] of Object.entries(set)) {
    if (!sameJson(valueAtPath(payload, path), valueAtPath(input, path))) continue
    try {
      copy = withSet(copy, { [path]: value })
    } catch {
      // A rewritten payload without a place for the field counts as different.
    }
  }
  return copy
}

/** The recorded outcome, adjusted for an input with these fields set. */
export function overriddenOutcome(outcome: Outcome, input: unknown, set: Set): Outcome {
  return {
    ...outcome,
    payload: overriddenPayload(outcome.payload, input, set),
    hooks: outcome.hooks.map((run) =>
      run.verdict?.payload === undefined
        ? run
        : {
            ...run,
            verdict: { ...run.verdict, payload: overriddenPayload(run.verdict.payload, input, set) },
          },
    ),
  }
}
