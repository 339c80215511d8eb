// One bulk thread and its queue of events. A thread that hangs, breaks or uses too much memory is replaced: the event
// in progress is replayed in the ordinary way, which reports its result, and the rest goes to a new thread.

import type { ReplayedEvent } from '../replayedEvent.ts'
import { batchOf, type Ticket } from './batch.ts'
import { type Batch, BEGUN, type BulkCells, type BulkReply, DONE, newCells, READY } from './messages.ts'

/** The part of a started thread that a lane uses. */
export type LaneThread = {
  post(batch: Batch, transfer: readonly ArrayBuffer[]): void
  memory(): Promise<number>
  end(): Promise<void>
}

export type BulkLaneOptions = {
  readonly start: (
    cells: BulkCells,
    events: { readonly hear: (answer: BulkReply) => void; readonly broke: () => void },
  ) => LaneThread
  /**
   * Called for each finished event; `event` is undefined if it is unchanged, and 'none' if its lines contain no event.
   */
  readonly done: (ticket: Ticket, event: ReplayedEvent | 'none' | undefined) => void
  /** Replays one event in the ordinary way. */
  readonly alone: (ticket: Ticket) => Promise<ReplayedEvent | undefined>
  /** How long a thread may go without beginning a hook or finishing an event, in milliseconds. */
  readonly patienceMs: number
  readonly signal: AbortSignal | undefined
}

const BATCH_BYTES = 1024 * 1024
const BATCH_EVENTS = 1000
/** Limits of queued bytes and events before reading the file pauses. */
const MOST_BYTES = 4 * BATCH_BYTES
const MOST_EVENTS = 4 * BATCH_EVENTS
const TICK_MS = 50
const MEMORY_LIMIT = 768 * 1024 * 1024
/** After losing this many threads, the remaining events are replayed in the ordinary way. */
const MOST_LOSSES = 3

type Running = {
  readonly thread: LaneThread
  readonly cells: BulkCells
  /** Posted results by event number, until they are reported. */
  readonly answers: Map<number, ReplayedEvent | 'none'>
  /** How many of the waiting events have been sent to it. */
  sent: number
  /** How many of its events have been reported. */
  settled: number
  beat: number
  silentSince: number
}

export class BulkLane {
  readonly #options: BulkLaneOptions
  #waiting: Ticket[] = []
  #unsentBytes = 0
  #bytes = 0
  #running: Running | undefined
  #losses = 0
  #replacing: Promise<void> | undefined
  #changed = Promise.withResolvers<void>()
  #timer: NodeJS.Timeout | undefined
  #ended = false
  #looks = 0

  constructor(options: BulkLaneOptions) {
    this.#options = options
  }

  /** Queues an event; await `room` before the next. */
  take(ticket: Ticket): void {
    this.#waiting.push(ticket)
    this.#bytes += ticket.bytes
    this.#unsentBytes += ticket.bytes
    const unsent = this.#waiting.length - (this.#running?.sent ?? 0)
    if (this.#unsentBytes >= BATCH_BYTES || unsent >= BATCH_EVENTS) this.#send()
  }

  get isFull(): boolean {
    return !this.#ended && (this.#bytes > MOST_BYTES || this.#waiting.length > MOST_EVENTS)
  }

  async room(): Promise<void> {
    while (this.isFull) await this.#changed.promise
  }

  /** Waits until every queued event is finished. */
  async drain(): Promise<void> {
    this.#send()
    while (this.#waiting.length > 0 && !this.#ended) {
      await this.#changed.promise
      this.#send()
    }
  }

  async end(): Promise<void> {
    this.#ended = true
    clearInterval(this.#timer)
    this.#tell()
    await this.#running?.thread.end()
    await this.#replacing
  }

  #send(): void {
    if (this.#ended || this.#replacing !== undefined || this.#waiting.length === 0) return
    if (this.#losses >= MOST_LOSSES) {
      this.#replace(false)
      return
    }
    this.#running ??= this.#start()
    const { thread, sent } = this.#running
    if (sent === this.#waiting.length) return
    for (let from = sent; from < this.#waiting.length; ) {
      const { batch, count } = batchOf(this.#waiting, from, BATCH_BYTES)
      thread.post(batch, [batch.bytes.buffer as ArrayBuffer, batch.index.buffer as ArrayBuffer])
      from += count
    }
    this.#running.sent = this.#waiting.length
    this.#unsentBytes = 0
  }

  #start(): Running {
    const cells = newCells()
    const answers = new Map<number, ReplayedEvent | 'none'>()
    const thread = this.#options.start(cells, {
      hear: (answer) => {
        if (this.#running?.cells !== cells) return
        if (answer.kind === 'event') answers.set(answer.at, answer.event ?? 'none')
        this.#settle(answer.kind === 'event' ? answer.at + 1 : answer.count)
        if (answer.kind === 'spoilt') this.#replace(false)
      },
      broke: () => this.#replace(true),
    })
    this.#timer ??= setInterval(() => this.#look(), TICK_MS)
    return { thread, cells, answers, sent: 0, settled: 0, beat: 0, silentSince: performance.now() }
  }

  /** Reports the thread's first `doneCount` events, except for those already reported. */
  #settle(doneCount: number): void {
    const running = this.#running
    const count = doneCount - (running?.settled ?? doneCount)
    if (running === undefined || count <= 0) return
    const done = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    running.sent -= count
    for (const ticket of done) {
      const event = running.answers.get(running.settled)
      if (event !== undefined) running.answers.delete(running.settled)
      running.settled++
      this.#done(ticket, event)
    }
    this.#tell()
  }

  #done(ticket: Ticket, event: ReplayedEvent | 'none' | undefined): void {
    this.#bytes -= ticket.bytes
    if (!this.#ended && !this.#options.signal?.aborted) this.#options.done(ticket, event)
  }

  #look(): void {
    const running = this.#running
    if (running === undefined || this.#replacing !== undefined) return
    const { cells, thread } = running
    const beat = Atomics.load(cells, BEGUN) + Atomics.load(cells, DONE)
    const now = performance.now()
    const isBusy = running.sent > 0 && Atomics.load(cells, READY) === 1
    if (beat !== running.beat || !isBusy) running.silentSince = now
    running.beat = beat
    if (now - running.silentSince > this.#options.patienceMs) this.#replace(true)
    else if (isBusy && ++this.#looks % 4 === 0) {
      void thread.memory().then((bytes) => {
        if (bytes > MEMORY_LIMIT && this.#running === running) this.#replace(true)
      })
    }
  }

  /** Ends the thread. With `isGuilty`, the event in progress is replayed in the ordinary way. */
  #replace(isGuilty: boolean): void {
    if (this.#ended) return
    this.#replacing ??= this.#replaced(isGuilty).finally(() => {
      this.#replacing = undefined
      this.#tell()
      this.#send()
    })
  }

  async #replaced(isGuilty: boolean): Promise<void> {
    const running = this.#running
    await running?.thread.end()
    // All messages posted before the end have been received by now.
    if (running !== undefined) this.#settle(Atomics.load(running.cells, DONE))
    const wasBusy = (running?.sent ?? 0) > 0
    this.#running = undefined
    this.#unsentBytes = this.#bytes
    if (isGuilty) this.#losses++
    if (isGuilty && wasBusy) await this.#alone()
    while (this.#losses >= MOST_LOSSES && this.#waiting.length > 0 && !this.#ended) await this.#alone()
  }

  async #alone(): Promise<void> {
    const ticket = this.#waiting[0]
    if (ticket === undefined || this.#ended) return
    const event = await this.#options.alone(ticket)
    this.#waiting = this.#waiting.slice(1)
    this.#done(ticket, event ?? 'none')
    this.#tell()
  }

  #tell(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }
}
