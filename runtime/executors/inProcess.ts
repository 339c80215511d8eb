// Runs handlers of this very process: those an embedder registered, and the built-in ones.
// The payload is passed by reference, never copied or frozen; a handler that spins cannot be stopped here.

import { type Call, type Executor, gaveUp } from '../contract/call.ts'
import type { EventRecord } from '../contract/dialect.ts'
import { errorToWire, mapFields } from '../contract/errors.ts'
import { isObject } from '../contract/json.ts'
import type { Attempt } from '../contract/verdict.ts'

/** Opens the executor for hooks that bring their handler along. */
export function openInProcess(): Executor {
  const inFlight = new Set<Call>()
  let closed = false
  return { run, cancel, close }

  function run(call: Call) {
    if (closed) return call.done(gaveUp(call, 'aborted'))
    const { handler } = call.hook
    if (handler === undefined) {
      return call.done({
        kind: 'failed',
        reason: 'crashed',
        message: `${call.hook.id} brings no handler to run`,
      })
    }
    try {
      const { payload } = call
      if (call.dialect.signal === 'field') giveSignal(payload, call)
      const result = handler(payload as never, new HandlerContext(call))
      if (!isThenable(result)) return call.done(returned(call, result))
      inFlight.add(call)
      result.then(
        (value) => {
          if (inFlight.delete(call)) call.done(returned(call, value))
        },
        (error) => {
          if (inFlight.delete(call)) call.done(crashed(error))
        },
      )
    } catch (error) {
      inFlight.delete(call)
      call.done(crashed(error))
    }
  }

  // Aborting the signal is the engine's part; whatever the handler still comes to is not waited for.
  function cancel(call: Call, reason: 'timeout' | 'aborted'): void {
    if (inFlight.delete(call)) call.done(gaveUp(call, reason))
  }

  async function close(): Promise<void> {
    closed = true
    for (const call of [...inFlight]) cancel(call, 'aborted')
  }
}

/** Asks the call for its signal only when the handler does: making one costs more than most handlers. */
class HandlerContext {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }
}

function returned(call: Call, value: unknown): Attempt {
  const { errors, travels } = call.record as EventRecord
  const result = errors?.result === undefined ? value : mapFields(value, errors.result, errorToWire)
  if (travels === undefined || !isObject(call.payload)) return { kind: 'returned', result }
  const carried: Record<string, unknown> = {}
  for (const field of travels) if (Object.hasOwn(call.payload, field)) carried[field] = call.payload[field]
  return { kind: 'returned', result, carried }
}

function crashed(error: unknown): Attempt {
  if (!(error instanceof Error)) {
    return { kind: 'failed', reason: 'crashed', message: `threw ${String(error)}, which is no Error` }
  }
  const message = `${error.name}: ${error.message}`
  return { kind: 'failed', reason: 'crashed', message, raw: { stdout: '', stderr: error.stack ?? message } }
}

// Not enumerable, so that it is not copied, compared or recorded. A signal that the embedder put there stays.
function giveSignal(payload: unknown, call: Call): void {
  if (!isObject(payload) || !Object.isExtensible(payload) || Object.keys(payload).includes('signal')) return
  Object.defineProperty(payload, 'signal', { get: () => call.signal, enumerable: false, configurable: true })
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
