// A lane: the calls that share one interpreter. It detects which call blocks the others; its owner decides what to do.

import type { Call } from '../../contract/call.ts'
import type { HostMessage } from './hostMessages.ts'
import type { Interpreter } from './interpreter.ts'

/** A hook's files as hashed, by absolute path, and the hash. */
export type PythonSnapshot = { readonly files: ReadonlyMap<string, Uint8Array>; readonly hash: string }

/** A call handed to an interpreter. */
export class PythonFlight {
  readonly call: Call
  readonly path: string
  readonly snapshot: PythonSnapshot
  /** The rest of its line after the hook's name: the firing and the payload, or a query. */
  readonly rest: string
  /** The id of the current try; every try gets a new one. */
  id = 0
  lane: PythonLane | undefined
  /** Whether an earlier try had begun and was lost because of another hook. */
  rerun = false
  /** Whether the engine already has an answer, so that only the hook's end is awaited. */
  givenUp = false
  /** Whether it was sent to an interpreter that did not read it, and has been moved. */
  moved = false
  sentAt = 0

  constructor(call: Call, snapshot: PythonSnapshot, rest: string) {
    this.call = call
    this.path = call.hook.path
    this.snapshot = snapshot
    this.rest = rest
  }
}

let lastId = 0

export class PythonLane {
  /** The source, or the file, whose calls it takes. */
  readonly key: string
  readonly interpreter: Interpreter
  readonly flights = new Map<number, PythonFlight>()
  ready = false
  /** Accepts no more calls; it ends when its current calls are over. */
  retired = false
  /** The file whose call ended last. */
  last: string | undefined
  readonly #loaded = new Map<string, string>()
  #steps = -1
  #since = 0
  #quiet = { steps: -1, since: 0 }

  constructor(key: string, interpreter: Interpreter) {
    this.key = key
    this.interpreter = interpreter
  }

  get files(): Iterable<string> {
    return this.#loaded.keys()
  }

  add(flight: PythonFlight): void {
    flight.id = ++lastId
    flight.lane = this
    flight.sentAt = performance.now()
    this.flights.set(flight.id, flight)
    if (this.flights.size === 1) this.interpreter.hold(true)
    const { path, snapshot } = flight
    if (this.#loaded.get(path) !== snapshot.hash) {
      this.#loaded.set(path, snapshot.hash)
      const files = Object.fromEntries([...snapshot.files].map(([name, bytes]) => [name, base64(bytes)]))
      this.interpreter.send(`${JSON.stringify({ load: path, files })}\n`)
    }
    const head = `{"call":${flight.id},"path":${JSON.stringify(path)},"part":${JSON.stringify(flight.call.hook.part ?? null)}`
    this.interpreter.send(`${head},${flight.rest}}\n`)
  }

  remove(flight: PythonFlight): void {
    this.flights.delete(flight.id)
    if (this.flights.size === 0) this.interpreter.hold(false)
  }

  /** Removes all calls; returns those still waiting for an answer. */
  clear(): readonly PythonFlight[] {
    const waiting = [...this.flights.values()].filter((flight) => !flight.givenUp)
    for (const flight of [...this.flights.values()]) this.remove(flight)
    return waiting
  }

  /** Removes and returns the flight that a message answers. */
  land(message: HostMessage): PythonFlight | undefined {
    if (!('call' in message)) return undefined
    const flight = this.flights.get(message.call)
    if (flight === undefined) return undefined
    this.remove(flight)
    this.last = flight.path
    return flight
  }

  /**
   * Whether nothing has run for `ms` although a call was sent that has not begun: a hook has closed the host's input.
   */
  deaf(now: number, ms: number): boolean {
    const marks = this.ready ? this.interpreter.marks() : undefined
    if (marks === undefined || marks.running !== 0 || marks.steps !== this.#quiet.steps) {
      this.#quiet = { steps: marks?.running === 0 ? marks.steps : -1, since: now }
      return false
    }
    const waits = (one: PythonFlight) => one.id > marks.begun && !one.moved && now - one.sentAt >= ms
    return now - this.#quiet.since >= ms && [...this.flights.values()].some(waits)
  }

  /** The call whose code has run for `ms` without yielding while others wait. */
  stalledBy(now: number, ms: number): PythonFlight | undefined {
    const marks = this.flights.size < 2 ? undefined : this.interpreter.marks()
    if (marks === undefined || marks.running === 0 || marks.steps !== this.#steps) {
      this.#steps = marks?.steps ?? -1
      this.#since = now
      return undefined
    }
    return now - this.#since >= ms ? this.flights.get(marks.running) : undefined
  }

  /** The id of the last call that was begun; Infinity if unknown, so that all calls count as begun. */
  get begun(): number {
    return this.interpreter.marks()?.begun ?? Number.POSITIVE_INFINITY
  }

  /** The call whose code is running, or was when the interpreter died; undefined if there is none or it is unknown. */
  running(): PythonFlight | undefined {
    return this.flights.get(this.interpreter.marks()?.running ?? 0)
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}
