// One hook, one payload: what the engine hands to an executor, and what it asks of one.

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
  /** The same for all calls of one firing, and of no other; absent for a call on its own. */
  readonly firing?: object | undefined
  /** The hook's working directory; undefined leaves it to the executor. */
  readonly cwd: string | undefined
  /** Aborted when the engine gives up on this call. Created when first asked for. */
  readonly signal: AbortSignal
  /** Says what the hook came to. Exactly once counts; anything later is ignored. */
  done(attempt: Attempt): void
}

export type GiveUp = 'timeout' | 'aborted'

/** Runs one hook on one payload. Never throws; everything it has to say it says through `call.done`. */
export type Executor = {
  run(call: Call): void
  /** Stops the hook for real, then calls `done` with a failure of this reason without delay. */
  cancel(call: Call, reason: GiveUp): void
  /** Ends every process and worker of this executor. Calls in flight end as `aborted`. */
  close(): Promise<void>
}

/** The failure of a hook that was given up on. */
export function gaveUp(call: { readonly timeoutMs: number }, reason: GiveUp): Attempt & { kind: 'failed' } {
  const message = reason === 'timeout' ? `did not answer within ${call.timeoutMs} ms` : 'was cancelled'
  return { kind: 'failed', reason, message }
}
