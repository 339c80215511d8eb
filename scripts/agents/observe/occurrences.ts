// Finds the occurrences of a scenario's event in a run: from the payloads of its hooks or, if none ran, from the plain
// run of the situation.

import { defined } from '../../../runtime/contract/defined.ts'
import type { CaseObject } from './case.ts'
import type { AgentRun } from './run.ts'
import type { ObservedCall } from './standIn.ts'

/** One occurrence of an event: its payload, the hook calls, and how many requests preceded it. */
export type Occurrence = {
  readonly callId?: string
  readonly payload: CaseObject
  readonly requestsBefore: number
  readonly calls: readonly ObservedCall[]
}

export function occurrences(run: AgentRun, hooks: readonly string[]): readonly Occurrence[] {
  const groups: ObservedCall[][] = []
  for (const call of run.calls.filter(({ hook }) => hooks.includes(hook))) {
    const open = groups.filter((calls) => calls.every(({ hook }) => hook !== call.hook))
    const group =
      open.find((calls) => isSameEvent(calls, call)) ?? open.find((calls) => isSameTime(calls, call))
    if (group === undefined) groups.push([call])
    else group.push(call)
  }
  return groups.map((calls) => {
    const { payload, startedAt, callId } = calls[0] as ObservedCall
    const made = run.requests.filter(({ at }) => at <= startedAt).length
    // A background hook may start after the request that already contains the result of its call.
    const answered = run.requests.findIndex(({ parts }) => parts.some((part) => part.callId === callId))
    const requestsBefore = callId === undefined || answered === -1 ? made : Math.min(made, answered)
    return { ...defined({ callId }), payload, requestsBefore, calls }
  })
}

/** Whether two hooks were called for the same event: the same call or the same payload. */
const isSameEvent = ([first]: readonly ObservedCall[], { callId, payload }: ObservedCall) =>
  callId !== undefined ? first?.callId === callId : JSON.stringify(first?.payload) === JSON.stringify(payload)

/** An earlier hook of the event may have changed the payload, so the timestamps are compared. */
function isSameTime([first]: readonly ObservedCall[], { payload }: ObservedCall): boolean {
  const at = instantOf(payload)
  return at !== undefined && first !== undefined && instantOf(first.payload) === at
}

/** In milliseconds; spellings of the event use two different forms. */
function instantOf({ timestamp }: CaseObject): number | undefined {
  return typeof timestamp === 'string' ? Date.parse(timestamp) : (timestamp as number | undefined)
}

/** Occurrences of the plain run that this run reached as well, and those of this run only. */
export function merged(
  expected: readonly Occurrence[],
  seen: readonly Occurrence[],
  run: AgentRun,
): readonly Occurrence[] {
  const left = [...seen]
  const reached = expected.flatMap((occurrence, index) => {
    const at = left.findIndex((one) =>
      occurrence.callId === undefined ? seen.indexOf(one) === index : one.callId === occurrence.callId,
    )
    if (at >= 0) return left.splice(at, 1)
    const none = { ...occurrence, calls: [] }
    return seen.length === 0 || occurrence.callId !== undefined
      ? run.requests.length >= occurrence.requestsBefore
        ? [none]
        : []
      : []
  })
  return [...reached, ...left].toSorted(
    (one, other) =>
      one.requestsBefore - other.requestsBefore ||
      (one.callId ?? '').localeCompare(other.callId ?? '', 'en', { numeric: true }),
  )
}
