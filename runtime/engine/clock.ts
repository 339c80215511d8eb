// The engine's clock. The engine reads time only from the clock passed in, so tests can control it.

/** A timer that can be unreferenced, so that it does not keep the process alive. */
export type Timer = { ref(): unknown; unref(): unknown }

export type Clock = {
  /** Milliseconds since the epoch, with fractions; monotonic. */
  now(): number
  after(ms: number, call: () => void): Timer
  stop(timer: Timer): void
}

// Read once: the getter costs as much as the time itself.
const ORIGIN = performance.timeOrigin

/** The system clock, monotonic within the process. */
export const systemClock: Clock = {
  now: () => ORIGIN + performance.now(),
  after: (ms, call) => setTimeout(call, ms),
  stop: (timer) => clearTimeout(timer as NodeJS.Timeout),
}
