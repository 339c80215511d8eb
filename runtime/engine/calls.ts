// One call of one hook in one firing: the `HookCall` that an executor gets and the
// `HandlerContext` that an in-process handler gets.

import { type Call, type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import type { Hook } from '../contract/hook.ts'
import { isObject } from '../contract/json.ts'
import { otherSpelling } from '../contract/spelling.ts'
import type { Attempt } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'

/** The second argument of an in-process handler. The AbortController is created on first use. */
export class HandlerContext {
  #controller: AbortController | undefined = undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  abort(): void {
    this.#controller ??= new AbortController()
    this.#controller.abort()
  }
}

/** A call handed to an executor. Only the first answer counts; later ones are ignored. */
export class HookCall extends HandlerContext implements Call {
  readonly hook: Hook
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly payload: unknown
  readonly timeoutMs: number
  readonly firing: object
  readonly cwd: string | undefined
  /** Whether the executor has already been asked to cancel this call. */
  givenUp = false
  #answered: ((attempt: Attempt) => void) | undefined

  constructor(
    chain: Chain,
    hook: Hook,
    payload: unknown,
    firing: { readonly cwd: string | undefined },
    answered: (attempt: Attempt) => void,
  ) {
    super()
    const { dialect } = chain
    // A hook registered under another spelling of the event gets that spelling's name, record and payload.
    const event = otherSpelling(hook, chain.event)
    this.hook = hook
    this.dialect = dialect
    this.event = event ?? chain.event
    this.record = (event === undefined ? undefined : dialect.events[event]) ?? chain.record
    this.payload =
      event === undefined ? payload : (dialect.host?.respell?.(payload, chain.event, event) ?? payload)
    this.timeoutMs = hook.timeoutMs
    this.firing = firing
    this.cwd = firing.cwd
    this.#answered = answered
  }

  done(attempt: Attempt): void {
    const answered = this.#answered
    this.#answered = undefined
    answered?.(attempt)
  }
}

/**
 * Adds the signal to the payload itself, for dialects whose handlers read it there (compilr `ctx.signal`).
 * The property is not enumerable, so it is not copied, compared or recorded. A signal that the embedder set is kept.
 */
export function giveSignal(payload: unknown, context: HandlerContext): void {
  if (!isObject(payload) || !Object.isExtensible(payload) || Object.keys(payload).includes('signal')) return
  Object.defineProperty(payload, 'signal', {
    get: () => context.signal,
    enumerable: false,
    configurable: true,
  })
}

/** How much longer than the hook's own time-out an executor may take to stop it. */
export const SLACK_MS = 5000

/** Cancels a hook through its executor; a second call settles it without waiting for the executor. */
export function giveUpOn(call: HookCall, executor: Executor, reason: GiveUp): void {
  if (call.givenUp) call.done(gaveUp(call, reason))
  else {
    call.givenUp = true
    executor.cancel(call, reason)
  }
}
