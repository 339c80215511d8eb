// compilr's HooksManager on the engine: seven lists of functions, registered with a priority, run by event.
// The engine does ordering, folding and time-outs. Errors keep their identity, because hooks run in this process.

import type {
  AfterIterationHook,
  AfterIterationHookContext,
  AfterLLMHook,
  AfterLLMHookContext,
  AfterToolHook,
  AfterToolHookContext,
  BeforeIterationHook,
  BeforeLLMHook,
  BeforeToolHook,
  ErrorHookContext,
  ErrorHookResult,
  HookContext,
  HookEvent,
  HookEventType,
  HookRegistrationOptions,
  HooksConfig,
  HooksManagerOptions,
  IterationHookContext,
  LLMHookContext,
  OnErrorHook,
  HooksManager as Published,
  ToolExecutionResult,
  ToolHookContext,
} from 'hookbench/compilr'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { compilr } from '../contract/dialects/compilr.ts'
import type { Handler } from '../contract/hook.ts'
import { isObject } from '../contract/json.ts'
import type { Outcome, Step } from '../contract/outcome.ts'
import { createEngine } from '../engine/engine.ts'
import { Bus, type BusListener } from './bus.ts'
import { logLine, settleFailures } from './failures.ts'
import { type Registration, Registry } from './registry.ts'

export { HookFailure } from './failures.ts'

type List = keyof HooksConfig
type AnyHook = (context: never) => unknown
/** What hooks threw, and the errors in their answers, by hook id: as objects, because the outcome holds only data. */
type Errors = { readonly thrown: Map<string, unknown>; readonly answered: Map<string, Error> }
type Ran = { readonly outcome: Outcome; readonly errors: Errors }

const LISTS = Object.keys(compilr.events) as List[]
const KINDS: readonly HookEventType[] = [
  'hook:registered',
  'hook:unregistered',
  'hook:started',
  'hook:completed',
  'hook:error',
]

/** Holds seven lists of hooks and runs them. */
export class HooksManager implements Published {
  readonly #registry: Registry<AnyHook>
  readonly #engine = createEngine({ executorOf: noExecutor, trusts: () => undefined })
  readonly #bus: Bus
  readonly #log: (line: string) => void
  readonly #failOpen: boolean

  constructor({
    hooks = {},
    onEvent,
    failOpen = true,
    timeoutMs = compilr.timeoutMs,
    log = logLine,
  }: HooksManagerOptions = {}) {
    this.#log = log
    this.#bus = new Bus(log)
    this.#failOpen = failOpen
    this.#registry = new Registry<AnyHook>(compilr as unknown as Dialect, timeoutMs)
    if (onEvent !== undefined) for (const kind of KINDS) this.#bus.on(kind, onEvent)
    this.registerFromConfig(hooks)
  }

  registerBeforeIteration(hook: BeforeIterationHook, options?: HookRegistrationOptions): string {
    return this.#register('beforeIteration', hook, options)
  }

  registerAfterIteration(hook: AfterIterationHook, options?: HookRegistrationOptions): string {
    return this.#register('afterIteration', hook, options)
  }

  registerBeforeLLM(hook: BeforeLLMHook, options?: HookRegistrationOptions): string {
    return this.#register('beforeLLM', hook, options)
  }

  registerAfterLLM(hook: AfterLLMHook, options?: HookRegistrationOptions): string {
    return this.#register('afterLLM', hook, options)
  }

  registerBeforeTool(hook: BeforeToolHook, options?: HookRegistrationOptions): string {
    return this.#register('beforeTool', hook, options)
  }

  registerAfterTool(hook: AfterToolHook, options?: HookRegistrationOptions): string {
    return this.#register('afterTool', hook, options)
  }

  registerOnError(hook: OnErrorHook, options?: HookRegistrationOptions): string {
    return this.#register('onError', hook, options)
  }

  registerFromConfig(config: HooksConfig): string[] {
    return LISTS.flatMap((list) => (config[list] ?? []).map((hook) => this.#register(list, hook)))
  }

  unregister(id: string): boolean {
    return this.#remove((entry) => entry.hook.id === id)
  }

  clear(): void {
    this.#remove(() => true)
  }

  hasHooks(hookType?: List): boolean {
    const lists = hookType === undefined ? LISTS : [hookType]
    return lists.some((list) => this.#registry.has(list))
  }

  getHookCounts(): Record<List, number> {
    const counts = LISTS.map((list) => [list, this.#registry.of(list).length])
    return Object.fromEntries(counts) as Record<List, number>
  }

  getHookIds(hookType?: List): string[] {
    const lists = hookType === undefined ? LISTS : [hookType]
    return lists.flatMap((list) => this.#registry.of(list).map(({ hook }) => hook.id))
  }

  async runBeforeIteration(context: IterationHookContext): Promise<boolean> {
    return (await this.#run('beforeIteration', context)).outcome.decision !== 'deny'
  }

  async runAfterIteration(context: AfterIterationHookContext): Promise<void> {
    await this.#run('afterIteration', context)
  }

  async runBeforeLLM(
    context: LLMHookContext,
  ): Promise<Pick<LLMHookContext, 'messages' | 'tools' | 'systemPrompt'>> {
    const { messages, tools, systemPrompt } = (await this.#run('beforeLLM', context)).outcome
      .payload as LLMHookContext
    return { messages, tools, systemPrompt }
  }

  async runAfterLLM(context: AfterLLMHookContext): Promise<void> {
    await this.#run('afterLLM', context)
  }

  async runBeforeTool(
    context: ToolHookContext,
  ): Promise<{ proceed: boolean; input: Record<string, unknown>; skipResult?: ToolExecutionResult }> {
    const { decision, answer, payload } = (await this.#run('beforeTool', context)).outcome
    const { input } = payload as ToolHookContext
    if (answer !== undefined) return { proceed: false, input, skipResult: answer as ToolExecutionResult }
    return { proceed: decision !== 'deny', input }
  }

  async runAfterTool(context: AfterToolHookContext): Promise<ToolExecutionResult> {
    return ((await this.#run('afterTool', context)).outcome.payload as AfterToolHookContext).result
  }

  async runOnError(context: ErrorHookContext): Promise<ErrorHookResult> {
    const { outcome, errors } = await this.#run('onError', context)
    const { handled, answer } = outcome
    const speaker = outcome.hooks.findLast(
      ({ id, status }) => status === 'returned' && errors.answered.has(id),
    )
    const error = speaker === undefined ? undefined : errors.answered.get(speaker.id)
    return {
      ...defined({ handled, error }),
      ...(answer === undefined ? {} : { recovery: answer as ToolExecutionResult }),
    }
  }

  on(event: string, listener: BusListener): void {
    this.#bus.on(event, listener)
  }

  off(event: string, listener: BusListener): void {
    this.#bus.off(event, listener)
  }

  #register(list: List, hook: AnyHook, { name, priority = 0 }: HookRegistrationOptions = {}): string {
    if (typeof hook !== 'function')
      throw new TypeError(`a hook of ${list} is ${typeof hook}; expected a function`)
    const entry = this.#registry.add(list, hook, name ?? hook.name, priority)
    this.#bus.emit('hook:registered', eventOf('hook:registered', entry))
    return entry.hook.id
  }

  #remove(isMatch: (entry: Registration<AnyHook>) => boolean): boolean {
    const gone = this.#registry.remove(isMatch)
    for (const entry of gone) this.#bus.emit('hook:unregistered', eventOf('hook:unregistered', entry))
    return gone.length > 0
  }

  async #run(list: List, context: HookContext): Promise<Ran> {
    this.#bus.emit(list, context)
    const errors: Errors = { thrown: new Map(), answered: new Map() }
    const entries = this.#registry.of(list)
    const chain = this.#registry.running(list, (entry) => calling(entry, errors))
    // Only a signal that the agent set itself, not the one that an earlier run added to this context.
    const own = Object.keys(context).includes('signal') ? context.signal : undefined
    const hasListeners = KINDS.some((kind) => this.#bus.hears(kind))
    const outcome = await this.#engine.fire(chain, context, {
      failOpen: this.#failOpen,
      signal: own,
      emit: hasListeners ? (step) => this.#follow(entries, step, errors) : undefined,
    })
    const { metadata } = outcome.payload as HookContext
    if (metadata !== context.metadata) context.metadata = metadata
    settleFailures(outcome, this.#log)
    return { outcome, errors }
  }

  #follow(entries: readonly Registration<AnyHook>[], step: Step, { thrown }: Errors): void {
    const id = step.kind === 'started' ? step.hook : step.kind === 'finished' ? step.run.id : undefined
    const entry = entries.find(({ hook }) => hook.id === id)
    if (entry === undefined) return
    if (step.kind === 'started') this.#bus.emit('hook:started', eventOf('hook:started', entry))
    if (step.kind !== 'finished' || step.run.status === 'skipped') return
    const { status, why, durationMs } = step.run
    const kind = status === 'returned' ? 'hook:completed' : 'hook:error'
    const error = kind === 'hook:error' ? { error: asError(thrown.get(entry.hook.id) ?? why) } : {}
    this.#bus.emit(kind, { ...eventOf(kind, entry), durationMs, ...error })
  }
}

function calling({ key, hook: { id } }: Registration<AnyHook>, { thrown, answered }: Errors): Handler {
  return async (context) => {
    try {
      const result = await key(context)
      if (isObject(result) && result.error instanceof Error) answered.set(id, result.error)
      return result
    } catch (error) {
      thrown.set(id, error)
      throw error
    }
  }
}

function eventOf(type: HookEventType, { event, hook: { id, name } }: Registration<AnyHook>): HookEvent {
  return { type, hookType: event as List, hookId: id, ...(name === id ? {} : { hookName: name }) }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

function noExecutor(): never {
  throw new Error('hooks registered in code need no executor')
}
