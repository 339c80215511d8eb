// Which worker a file lives in: files share a few, and one that hung, crashed or blocked has one to itself.
// Workers are started when first needed and ended once nobody lives in them and nothing is in flight.

import { Thread, type ThreadEvents, type ThreadOptions } from './thread.ts'

export class Pool {
  /** Every worker that lives, those on their way out included. */
  readonly threads = new Set<Thread>()
  readonly #options: ThreadOptions
  readonly #events: ThreadEvents
  readonly #shared: (Thread | undefined)[]
  readonly #seats = new Map<string, number>()
  readonly #filesAt: number[]
  readonly #alone = new Map<string, Thread | undefined>()
  /** Files that are alone only because one of them broke a worker and nobody knows which. */
  readonly #suspects = new Set<string>()

  constructor(workers: number, options: ThreadOptions, events: ThreadEvents) {
    this.#options = options
    this.#events = events
    this.#shared = Array.from({ length: Math.max(1, workers) })
    this.#filesAt = this.#shared.map(() => 0)
  }

  threadFor(path: string): Thread {
    if (this.#alone.has(path)) {
      const own = this.#alone.get(path) ?? this.#start()
      this.#alone.set(path, own)
      return own
    }
    let seat = this.#seats.get(path)
    if (seat === undefined) {
      seat = this.#filesAt.indexOf(Math.min(...this.#filesAt))
      this.#filesAt[seat] = (this.#filesAt[seat] ?? 0) + 1
      this.#seats.set(path, seat)
    }
    const thread = this.#shared[seat] ?? this.#start()
    this.#shared[seat] = thread
    return thread
  }

  /** Leaves a shared worker to one of its files; the others start afresh in a new one. */
  leaveTo(path: string, thread: Thread): void {
    const seat = this.#shared.indexOf(thread)
    if (seat === -1) return
    this.#shared[seat] = undefined
    if (!this.#alone.has(path)) this.#alone.set(path, thread)
  }

  /** Ends a worker for good; the file that is to blame gets one of its own from now on. */
  stop(thread: Thread, culprit: string | undefined): void {
    this.leave(thread, culprit)
    this.#end(thread)
  }

  /** Everybody starts afresh elsewhere, the file that is to blame in a worker of its own; this one ends when drained. */
  leave(thread: Thread, culprit: string | undefined): void {
    const seat = this.#shared.indexOf(thread)
    if (seat !== -1) this.#shared[seat] = undefined
    for (const [path, own] of this.#alone) if (own === thread) this.#alone.set(path, undefined)
    if (culprit === undefined) return
    this.#suspects.delete(culprit)
    if (!this.#alone.has(culprit)) this.#alone.set(culprit, undefined)
  }

  /** Gives a file a worker of its own until it is acquitted. */
  suspect(path: string): void {
    if (this.#alone.has(path)) return
    this.#alone.set(path, undefined)
    this.#suspects.add(path)
  }

  /** A suspect's worker survived it: it shares one again, its own where the others have none yet. */
  acquit(path: string): void {
    if (!this.#suspects.delete(path)) return
    const seat = this.#seats.get(path)
    if (seat !== undefined) this.#shared[seat] ??= this.#alone.get(path)
    this.#alone.delete(path)
  }

  /** How many workers linger for the calls they still have. */
  get left(): number {
    const lived = this.#lived()
    return [...this.threads].filter((thread) => thread.ended === undefined && !lived.has(thread)).length
  }

  /** Makes these files, or all, start afresh, and forgives them. */
  reload(paths: readonly string[] | undefined): void {
    for (const path of paths ?? []) {
      for (const thread of this.threads) thread.forget(path)
      this.#alone.delete(path)
      this.#suspects.delete(path)
    }
    if (paths === undefined) {
      this.#shared.fill(undefined)
      this.#alone.clear()
      this.#suspects.clear()
    }
    this.endDrained()
  }

  endDrained(): void {
    const lived = this.#lived()
    for (const thread of [...this.threads]) {
      if (thread.flights.size === 0 && !lived.has(thread)) this.#end(thread)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => thread.end()))
    this.threads.clear()
  }

  #lived(): ReadonlySet<Thread | undefined> {
    return new Set([...this.#shared, ...this.#alone.values()])
  }

  #start(): Thread {
    const thread = new Thread(this.#options, this.#events)
    this.threads.add(thread)
    return thread
  }

  #end(thread: Thread): void {
    void thread.end().then(() => this.threads.delete(thread))
  }
}
