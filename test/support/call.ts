// Calls the way the engine makes them, for tests of executors: the attempt is returned as a promise.

import type { Call, Executor } from '../../runtime/contract/call.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import type { Hook, Runner } from '../../runtime/contract/hook.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'

export type CallOptions = {
  readonly dialect: Dialect
  readonly event: string
  readonly payload?: unknown
  readonly timeoutMs?: number
  readonly cwd?: string
}

/** A trusted, active hook with this file. */
export function hookAt(path: string, runner: Runner, part?: string): Hook {
  return {
    id: `test:workspace:${path}`,
    name: 'test',
    dialect: 'kodelet',
    events: [],
    source: 'workspace',
    path,
    part,
    runner,
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: [path],
  }
}

/** Runs the hook once and cancels it after `timeoutMs`, as the engine does. */
export function runOnce(executor: Executor, hook: Hook, options: CallOptions): Promise<Attempt> {
  return startCall(executor, hook, options).attempt
}

/** Like `runOnce`, but also returns the call, so that a test can cancel it. */
export function startCall(
  executor: Executor,
  hook: Hook,
  options: CallOptions,
): { readonly call: Call; readonly attempt: Promise<Attempt> } {
  const { dialect, event, payload, timeoutMs = 60_000, cwd } = options
  const record = dialect.events[event] as EventRecord
  const { promise, resolve } = Promise.withResolvers<Attempt>()
  const timer = setTimeout(() => executor.cancel(call, 'timeout'), timeoutMs)
  const call: Call = {
    hook,
    dialect,
    event,
    record,
    payload: payload ?? record.example,
    timeoutMs,
    cwd,
    signal: new AbortController().signal,
    done(attempt) {
      clearTimeout(timer)
      resolve(attempt)
    },
  }
  executor.run(call)
  return { call, attempt: promise }
}
