// Listeners of a manager's events: hook points and custom events on one EventEmitter.
// A listener that throws or rejects does not affect the others; it is logged once and stays subscribed.

import { EventEmitter } from 'node:events'

/** Receives the data of one event; the return value is ignored. */
export type BusListener = (data: never) => unknown

type AnyListener = (data: unknown) => unknown

export class Bus {
  readonly #emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  readonly #complained = new WeakSet<AnyListener>()
  readonly #log: (line: string) => void

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  on(event: string, listener: BusListener): void {
    this.#emitter.on(event, listener as AnyListener)
  }

  off(event: string, listener: BusListener): void {
    this.#emitter.off(event, listener as AnyListener)
  }

  /** Whether an event has listeners. */
  hears(event: string): boolean {
    return this.#emitter.listenerCount(event) > 0
  }

  emit(event: string, data: unknown): void {
    // Not EventEmitter.emit, which stops at the first listener that throws.
    for (const listener of this.#emitter.listeners(event) as AnyListener[]) {
      try {
        const result = listener(data)
        if (result instanceof Promise) result.catch((error) => this.#complain(event, listener, error))
      } catch (error) {
        this.#complain(event, listener, error)
      }
    }
  }

  #complain(event: string, listener: AnyListener, error: unknown): void {
    if (this.#complained.has(listener)) return
    this.#complained.add(listener)
    const why = error instanceof Error ? error.message : String(error)
    this.#log(`a listener of ${event} failed: ${why}; its later failures are not reported`)
  }
}
