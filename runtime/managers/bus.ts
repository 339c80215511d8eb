// Who hears what a manager does: hook points and custom events on one EventEmitter.
// A listener that throws or rejects hurts nobody: it is told of once and goes on hearing.

import { EventEmitter } from 'node:events'

/** Hears one event; what it returns is ignored. */
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

  /** Whether anyone would hear. */
  hears(event: string): boolean {
    return this.#emitter.listenerCount(event) > 0
  }

  emit(event: string, data: unknown): void {
    // One after the other and not through the emitter's own emit, which ends at the first that throws.
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
    this.#log(`a listener of ${event} failed: ${why}; its later failures are not told`)
  }
}
