// One call of one hook in one firing: as an executor sees it, and as a handler in this process sees it.

import { type Call, type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import type { Hook } from '../contract/hook.ts'
import { isObject } from '../contract/json.ts'
import { otherSpelling } from '../contract/spelling.ts'
import type { Attempt } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'

/** What a handler in this process gets as its second argument. The signal is made when first asked for. */
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

/** A call on its way through an executor. The first answer counts. */
export class HookCall extends HandlerContext implements Call {
  readonly hook: Hook
  readonly dialect: Dialect
  readonly event: string
  readonly record: EventRecord
  readonly payload: unknown
  readonly timeoutMs: number
  readonly firing: object
  readonly cwd: string | undefined
  /** The executor was asked to stop it. */
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
    // A hook that waits for the event by another of its names is given the words of that one.
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
 * Puts the signal where a dialect's handlers look for it in the payload itself (compilr `ctx.signal`).
 * Not enumerable, so that it is not copied, compared or recorded; a signal the embedder put there stays.
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

/** Asks the executor to stop a hook; asked a second time, no longer waits for it. */
export function giveUpOn(call: HookCall, executor: Executor, reason: GiveUp): void {
  if (call.givenUp) call.done(gaveUp(call, reason))
  else {
    call.givenUp = true
    executor.cancel(call, reason)
  }
}
