// Support for engine tests: a clock that only advances on request, and hooks scripted as functions.

import type { Call, Executor } from '../../runtime/contract/call.ts'
import { gaveUp } from '../../runtime/contract/call.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialectOf, recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { Attempt } from '../../runtime/contract/verdict.ts'
import { type Chain, chainOf } from '../../runtime/engine/chain.ts'
import type { Clock, Timer } from '../../runtime/engine/clock.ts'

type HeldTimer = Timer & { readonly at: number; readonly call: () => void; isRef: boolean }

/** A clock that advances only in `pass(ms)`; `waiting` counts its timers, `holding` those that keep a process alive. */
export function heldClock(): Clock & {
  pass(ms: number): void
  readonly waiting: number
  readonly holding: number
} {
  let now = 1000
  const timers = new Set<HeldTimer>()
  return {
    now: () => now,
    after(ms, call) {
      const timer: HeldTimer = {
        at: now + ms,
        call,
        isRef: true,
        ref() {
          timer.isRef = true
        },
        unref() {
          timer.isRef = false
        },
      }
      timers.add(timer)
      return timer
    },
    stop: (timer) => void timers.delete(timer as never),
    pass(ms) {
      const until = now + ms
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        now = Math.max(now, due.at)
        timers.delete(due)
        due.call()
      }
      now = until
    },
    get waiting() {
      return timers.size
    },
    get holding() {
      return [...timers].filter(({ isRef }) => isRef).length
    },
  }
}

type Answer = unknown | ((payload: never, context: { readonly signal: AbortSignal }) => unknown)

/** A hook registered in this process; its name is part of its id and path. */
export function hookIn(
  dialect: string,
  event: string,
  name: string,
  answer: Answer,
  more: Partial<Hook> = {},
): Hook {
  return {
    id: `${dialect}:workspace:${name}`,
    name,
    dialect: dialect as Hook['dialect'],
    events: [event],
    source: 'workspace',
    path: `/hooks/${name}`,
    runner: 'in-process',
    state: 'active',
    order: 0,
    timeoutMs: 5000,
    files: [],
    handler: typeof answer === 'function' ? (answer as never) : () => answer,
    ...more,
  }
}

/** A hook that an executor runs; `scripted` makes the executor. */
export function remoteHook(dialect: string, event: string, name: string, more: Partial<Hook> = {}): Hook {
  const { handler: _none, ...hook } = hookIn(dialect, event, name, undefined, { runner: 'module', ...more })
  return hook
}

export function chainFor(dialect: string, event: string, hooks: readonly Hook[]): Chain {
  const record = recordOf(dialect, event)
  if (record === undefined) throw new Error(`no ${dialect} ${event}`)
  const ordered = hooks.map((hook, order) => ({ ...hook, order }))
  return chainOf(dialectOf(dialect) as Dialect, event, record, ordered)
}

/** An executor with scripted answers by hook name. A hook without one answers only when it is canceled. */
export function scripted(
  answers: Readonly<Record<string, Attempt>>,
): Executor & { readonly cancelled: string[] } {
  const cancelled: string[] = []
  return {
    cancelled,
    run(call: Call) {
      const answer = answers[call.hook.name]
      if (answer !== undefined) setImmediate(() => call.done(answer))
    },
    cancel(call, reason) {
      cancelled.push(`${call.hook.name} ${reason}`)
      call.done(gaveUp(call, reason))
    },
    async close() {},
  }
}
