// Run, all hooks at once on the payload that was fired. They are entered as they finish and folded in plan order.

import { type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Verdict } from '../contract/verdict.ts'
import type { Books } from './books.ts'
import { HandlerContext, HookCall } from './calls.ts'
import { passedOver } from './chain.ts'
import { crash, isThenable, type World } from './world.ts'

type Running = {
  readonly deadline: number
  readonly hook: Hook
  readonly index: number
  readonly context: HandlerContext
  readonly executor?: Executor
}

export class Volley {
  deadline = Number.POSITIVE_INFINITY
  readonly #world: World
  readonly #books: Books
  readonly #running = new Map<number, Running>()
  readonly #verdicts: (Verdict | undefined)[]
  readonly #ranks: number[]
  #finished = 0
  #starting = true
  #watched = false
  #outcome: Outcome | undefined
  #resolve: ((outcome: Outcome) => void) | undefined

  constructor(world: World, books: Books) {
    this.#world = world
    this.#books = books
    this.#verdicts = new Array(books.chain.hooks.length)
    this.#ranks = new Array(books.chain.hooks.length).fill(0)
  }

  run(): Outcome | Promise<Outcome> {
    const { hooks } = this.#books.chain
    for (let index = 0; index < hooks.length; index++) this.#start(hooks[index] as Hook, index)
    this.#starting = false
    this.#settleWhenDone()
    if (this.#outcome !== undefined) return this.#outcome
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  abort(): void {
    this.#books.endedBy ??= 'the firing was cancelled'
    for (const running of [...this.#running.values()]) this.#giveUp(running, 'aborted')
  }

  expire(now: number): void {
    for (const running of [...this.#running.values()]) {
      if (running.deadline <= now) this.#giveUp(running, 'timeout')
    }
    this.deadline = Number.POSITIVE_INFINITY
    for (const { deadline } of this.#running.values()) this.deadline = Math.min(this.deadline, deadline)
  }

  #start(hook: Hook, index: number): void {
    const books = this.#books
    const { startedAt } = books
    const over = books.endedBy ?? passedOver(hook)
    if (over !== undefined) return books.skipped(index, over)
    books.started(hook)
    const untrusted = this.#world.trusts(hook)
    if (untrusted !== undefined)
      return this.#enter(index, books.failed(index, 'untrusted', untrusted, startedAt))
    if (hook.handler === undefined) this.#remote(hook, index)
    else this.#direct(hook, hook.handler, index)
  }

  #direct(hook: Hook, handler: NonNullable<Hook['handler']>, index: number): void {
    const context = new HandlerContext()
    try {
      const result = handler(this.#books.original as never, context)
      if (!isThenable(result)) return this.#returned(index, result)
      this.#watch({ hook, index, context, deadline: this.#books.startedAt + hook.timeoutMs })
      result.then(
        (value) => this.#running.delete(index) && this.#returned(index, value),
        (error) => this.#running.delete(index) && this.#crashed(index, error),
      )
    } catch (error) {
      this.#crashed(index, error)
    }
  }

  #remote(hook: Hook, index: number): void {
    const { chain, options, original, startedAt } = this.#books
    const executor = this.#world.executorOf(hook)
    const call = new HookCall(chain, hook, original, options.cwd, (attempt) => {
      this.#running.delete(index)
      this.#enter(index, this.#books.attempted(index, attempt, original, startedAt))
    })
    this.#watch({ hook, index, context: call, deadline: startedAt + hook.timeoutMs, executor })
    executor.run(call)
  }

  #returned(index: number, result: unknown): void {
    const { original, startedAt } = this.#books
    this.#enter(index, this.#books.returned(index, result, original, startedAt))
  }

  #crashed(index: number, error: unknown): void {
    this.#enter(index, this.#books.failed(index, 'crashed', crash(error), this.#books.startedAt))
  }

  #enter(index: number, verdict: Verdict): void {
    this.#verdicts[index] = verdict
    this.#ranks[index] = this.#finished++
    this.#settleWhenDone()
  }

  #watch(running: Running): void {
    const { watchdog } = this.#world
    this.#running.set(running.index, running)
    if (running.deadline < this.deadline) this.deadline = running.deadline
    if (this.#watched) watchdog.moved(this)
    else watchdog.watch(this)
    this.#watched = true
  }

  #giveUp({ hook, index, context, executor }: Running, reason: GiveUp): void {
    context.abort()
    if (executor !== undefined) return executor.cancel(context as HookCall, reason)
    this.#running.delete(index)
    const { message } = gaveUp(hook, reason)
    this.#enter(index, this.#books.failed(index, reason, message, this.#books.startedAt))
  }

  #settleWhenDone(): void {
    if (this.#starting || this.#running.size > 0 || this.#outcome !== undefined) return
    if (this.#watched) this.#world.watchdog.release(this)
    for (const [index, verdict] of this.#verdicts.entries()) {
      if (verdict !== undefined) this.#books.fold(index, verdict, this.#ranks[index] as number)
    }
    this.#outcome = this.#books.settle()
    this.#resolve?.(this.#outcome)
  }
}
