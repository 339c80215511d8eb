// A time limit that counts no time in which the event loop was blocked: what arrived meanwhile is read before it passes.

import { graceAfter } from '../contract/call.ts'

export type TimeLimit = { stop(): void }

/** Calls `passed` once the limit, in milliseconds, has passed; does not keep the process alive if `unref`. */
export function startTimeLimit(ms: number, passed: () => void, { unref = false } = {}): TimeLimit {
  let timer: NodeJS.Timeout
  wait(ms)
  return { stop: () => clearTimeout(timer) }

  function wait(ms: number): void {
    const due = performance.now() + ms
    timer = setTimeout(() => {
      const grace = graceAfter(performance.now() - due)
      if (grace === undefined) passed()
      else wait(grace)
    }, ms)
    if (unref) timer.unref()
  }
}
