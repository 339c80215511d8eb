// The parent's side of a worker thread: the calls sent to it, its progress, and how it ended.
// openModules decides which workers to stop and which calls to run again.

import v8 from 'node:v8'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Hook } from '../../contract/hook.ts'
import { joinLines } from '../../contract/printable.ts'
import { closeLine, openLine } from '../privateLine.ts'
import {
  type Cells,
  CLOSINGS,
  GATE,
  newCells,
  PROGRAMS,
  READY,
  RECEIVED,
  RUNNING,
  RUNNING_FILE,
} from './cells.ts'
import type { ModuleFlight } from './flight.ts'
import {
  type AnswerMessage,
  type FailedMessage,
  isTuple,
  type ToWorker,
  understood,
  type WorkerBoot,
} from './messages.ts'
import { workerUrl } from './workerUrl.ts'

export type ModuleThreadOptions = {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Variables set for every program that hooks start. */
  readonly mark: Readonly<Record<string, string>>
  readonly heapLimitMb: number
  /** Whether hooks in it are prevented from replacing built-in objects. */
  readonly locked: boolean
}

export type ThreadEvents = {
  answered(flight: ModuleFlight, message: AnswerMessage): void
  failed(flight: ModuleFlight, message: FailedMessage): void
  emitted(hook: Hook, event: string, data: unknown): void
  /** The worker ended without being told to, or can no longer be trusted. */
  broke(thread: Thread, why: string, culprit: ModuleFlight | undefined): void
  /** The worker has ended, for any reason. */
  gone(thread: Thread): void
}

// V8 (Node 24) unrolls some allocating loops into code that no longer checks for interrupts; a worker in such a loop
// could be neither measured nor terminated, and would crash the whole process when its heap is full.
v8.setFlagsFromString('--no-turboshaft-loop-unrolling')

type Sent = { readonly place: number; readonly load: number }

export class Thread {
  /** Calls that were sent to this worker and have not been answered. */
  readonly flights = new Map<number, ModuleFlight>()
  /** Since when it has left messages unread, in milliseconds; reset whenever it reads one. */
  silentSince = performance.now()
  ended: Promise<unknown> | undefined
  readonly #worker: Worker
  readonly #port: MessagePort
  readonly #cells: Cells = newCells()
  readonly #options: ModuleThreadOptions
  readonly #events: ThreadEvents
  readonly #loads = new Map<string, { hash: string; load: number }>()
  readonly #files: string[] = []
  readonly #targets = new WeakMap<Hook, Map<string, Sent>>()
  readonly #hooks: Hook[] = []
  #loadCount = 0
  #callCount = 0
  #sent = 0
  #received = 0
  #exit: { id: number; code: string } | undefined
  #error = ''

  constructor(options: ModuleThreadOptions, events: ThreadEvents) {
    this.#options = options
    this.#events = events
    const boot: WorkerBoot = {
      cells: this.#cells,
      cwd: options.cwd,
      mark: options.mark,
      locked: options.locked,
    }
    const { port, shared } = openLine(boot)
    this.#port = port
    this.#worker = new Worker(workerUrl(), {
      ...shared,
      env: { ...options.env, ...options.mark },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Not read: the worker captures what hooks print, and a reader would keep this process alive.
      stdout: true,
      stderr: true,
      // Only a backstop: at its heap limit V8 may crash the whole process, so pacing.ts checks memory from outside.
      resourceLimits: { maxOldGenerationSizeMb: options.heapLimitMb },
    })
    port.on('message', (message: unknown) => this.#hear(message))
    this.#worker.on('error', (error: unknown) => {
      this.#error = error instanceof Error ? error.message : String(error)
    })
    this.#worker.on('exit', (code) => this.#gone(code))
    // After the listeners are attached, because attaching one refs the port again.
    port.unref()
    this.#worker.unref()
  }

  get ready(): boolean {
    return Atomics.load(this.#cells, READY) === 1
  }

  /** Sends a call. Throws what structured cloning throws, in which case nothing was sent. */
  send(flight: ModuleFlight, now: number): void {
    const { call } = flight
    const target = this.#target(flight)
    const { payload } = flight
    const { cwd } = call
    if (cwd === undefined || cwd === this.#options.cwd) this.#post([flight.id, target, payload])
    else this.#post([flight.id, target, payload, cwd])
    flight.thread = this
    flight.place = ++this.#callCount
    flight.sentAt = now
    this.flights.set(flight.id, flight)
  }

  /** Whether a hook has started a program in this worker. */
  get startedPrograms(): boolean {
    return this.#cells[PROGRAMS] === 1
  }

  /** Whether the worker has begun this call. */
  began(flight: ModuleFlight): boolean {
    return flight.place <= this.#begun()
  }

  /** Takes back and returns every call that the worker has not begun; it can no longer begin them. */
  withdraw(): readonly ModuleFlight[] {
    Atomics.add(this.#cells, CLOSINGS, 1)
    for (;;) {
      const gate = Atomics.load(this.#cells, GATE)
      if (gate < 0 || Atomics.compareExchange(this.#cells, GATE, gate, -1 - gate) === gate) break
    }
    this.#post({ kind: 'open', closing: Atomics.load(this.#cells, CLOSINGS) })
    const taken = [...this.flights.values()].filter((flight) => !this.began(flight))
    for (const { id } of taken) this.flights.delete(id)
    return taken
  }

  /** Tells the hook to stop; returns the number of the message, for `hasReceived`. */
  abort(flight: ModuleFlight, timeout: boolean): number {
    this.#post({ kind: 'abort', id: flight.id, timeout })
    return this.#sent
  }

  hasReceived(message: number): boolean {
    return Atomics.load(this.#cells, RECEIVED) >= message
  }

  /** Checks the worker's progress; returns for how many milliseconds it has left messages unread. */
  listen(now: number): number {
    const received = Atomics.load(this.#cells, RECEIVED)
    if (received !== this.#received || received === this.#sent || !this.ready) this.silentSince = now
    this.#received = received
    if (received === this.#sent) this.#post({ kind: 'ping' })
    return now - this.silentSince
  }

  /** The flight and the file whose code is running, or ran last. */
  running(): { readonly flight: ModuleFlight | undefined; readonly path: string | undefined } {
    return {
      flight: this.flights.get(Atomics.load(this.#cells, RUNNING)),
      path: this.#files[Atomics.load(this.#cells, RUNNING_FILE) - 1],
    }
  }

  /** Bytes of heap and of external memory (Buffers). Works even while the event loop is blocked. */
  async memory(): Promise<number> {
    try {
      const { used_heap_size: heap, external_memory: outside } = await this.#worker.getHeapStatistics()
      return heap + outside
    } catch {
      return 0
    }
  }

  /** Makes the next call of this file load it again. */
  forget(path: string): void {
    this.#loads.delete(path)
  }

  end(): Promise<unknown> {
    this.ended ??= this.#worker.terminate()
    return this.ended
  }

  #begun(): number {
    const gate = Atomics.load(this.#cells, GATE)
    return gate < 0 ? -1 - gate : gate
  }

  #post(message: ToWorker): void {
    this.#port.postMessage(message)
    this.#sent++
  }

  #target({ call, path, snapshot }: ModuleFlight): number {
    const { hook, event } = call
    let load = this.#loads.get(path)
    if (load === undefined || load.hash !== snapshot.hash) {
      load = { hash: snapshot.hash, load: ++this.#loadCount }
      if (!this.#files.includes(path)) this.#files.push(path)
      this.#post({
        kind: 'load',
        load: load.load,
        file: this.#files.indexOf(path) + 1,
        path,
        // Copied, because small files share one Buffer pool, which would be cloned as a whole.
        files: [...snapshot.files].map(([name, bytes]) => [name, new Uint8Array(bytes)] as const),
        events: Object.keys(call.dialect.events),
      })
      this.#loads.set(path, load)
    }
    const places = this.#targets.get(hook) ?? new Map<string, Sent>()
    const known = places.get(event)
    if (known !== undefined && known.load === load.load) return known.place
    const { dialect, record } = call
    this.#post({
      kind: 'target',
      load: load.load,
      dialect: dialect.id,
      event,
      part: hook.part,
      exports: dialect.exports,
      signal: dialect.signal,
      errors: record.errors,
      travels: record.travels,
      timeoutMs: call.timeoutMs,
    })
    const place = this.#hooks.push(hook) - 1
    places.set(event, { place, load: load.load })
    this.#targets.set(hook, places)
    return place
  }

  #hear(posted: unknown): void {
    if (this.ended !== undefined) return
    const message = understood(posted)
    if (message === undefined) {
      this.#events.broke(this, 'its worker sent an invalid message', undefined)
    } else if (isTuple(message)) {
      const flight = this.flights.get(message[0])
      if (flight === undefined) return
      this.flights.delete(flight.id)
      this.#events.answered(flight, message)
    } else if (message.kind === 'failed') {
      const flight = this.flights.get(message.id)
      if (flight === undefined) return
      this.flights.delete(flight.id)
      this.#events.failed(flight, message)
    } else if (message.kind === 'output')
      this.flights.get(message.id)?.print(message.to, message.text, message.cut)
    else if (message.kind === 'emit') {
      const hook = this.#hooks[message.target]
      if (hook !== undefined) this.#events.emitted(hook, message.event, message.data)
    } else if (message.kind === 'exit') this.#exit = message
    else
      this.#events.broke(this, `an error outside of any call was not caught (${message.message})`, undefined)
  }

  #gone(code: number) {
    closeLine(this.#port, (message) => this.#hear(message))
    this.#events.gone(this)
    if (this.ended !== undefined) return
    this.ended = Promise.resolve()
    const { flight } = this.running()
    if (this.#exit !== undefined) {
      const culprit = this.flights.get(this.#exit.id) ?? flight
      return this.#events.broke(this, `called process.exit(${this.#exit.code})`, culprit)
    }
    const why = this.#error === '' ? `with code ${code}` : joinLines(this.#error)
    this.#events.broke(this, `its worker ended: ${why}`, flight)
  }
}
