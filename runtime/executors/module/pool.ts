// Assigns files to workers: files of one realm share a few, and a file that hung, crashed or blocked one gets its own.
// Workers are started on demand, and ended when no file is assigned to them and nothing is in flight.

import type { Hook } from '../../contract/hook.ts'
import type { ModuleFlight } from './flight.ts'
import { type Realm, realmOf } from './realms.ts'
import { type ModuleThreadOptions, Thread, type ThreadEvents } from './thread.ts'

/** One shared worker of a realm, and how many files are assigned to it. */
type Seat = { readonly realm: Realm; files: number; thread: Thread | undefined }
type Resident = { readonly seat: Seat; readonly version: string }

export class Pool {
  /** Every live worker, including those that are ending. */
  readonly threads = new Set<Thread>()
  readonly #options: Omit<ModuleThreadOptions, 'locked'>
  readonly #events: ThreadEvents
  readonly #workers: number
  readonly #beside: (hook: Hook) => readonly Hook[]
  readonly #realms = new Map<string, Seat[]>()
  readonly #residents = new Map<string, Resident>()
  readonly #alone = new Map<string, Thread | undefined>()
  /** Files with their own worker only because one of them broke a shared worker and it is unknown which. */
  readonly #suspects = new Set<string>()

  constructor(
    workers: number,
    options: Omit<ModuleThreadOptions, 'locked'>,
    events: ThreadEvents,
    beside = (hook: Hook): readonly Hook[] => [hook],
  ) {
    this.#beside = beside
    this.#options = options
    this.#events = events
    this.#workers = Math.max(1, workers)
  }

  /** The worker of a file. Its realm is determined when the file is new or has changed. */
  threadFor({ path, snapshot, call }: ModuleFlight): Thread {
    let resident = this.#residents.get(path)
    if (resident === undefined || resident.version !== snapshot.hash) {
      resident = this.#settle(path, snapshot.hash, realmOf(this.#beside(call.hook)))
    }
    const { seat } = resident
    if (this.#alone.has(path)) {
      const own = this.#alone.get(path) ?? this.#start(seat.realm)
      this.#alone.set(path, own)
      return own
    }
    seat.thread ??= this.#start(seat.realm)
    return seat.thread
  }

  #settle(path: string, version: string, realm: Realm): Resident {
    const known = this.#residents.get(path)
    let seat = known?.seat
    if (seat === undefined || seat.realm.name !== realm.name) {
      if (seat !== undefined) seat.files--
      if (this.#alone.has(path)) this.#alone.set(path, undefined)
      const seats = this.#seatsOf(realm)
      seat = seats.reduce((best, one) => (one.files < best.files ? one : best))
      seat.files++
    }
    const resident = { seat, version }
    this.#residents.set(path, resident)
    return resident
  }

  #seatsOf(realm: Realm): readonly [Seat, ...Seat[]] {
    let seats = this.#realms.get(realm.name)
    if (seats === undefined) {
      seats = Array.from({ length: this.#workers }, () => ({ realm, files: 0, thread: undefined }))
      this.#realms.set(realm.name, seats)
    }
    return seats as [Seat, ...Seat[]]
  }

  #seatOf(thread: Thread): Seat | undefined {
    return [...this.#seats()].find((seat) => seat.thread === thread)
  }

  *#seats(): Iterable<Seat> {
    for (const seats of this.#realms.values()) yield* seats
  }

  /** Reserves a shared worker for one of its files; the others get a new one. */
  leaveTo(path: string, thread: Thread): void {
    const seat = this.#seatOf(thread)
    if (seat === undefined) return
    seat.thread = undefined
    if (!this.#alone.has(path)) this.#alone.set(path, thread)
  }

  /** Ends a worker; the file that is to blame gets its own from now on. */
  stop(thread: Thread, culprit: string | undefined): void {
    this.leave(thread, culprit)
    this.#end(thread)
  }

  /** Moves all files to new workers, the one to blame to its own; this worker ends when it has no calls left. */
  leave(thread: Thread, culprit: string | undefined): void {
    const seat = this.#seatOf(thread)
    if (seat !== undefined) seat.thread = undefined
    for (const [path, own] of this.#alone) if (own === thread) this.#alone.set(path, undefined)
    if (culprit === undefined) return
    this.#suspects.delete(culprit)
    if (!this.#alone.has(culprit)) this.#alone.set(culprit, undefined)
  }

  /** Gives a file its own worker until it is acquitted. */
  suspect(path: string): void {
    if (this.#alone.has(path)) return
    this.#alone.set(path, undefined)
    this.#suspects.add(path)
  }

  /** A suspect's worker survived its call: the file shares a worker again, its own if the seat has none. */
  acquit(path: string): void {
    if (!this.#suspects.delete(path)) return
    const seat = this.#residents.get(path)?.seat
    if (seat !== undefined) seat.thread ??= this.#alone.get(path)
    this.#alone.delete(path)
  }

  /** How many workers are kept running only for the calls they still have. */
  get left(): number {
    const lived = this.#lived()
    return [...this.threads].filter((thread) => thread.ended === undefined && !lived.has(thread)).length
  }

  /** Makes these files, or all, load again in shared workers. */
  reload(paths: readonly string[] | undefined): void {
    for (const path of paths ?? []) {
      for (const thread of this.threads) thread.forget(path)
      this.#alone.delete(path)
      this.#suspects.delete(path)
    }
    if (paths === undefined) {
      for (const seat of this.#seats()) seat.thread = undefined
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
    return new Set([...[...this.#seats()].map(({ thread }) => thread), ...this.#alone.values()])
  }

  #start(realm: Realm): Thread {
    const thread = new Thread({ ...this.#options, locked: realm.locked }, this.#events)
    this.threads.add(thread)
    return thread
  }

  #end(thread: Thread): void {
    void thread.end().then(() => this.threads.delete(thread))
  }
}
