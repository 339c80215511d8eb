// Runs hooks one after the other, synchronously until one returns a promise; its settlement resumes the loop.
// Callbacks instead of an async function, because a hook that the watchdog gives up on must not block the rest. An error
// in a callback rejects this firing, and reaches no other.

import { type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Attempt } from '../contract/verdict.ts'
import { giveSignal, giveUpOn, HandlerContext, HookCall, SLACK_MS } from './calls.ts'
import { passedOver, unanswerable } from './chain.ts'
import { CANCELLED, type FiringState } from './firingState.ts'
import { PASS } from './judge.ts'
import { WatchedRun } from './watchdog.ts'
import { type EngineWorld, isThenable } from './world.ts'

export class SequentialRun extends WatchedRun {
  readonly #world: EngineWorld
  readonly #books: FiringState
  #resolve: ((outcome: Outcome) => void) | undefined = undefined
  #reject: ((error: unknown) => void) | undefined = undefined
  #isBroken = false
  #outcome: Outcome | undefined = undefined
  /** Chain index of the running hook. */
  #index = -1
  /** The payload passed to it. */
  #given: unknown = undefined
  #context: HandlerContext | undefined = undefined
  #call: { readonly call: HookCall; readonly executor: Executor } | undefined = undefined
  #returned: ((result: unknown) => void) | undefined = undefined
  #threw: ((error: unknown) => void) | undefined = undefined

  constructor(world: EngineWorld, books: FiringState) {
    super()
    this.#world = world
    this.#books = books
  }

  /** The outcome, synchronously if no hook has to be awaited. */
  run(): Outcome | Promise<Outcome> {
    this.#goOn()
    if (this.#outcome !== undefined) return this.#outcome
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  abort(): void {
    this.#books.endedBy ??= CANCELLED
    if (this.watched) this.#contained(() => this.#giveUp('aborted'))
  }

  expire(): void {
    this.#contained(() => this.#giveUp('timeout'))
  }

  #contained(act: () => void): void {
    try {
      if (!this.#isBroken) act()
    } catch (error) {
      this.#break(error)
    }
  }

  #break(error: unknown): void {
    this.#isBroken = true
    this.#world.watchdog.release(this)
    this.#returned = undefined
    this.#reject?.(error)
    this.#context?.abort()
    const { call, executor } = this.#call ?? {}
    if (call !== undefined) executor?.cancel(call, 'aborted')
  }

  #giveUp(reason: GiveUp): void {
    const running = this.#call
    this.#context?.abort()
    if (running !== undefined) {
      const { call, executor } = running
      this.deadline = this.#world.clock.now() + call.timeoutMs + SLACK_MS
      call.abort()
      giveUpOn(call, executor, reason)
      return
    }
    this.deadline = Number.POSITIVE_INFINITY
    this.#returned = undefined
    const index = this.#index
    const { message } = gaveUp(this.#hook(index), reason)
    this.#books.fold(index, this.#books.failed(index, reason, message, this.#books.at), index)
    this.#goOn()
  }

  /** Runs the remaining hooks until one has to be awaited. */
  #goOn(): void {
    const books = this.#books
    const { trusts } = this.#world
    const { hooks, flow, dialect } = books.chain
    const sees = flow.sees === 'previous' || books.judgesUnknown
    let index = this.#index
    while (++index < hooks.length) {
      this.#index = index
      const hook = hooks[index] as Hook
      const over =
        books.unplanned(index) ?? books.endedBy ?? (books.judgesUnknown ? undefined : passedOver(hook))
      if (over !== undefined) {
        if (books.refusesFor(over) && passedOver(hook) === undefined)
          books.fold(index, books.failed(index, 'aborted', over, books.at), index)
        else books.skipped(index, over)
        continue
      }
      const unknown = books.judgesUnknown ? unanswerable(hook, this.#world) : undefined
      if (unknown !== undefined) {
        books.unknown(index, unknown)
        continue
      }
      const given = sees ? books.payload : books.original
      this.#given = given
      books.started(hook)
      const untrusted = trusts(hook)
      if (untrusted !== undefined) {
        books.fold(index, books.failed(index, 'untrusted', untrusted, books.at), index)
        continue
      }
      if (hook.handler === undefined) {
        this.#remote(hook, given)
        return
      }
      const context = new HandlerContext()
      this.#context = context
      if (dialect.signal === 'field') giveSignal(given, context)
      let result: unknown
      try {
        result = hook.handler(given as never, context)
        if (isThenable(result)) {
          this.#wait(hook, result)
          return
        }
      } catch (error) {
        this.#crashed(index, error)
        continue
      }
      this.#enter(index, result)
    }
    this.#settle()
  }

  #enter(index: number, result: unknown): void {
    const books = this.#books
    const verdict = books.returned(index, result, this.#given, books.at)
    if (verdict !== PASS) books.fold(index, verdict, index)
  }

  #crashed(index: number, error: unknown): void {
    const books = this.#books
    books.fold(index, books.crashed(index, error, books.at), index)
  }

  #wait(hook: Hook, result: PromiseLike<unknown>): void {
    this.#watch(hook)
    if (this.#returned === undefined) this.#listen()
    Promise.resolve(result).then(this.#returned, this.#threw)
  }

  // One pair of callbacks serves all hooks of a firing. After a hook is given up on, the next one gets a new pair, so
  // that a late answer, which arrives through the old pair, is ignored.
  #listen(): void {
    const returned = (result: unknown) => {
      if (this.#returned !== returned) return
      try {
        this.#enter(this.#index, result)
        this.#goOn()
      } catch (error) {
        this.#break(error)
      }
    }
    this.#returned = returned
    this.#threw = (error) => {
      if (this.#returned !== returned) return
      this.#contained(() => {
        this.#crashed(this.#index, error)
        this.#goOn()
      })
    }
  }

  #remote(hook: Hook, given: unknown): void {
    const { chain } = this.#books
    this.#context = undefined
    const executor = this.#world.executorOf(hook)
    const { promise, resolve } = Promise.withResolvers<Attempt>()
    const call = new HookCall(chain, hook, given, this.#books, resolve)
    this.#call = { call, executor }
    this.#watch(hook)
    void promise.then((attempt) => this.#contained(() => this.#answered(attempt)))
    executor.run(call)
  }

  #answered(attempt: Attempt): void {
    const books = this.#books
    const index = this.#index
    this.#call = undefined
    books.fold(index, books.attempted(index, attempt, this.#given, books.at), index)
    const carried = attempt.kind === 'returned' ? attempt.carried : undefined
    if (carried !== undefined && books.chain.flow.sees === 'previous') books.carry(carried)
    this.#goOn()
  }

  #watch(hook: Hook): void {
    const { watchdog } = this.#world
    this.deadline = this.#books.at + hook.timeoutMs
    if (!this.watched) watchdog.watch(this)
    else if (this.deadline < watchdog.wakesAt) watchdog.moved(this)
  }

  #settle(): void {
    this.#world.watchdog.release(this)
    this.#outcome = this.#books.settle()
    this.#resolve?.(this.#outcome)
  }

  #hook(index: number): Hook {
    return this.#books.chain.hooks[index] as Hook
  }
}
