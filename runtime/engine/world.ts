// What the engine depends on: clock, watchdog, executors and trust, all passed in.

import type { Executor } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Trusts } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Watchdog } from './watchdog.ts'

export type EngineWorld = {
  readonly clock: Clock
  readonly watchdog: Watchdog
  readonly executorOf: (hook: Hook) => Executor
  readonly trusts: Trusts
  /** Why the answer of a trusted hook is unavailable here: it needs a model, or another system. */
  readonly absent?: Trusts | undefined
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  )
}
