// Runs all hooks at once on the fired payload. Runs are recorded as they finish; verdicts are folded in plan order.
// An error in a callback rejects this firing, and reaches no other.

import { type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Verdict } from '../contract/verdict.ts'
import { giveSignal, giveUpOn, HandlerContext, HookCall, SLACK_MS } from './calls.ts'
import { passedOver, unanswerable } from './chain.ts'
import { CANCELLED, type FiringState } from './firingState.ts'
import { WatchedRun } from './watchdog.ts'
import { type EngineWorld, isThenable } from './world.ts'

type Running = {
  deadline: number
  readonly hook: Hook
  readonly index: number
  readonly context: HandlerContext
  readonly since: number
  readonly executor?: Executor
}

export class ParallelRun extends WatchedRun {
  readonly #world: EngineWorld
  readonly #books: FiringState
  readonly #running = new Map<number, Running>()
  readonly #verdicts: (Verdict | undefined)[]
  readonly #ranks: number[]
  #finished = 0
  #starting = true
  #outcome: Outcome | undefined
  #resolve: ((outcome: Outcome) => void) | undefined
  #reject: ((error: unknown) => void) | undefined
  #broken: { readonly error: unknown } | undefined

  constructor(world: EngineWorld, books: FiringState) {
    super()
    this.#world = world
    this.#books = books
    this.#verdicts = new Array(books.chain.hooks.length)
    this.#ranks = new Array(books.chain.hooks.length).fill(0)
  }

  run(): Outcome | Promise<Outcome> {
    const { hooks } = this.#books.chain
    this.#contained(() => {
      for (let index = 0; index < hooks.length; index++) this.#start(hooks[index] as Hook, index)
      this.#starting = false
      this.#settleWhenDone()
    })
    if (this.#broken !== undefined) throw this.#broken.error
    if (this.#outcome !== undefined) return this.#outcome
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  abort(): void {
    this.#books.endedBy ??= CANCELLED
    this.#contained(() => {
      for (const running of [...this.#running.values()]) this.#giveUp(running, 'aborted')
    })
  }

  #contained(act: () => void): void {
    try {
      if (this.#broken === undefined) act()
    } catch (error) {
      this.#break(error)
    }
  }

  #break(error: unknown): void {
    this.#broken = { error }
    this.#world.watchdog.release(this)
    this.#reject?.(error)
    const left = [...this.#running.values()]
    this.#running.clear()
    for (const { context, executor } of left) {
      context.abort()
      executor?.cancel(context as HookCall, 'aborted')
    }
  }

  expire(now: number): void {
    this.#contained(() => {
      for (const running of [...this.#running.values()]) {
        if (running.deadline <= now) this.#giveUp(running, 'timeout')
      }
    })
    this.deadline = Number.POSITIVE_INFINITY
    for (const { deadline } of this.#running.values()) this.deadline = Math.min(this.deadline, deadline)
  }

  #start(hook: Hook, index: number): void {
    const books = this.#books
    const over =
      books.unplanned(index) ?? books.endedBy ?? (books.judgesUnknown ? undefined : passedOver(hook))
    if (over !== undefined) {
      if (books.refusesFor(over) && passedOver(hook) === undefined)
        this.#enter(index, books.failed(index, 'aborted', over, books.at))
      else books.skipped(index, over)
      return
    }
    const unknown = books.judgesUnknown ? unanswerable(hook, this.#world) : undefined
    if (unknown !== undefined) {
      books.unknown(index, unknown)
      return
    }
    books.at = this.#world.clock.now()
    books.started(hook)
    const untrusted = this.#world.trusts(hook)
    if (untrusted !== undefined) this.#enter(index, books.failed(index, 'untrusted', untrusted, books.at))
    else if (hook.handler === undefined) this.#remote(hook, index, books.at)
    else this.#direct(hook, hook.handler, index, books.at)
  }

  #direct(hook: Hook, handler: NonNullable<Hook['handler']>, index: number, since: number): void {
    const context = new HandlerContext()
    if (this.#books.chain.dialect.signal === 'field') giveSignal(this.#books.original, context)
    let result: unknown
    let waits: boolean
    try {
      result = handler(this.#books.original as never, context)
      waits = isThenable(result)
    } catch (error) {
      this.#crashed(index, error, since)
      return
    }
    if (!waits) {
      this.#returned(index, result, since)
      return
    }
    this.#watch({ hook, index, context, since, deadline: since + hook.timeoutMs })
    // Not `result.then`: a custom thenable may throw from it synchronously.
    Promise.resolve(result).then(
      (value) => this.#contained(() => this.#running.delete(index) && this.#returned(index, value, since)),
      (error) => this.#contained(() => this.#running.delete(index) && this.#crashed(index, error, since)),
    )
  }

  #remote(hook: Hook, index: number, since: number): void {
    const { chain, original } = this.#books
    const executor = this.#world.executorOf(hook)
    const call = new HookCall(chain, hook, original, this.#books, (attempt) => {
      this.#contained(() => {
        this.#running.delete(index)
        this.#enter(index, this.#books.attempted(index, attempt, original, since))
      })
    })
    this.#watch({ hook, index, context: call, since, deadline: since + hook.timeoutMs, executor })
    executor.run(call)
  }

  #returned(index: number, result: unknown, since: number): void {
    this.#enter(index, this.#books.returned(index, result, this.#books.original, since))
  }

  #crashed(index: number, error: unknown, since: number): void {
    this.#enter(index, this.#books.crashed(index, error, since))
  }

  #enter(index: number, verdict: Verdict): void {
    this.#verdicts[index] = verdict
    this.#ranks[index] = this.#finished++
    if (this.#books.judgesUnknown) this.#cutOff(index, verdict)
    this.#settleWhenDone()
  }

  // Once a host has its answer, it stops the hooks that it is still waiting for.
  #cutOff(index: number, verdict: Verdict): void {
    const books = this.#books
    if (books.endedBy !== undefined) return
    books.fold(index, verdict, 0)
    if (books.endedBy === undefined) return
    for (const running of [...this.#running.values()])
      if (books.isAwaited(running.index)) this.#giveUp(running, 'aborted')
  }

  #watch(running: Running): void {
    const { watchdog } = this.#world
    this.#running.set(running.index, running)
    if (running.deadline < this.deadline) this.deadline = running.deadline
    if (this.watched) watchdog.moved(this)
    else watchdog.watch(this)
  }

  #giveUp(running: Running, reason: GiveUp): void {
    const { hook, index, context, since, executor } = running
    context.abort()
    if (executor !== undefined) {
      running.deadline = this.#world.clock.now() + hook.timeoutMs + SLACK_MS
      giveUpOn(context as HookCall, executor, reason)
      return
    }
    this.#running.delete(index)
    const { message } = gaveUp(hook, reason)
    this.#enter(index, this.#books.failed(index, reason, message, since))
  }

  #settleWhenDone(): void {
    if (this.#starting || this.#running.size > 0 || this.#outcome !== undefined) return
    this.#world.watchdog.release(this)
    for (const [index, verdict] of this.#verdicts.entries()) {
      if (verdict !== undefined) this.#books.fold(index, verdict, this.#ranks[index] as number)
    }
    this.#outcome = this.#books.settle()
    this.#resolve?.(this.#outcome)
  }
}
