// Time as the engine sees it: only what is passed in, so that a test can hold the clock.

/** A timer that can let the process end while it waits. */
export type Timer = { ref(): unknown; unref(): unknown }

export type Clock = {
  /** Milliseconds since the epoch, with fractions, never going back. */
  now(): number
  after(ms: number, call: () => void): Timer
  stop(timer: Timer): void
}

// Read once: the getter costs as much as the time itself.
const ORIGIN = performance.timeOrigin

/** The machine's own clock, monotonic within the process. */
export const systemClock: Clock = {
  now: () => ORIGIN + performance.now(),
  after: (ms, call) => setTimeout(call, ms),
  stop: (timer) => clearTimeout(timer as NodeJS.Timeout),
}
