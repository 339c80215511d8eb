// One timer for a whole engine: firings that wait say until when, and are told when that has passed.
// A timer or a promise per hook would cost more than the hook.

import type { Clock, Timer } from './clock.ts'

export type Watched = {
  /** When the next of its calls is over time; Infinity for never. */
  deadline: number
  expire(now: number): void
}

export class Watchdog {
  readonly #clock: Clock
  readonly #watched = new Set<Watched>()
  #timer: Timer | undefined
  /** When it looks next; a deadline later than this need not be told. */
  wakesAt = Number.POSITIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Watches until `release`. While anything is watched, the process stays alive. */
  watch(watched: Watched): void {
    if (this.#watched.size === 0) this.#timer?.ref()
    this.#watched.add(watched)
    if (watched.deadline < this.wakesAt) this.#arm(watched.deadline)
  }

  /** Says that a watched firing's deadline has moved. */
  moved(watched: Watched): void {
    if (watched.deadline < this.wakesAt) this.#arm(watched.deadline)
  }

  release(watched: Watched): void {
    if (this.#watched.delete(watched) && this.#watched.size === 0) this.#timer?.unref()
  }

  #arm(at: number): void {
    if (this.#timer !== undefined) this.#clock.stop(this.#timer)
    this.#timer = undefined
    this.wakesAt = at
    if (at === Number.POSITIVE_INFINITY) return
    // Timers wake up to a millisecond early; one more keeps a wake from being wasted.
    this.#timer = this.#clock.after(Math.max(0, Math.min(at - this.#clock.now() + 1, 0x7fffffff)), () =>
      this.#wake(),
    )
    if (this.#watched.size === 0) this.#timer.unref()
  }

  #wake(): void {
    const now = this.#clock.now()
    let next = Number.POSITIVE_INFINITY
    for (const watched of [...this.#watched]) {
      if (watched.deadline <= now) watched.expire(now)
      if (this.#watched.has(watched) && watched.deadline < next) next = watched.deadline
    }
    this.#arm(next)
  }
}
