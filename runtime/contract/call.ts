// The interface between engine and executors: one call of one hook on one payload.

import type { Dialect } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import type { Hook } from './hook.ts'
import type { Attempt } from './verdict.ts'

export type Call = {
  readonly hook: Hook
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly payload: unknown
  readonly timeoutMs: number
  /** Identifies the firing: the same object for all its calls; absent for a single call outside of a firing. */
  readonly firing?: object | undefined
  /** The hook's working directory; where undefined, the executor chooses. */
  readonly cwd: string | undefined
  /** Aborted when the engine gives up on this call. Created on first access. */
  readonly signal: AbortSignal
  /** Reports the hook's attempt. Only the first call counts; later ones are ignored. */
  done(attempt: Attempt): void
}

export type GiveUp = 'timeout' | 'aborted'

/** Runs one hook on one payload. Never throws; reports everything through `call.done`. */
export type Executor = {
  run(call: Call): void
  /** Terminates the hook (process group, worker or interpreter), then immediately calls `done` with this reason. */
  cancel(call: Call, reason: GiveUp): void
  /** Ends every process and worker of this executor. Calls in flight end as `aborted`. */
  close(): Promise<void>
}

/** The failure of a hook whose call was cancelled. */
export function gaveUp(call: { readonly timeoutMs: number }, reason: GiveUp): Attempt & { kind: 'failed' } {
  const message = reason === 'timeout' ? `did not answer within ${call.timeoutMs} ms` : 'was cancelled'
  return { kind: 'failed', reason, message }
}

/** A timer that fires later than this, in milliseconds, was held up by a blocked event loop. */
const LATE_MS = 50
const MOST_MS = 5000

/**
 * How long to wait on for an answer, in milliseconds, when the timer of its time limit fired `late`: a hook may have
 * answered while the event loop was blocked, or may still wait for the rest of its payload. As long as the loop was
 * blocked, at most 5,000. Undefined if the timer was on time.
 */
export function graceAfter(late: number): number | undefined {
  return late > LATE_MS ? Math.min(late, MOST_MS) : undefined
}
