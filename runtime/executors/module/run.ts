// One call inside a worker: calls the handler and posts its result exactly once.

import { errorFromWire, errorToWire, mapFields } from '../../contract/errors.ts'
import { isObject } from '../../contract/json.ts'
import type { Reason } from '../../contract/verdict.ts'
import { checkDepth } from './depth.ts'
import type { FoundHandler } from './handlers.ts'
import type { FromWorker, ModuleTarget } from './messages.ts'
import type { Printing, Send } from './output.ts'
import { settled } from './settled.ts'
import { describe, type Thrown } from './thrown.ts'
import { uncloneable } from './uncloneable.ts'

/** Receives the messages of a run. Throws if a value cannot be copied. */
export type Port = { postMessage(message: FromWorker): void }

export class ModuleRun {
  readonly id: number
  readonly place: number
  readonly target: ModuleTarget
  readonly file: number
  readonly cwd: string | undefined
  over = false
  printed: Printing = { stdout: 0, stderr: 0 }
  /** Bytes of the events that it has emitted. */
  emitted = 0
  #payload: unknown
  #controller: AbortController | undefined
  #reason: DOMException | undefined
  readonly #port: Port
  readonly #ended: (run: ModuleRun) => void

  constructor(
    port: Port,
    ended: (run: ModuleRun) => void,
    call: {
      id: number
      place: number
      target: ModuleTarget
      file: number
      payload: unknown
      cwd: string | undefined
    },
  ) {
    this.#port = port
    this.#ended = ended
    this.id = call.id
    this.place = call.place
    this.target = call.target
    this.file = call.file
    this.cwd = call.cwd
    this.#payload = call.payload
  }

  /** Created on first access, because most hooks never read it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  abort(reason: DOMException): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }

  start(found: FoundHandler): void {
    const { target } = this
    try {
      const payload = mapFields(this.#payload, target.errors?.payload, errorFromWire)
      this.#payload = payload
      if (target.signal === 'field' && isObject(payload)) this.#giveSignal(payload)
      const result = found.handle.call(found.self, payload, new HandlerContext(this))
      if (isThenable(result)) {
        settled(
          result,
          (value) => this.answer(value),
          (error) => this.#threw(error, found),
        )
      } else this.answer(result)
    } catch (error) {
      this.#threw(error, found)
    }
  }

  answer(value: unknown) {
    if (this.over) return
    this.#end()
    const { errors, travels } = this.target
    let what = 'result'
    let sent: unknown
    try {
      sent = mapFields(value, errors?.result, errorToWire)
      checkDepth(sent)
      if (travels === undefined) return this.#port.postMessage([this.id, sent])
      what = 'payload'
      const carried = isObject(this.#payload) ? picked(this.#payload, travels) : {}
      checkDepth(carried)
      this.#port.postMessage([this.id, sent, carried])
    } catch (error) {
      const where =
        uncloneable(sent, 'result') ?? (what === 'payload' ? uncloneable(this.#payload, what) : undefined)
      const message = where ?? `${describe(error).message} (while its ${what} was copied out of the worker)`
      this.#post({ kind: 'failed', id: this.id, reason: 'invalid', message, stack: '' })
    }
  }

  fail(thrown: Thrown, reason: Reason = 'crashed'): void {
    if (this.over) return
    this.#end()
    this.#post({ kind: 'failed', id: this.id, reason, ...thrown })
  }

  print: Send = (to, text, cut) => {
    if (!this.over) this.#post({ kind: 'output', id: this.id, to, text, cut })
  }

  #threw(error: unknown, found: FoundHandler): void {
    if (this.over) return
    // Calls the hook's own error handler; its result is ignored.
    try {
      const handled = found.onError?.(error, this.#payload)
      if (isThenable(handled)) settled(handled, ignored, ignored)
    } catch {}
    this.fail(describe(error))
  }

  // Not enumerable, so that a hook that returns or spreads its context does not send the signal to the parent.
  #giveSignal(payload: object): void {
    Object.defineProperty(payload, 'signal', {
      get: () => this.signal,
      enumerable: false,
      configurable: true,
    })
  }

  #end(): void {
    this.over = true
    this.#ended(this)
  }

  #post(message: FromWorker): void {
    this.#port.postMessage(message)
  }
}

class HandlerContext {
  readonly #run: ModuleRun

  constructor(run: ModuleRun) {
    this.#run = run
  }

  get signal(): AbortSignal {
    return this.#run.signal
  }
}

// Each hook gets an object of this class, and could replace its getter for all others.
Object.freeze(HandlerContext)
Object.freeze(HandlerContext.prototype)

function ignored(): void {}

function picked(payload: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const field of fields) if (Object.hasOwn(payload, field)) copy[field] = payload[field]
  return copy
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
