// Run, one hook after the other. One loop awaits the hooks themselves; when the watchdog gives up on a hook in
// this process, the loop that waits for it is left behind and a new one goes on with the next hook.

import { type Executor, type GiveUp, gaveUp } from '../contract/call.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { Attempt } from '../contract/verdict.ts'
import type { Books } from './books.ts'
import { giveSignal, HandlerContext, HookCall } from './calls.ts'
import { passedOver } from './chain.ts'
import { PASS } from './judge.ts'
import { Watched } from './watchdog.ts'
import { crash, isThenable, stackOf, type World } from './world.ts'

export class Sequence extends Watched {
  readonly #world: World
  readonly #books: Books
  #resolve: ((outcome: Outcome) => void) | undefined
  #outcome: Outcome | undefined
  #next = 0
  #epoch = 0
  #context: HandlerContext | undefined
  #call: { readonly call: HookCall; readonly executor: Executor } | undefined

  constructor(world: World, books: Books) {
    super()
    this.#world = world
    this.#books = books
  }

  /** The outcome, at once when no hook made us wait. */
  run(): Outcome | Promise<Outcome> {
    this.#loop(0)
    if (this.#outcome !== undefined) return this.#outcome
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  abort(): void {
    this.#books.endedBy ??= 'the firing was cancelled'
    if (this.watched) this.#giveUp('aborted')
  }

  expire(): void {
    this.#giveUp('timeout')
  }

  #giveUp(reason: GiveUp): void {
    const running = this.#call
    this.deadline = Number.POSITIVE_INFINITY
    this.#context?.abort()
    if (running !== undefined) {
      running.call.abort()
      running.executor.cancel(running.call, reason)
      return
    }
    const index = this.#next - 1
    const { message } = gaveUp(this.#hook(index), reason)
    this.#books.fold(index, this.#books.failed(index, reason, message, this.#books.at), index)
    this.#loop(++this.#epoch)
  }

  async #loop(epoch: number): Promise<void> {
    const books = this.#books
    const { trusts } = this.#world
    const { hooks, flow, dialect } = books.chain
    const signalInPayload = dialect.signal === 'field'
    const sees = flow.sees === 'previous'
    while (this.#next < hooks.length) {
      const index = this.#next++
      const hook = hooks[index] as Hook
      const over = books.endedBy ?? (hook.state === 'active' ? undefined : passedOver(hook))
      if (over !== undefined) {
        books.skipped(index, over)
        continue
      }
      const given = sees ? books.payload : books.original
      books.started(hook)
      const untrusted = trusts(hook)
      if (untrusted !== undefined) {
        books.fold(index, books.failed(index, 'untrusted', untrusted, books.at), index)
        continue
      }
      if (hook.handler === undefined) {
        const attempt = await this.#remote(hook, given)
        this.#call = undefined
        books.fold(index, books.attempted(index, attempt, given, books.at), index)
        if (attempt.kind === 'returned' && attempt.carried !== undefined && sees) books.carry(attempt.carried)
        continue
      }
      const context = new HandlerContext()
      this.#context = context
      if (signalInPayload) giveSignal(given, context)
      let result: unknown
      try {
        result = hook.handler(given as never, context)
        if (isThenable(result)) {
          this.#watch(hook)
          result = await result
          if (this.#epoch !== epoch) return
        }
      } catch (error) {
        if (this.#epoch !== epoch) return
        books.fold(index, books.failed(index, 'crashed', crash(error), books.at, stackOf(error)), index)
        continue
      }
      const verdict = books.returned(index, result, given, books.at)
      if (verdict !== PASS) books.fold(index, verdict, index)
    }
    this.#settle()
  }

  #remote(hook: Hook, given: unknown): Promise<Attempt> {
    const { chain, options } = this.#books
    this.#context = undefined
    return new Promise((resolve) => {
      const executor = this.#world.executorOf(hook)
      const call = new HookCall(chain, hook, given, options.cwd, resolve)
      this.#call = { call, executor }
      this.#watch(hook)
      executor.run(call)
    })
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
