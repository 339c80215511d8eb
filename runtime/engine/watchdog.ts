// One timer for a whole engine: waiting firings register a deadline and are expired when it passes.
// A timer or a promise per hook would cost more than the hook.
// While the event loop was blocked no answer was read, so a timer that fires late expires nothing before there was time
// to read those that have arrived.

import { graceAfter } from '../contract/call.ts'
import type { Clock, Timer } from './clock.ts'

/**
 * A waiting firing. The watchdog owns the links: an intrusive list is cheaper than a Set, and every firing pays for it.
 */
export abstract class WatchedRun {
  /** When the next of its calls times out; Infinity for never. */
  deadline = Number.POSITIVE_INFINITY
  before: WatchedRun | undefined
  after: WatchedRun | undefined
  watched = false
  abstract expire(now: number): void
}

export class Watchdog {
  readonly #clock: Clock
  #first: WatchedRun | undefined
  #timer: Timer | undefined
  /** When the timer fires next; later deadlines need no rearming. */
  wakesAt = Number.POSITIVE_INFINITY
  /** Nothing expires before. */
  #earliest = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Watches until `release`. Keeps the process alive while anything is watched. */
  watch(watched: WatchedRun): void {
    if (this.#first === undefined) this.#timer?.ref()
    else this.#first.before = watched
    watched.after = this.#first
    watched.watched = true
    this.#first = watched
    if (watched.deadline < this.wakesAt) this.#arm(watched.deadline)
  }

  /** Rearms the timer after a watched firing's deadline has moved. */
  moved(watched: WatchedRun): void {
    if (watched.deadline < this.wakesAt) this.#arm(watched.deadline)
  }

  release(watched: WatchedRun): void {
    if (!watched.watched) return
    watched.watched = false
    if (watched.before === undefined) this.#first = watched.after
    else watched.before.after = watched.after
    if (watched.after !== undefined) watched.after.before = watched.before
    watched.before = undefined
    watched.after = undefined
    if (this.#first === undefined) this.#timer?.unref()
  }

  #arm(deadline: number): void {
    if (this.#timer !== undefined) this.#clock.stop(this.#timer)
    this.#timer = undefined
    const at = Math.max(deadline, this.#earliest)
    this.wakesAt = at
    if (at === Number.POSITIVE_INFINITY) return
    // Timers fire up to a millisecond early; the extra one avoids waking before the deadline.
    const ms = Math.max(0, Math.min(at - this.#clock.now() + 1, 0x7fffffff))
    this.#timer = this.#clock.after(ms, () => this.#wake())
    if (this.#first === undefined) this.#timer.unref()
  }

  #wake(): void {
    const now = this.#clock.now()
    const grace = graceAfter(now - this.wakesAt)
    if (grace !== undefined) {
      this.#earliest = now + grace
      this.#arm(now)
      return
    }
    // Expiring one firing may release others, so the list is copied first.
    for (const watched of this.#all()) if (watched.watched && watched.deadline <= now) watched.expire(now)
    let next = Number.POSITIVE_INFINITY
    for (const watched of this.#all()) next = Math.min(next, watched.deadline)
    this.#arm(next)
  }

  #all(): WatchedRun[] {
    const all: WatchedRun[] = []
    for (let watched = this.#first; watched !== undefined; watched = watched.after) all.push(watched)
    return all
  }
}
