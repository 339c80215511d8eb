// A virtual clock that jumps to the next timer, so that a hook of ten minutes takes no real time.

import type { Clock, Timer } from '../../runtime/engine/clock.ts'

export type VirtualTime = {
  readonly clock: Clock
  /** Calls back after `ms` milliseconds of virtual time. */
  after(ms: number, call: () => void): void
  /** Advances the time until the promise settles. Throws if no timer is left. */
  until<T>(promise: T | Promise<T>): Promise<T>
}

type Due = { readonly at: number; readonly rank: number; readonly call: () => void }

export function virtualTime(): VirtualTime {
  let now = 0
  let rank = 0
  const due = new Set<Due>()
  const add = (ms: number, call: () => void): Due => {
    const one = { at: now + ms, rank: rank++, call }
    due.add(one)
    return one
  }
  const timer = (one: Due): Timer & { readonly due: Due } => ({ due: one, ref: () => one, unref: () => one })
  return {
    clock: {
      now: () => now,
      after: (ms, call) => timer(add(ms, call)),
      stop: (one) => due.delete((one as ReturnType<typeof timer>).due),
    },
    after: (ms, call) => void add(ms, call),
    async until(promise) {
      let settled = false
      const watched = Promise.resolve(promise).finally(() => {
        settled = true
      })
      for (;;) {
        // Lets promise callbacks run before the next timer is due.
        await new Promise((resolve) => setImmediate(resolve))
        if (settled) return watched
        const next = [...due].sort((one, two) => one.at - two.at || one.rank - two.rank)[0]
        if (next === undefined) throw new Error('nothing is left to happen, and the firing has not settled')
        due.delete(next)
        now = Math.max(now, next.at)
        next.call()
      }
    },
  }
}
