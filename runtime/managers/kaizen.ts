// ADR-010's HookManager: hooks registered in code run on the engine, hooks found in folders run in a workspace.
// It triggers, counts and isolates them; hooks affect the agent only through their results.

import { randomUUID } from 'node:crypto'
import type {
  HookEvent as EventName,
  HookContext,
  HookFunction,
  HookHandler,
  HookInfo,
  HookResult,
  HookStats,
  HookManager as Published,
} from 'hookbench/kaizen'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { kaizen } from '../contract/dialects/kaizen.ts'
import type { HookRun } from '../contract/outcome.ts'
import { createEngine } from '../engine/engine.ts'
import { knownRecord } from '../workspace/admission.ts'
import { openWorkspace } from '../workspace/open.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { Bus, type BusListener } from './bus.ts'
import { logLine } from './failures.ts'
import { guarded, messageOf, withoutType } from './kaizen/guard.ts'
import { FunctionHookAdapter, HookPriority } from './kaizen/handlers.ts'
import type { KaizenOptions } from './kaizen/options.ts'
import { Stats } from './kaizen/stats.ts'
import { type Registration, Registry } from './registry.ts'

export { BaseAgent } from './kaizen/agent.ts'
export { CostTrackingHook, LoggingHook, MetricsHook } from './kaizen/builtins.ts'
export { BaseHook, FunctionHookAdapter, HookEvent, HookPriority } from './kaizen/handlers.ts'
export { KaizenOptions } from './kaizen/options.ts'

const DIALECT = 'kaizen'
const SECONDS = 5
const contract = kaizen as unknown as Dialect

type AnyHandler = HookHandler | HookFunction
/** The handler that was passed in, and the hook made from it. */
type Key = { readonly given: unknown; readonly hook: HookHandler }
type Thrown = Map<string, unknown>
type Options = { readonly log?: (line: string) => void; readonly workspace?: Workspace | undefined }

/** Calls the hooks of an event one after the other and isolates the failure of one from the next. */
export class HookManager implements Published {
  readonly #log: (line: string) => void
  readonly #bus: Bus
  readonly #engine = createEngine({ executorOf: noExecutor, trusts: () => undefined })
  /** Hooks up to NORMAL in `#early`, LOW ones in `#late`; hooks from folders run in between. */
  readonly #early = new Registry<Key>(contract, SECONDS * 1000)
  readonly #late = new Registry<Key>(contract, SECONDS * 1000)
  readonly #stats = new Stats()
  readonly #workspace: Workspace | undefined

  /** The workspace, if given, provides the hooks found in folders. */
  constructor({ log = logLine, workspace }: Options = {}) {
    this.#log = log
    this.#bus = new Bus(log)
    this.#workspace = workspace
  }

  static async fromOptions(options: KaizenOptions): Promise<HookManager> {
    const manager = new HookManager({
      workspace: await openedFor(options),
      ...defined({ log: options.log }),
    })
    for (const { event_type: event, handler, priority } of options.hooks) {
      manager.register(event, handler, priority)
    }
    for (const { severity, path, message } of manager.#workspace?.problems ?? []) {
      if (severity === 'error') manager.#log(`${path}: ${message}`)
    }
    return manager
  }

  register(event: string, handler: AnyHandler, priority: number = HookPriority.NORMAL): void {
    knownRecord(DIALECT, event)
    if (!Object.values<number>(HookPriority).includes(priority)) {
      throw new RangeError(`the priority of a hook of ${event} is ${priority}; expected one of HookPriority`)
    }
    const hook = typeof handler === 'function' ? new FunctionHookAdapter(handler) : handler
    if (typeof hook?.handle !== 'function') {
      throw new TypeError(`a hook of ${event} is not a hook; expected handle(context) or a function`)
    }
    const registry = priority > HookPriority.NORMAL ? this.#late : this.#early
    registry.add(event, { given: handler, hook }, hook.name ?? hook.constructor.name, priority)
  }

  unregister(event: string, handler?: unknown): number {
    knownRecord(DIALECT, event)
    const isMatch = (entry: Registration<Key>) =>
      entry.event === event && (handler === undefined || entry.key.given === handler)
    return this.#early.remove(isMatch).length + this.#late.remove(isMatch).length
  }

  async trigger(
    event: string,
    agentId: string,
    data: object,
    timeout: number = SECONDS,
    metadata: Record<string, unknown> = {},
    traceId: string = randomUUID(),
  ): Promise<HookResult[]> {
    knownRecord(DIALECT, event)
    if (!(timeout > 0))
      throw new RangeError(`the time-out of ${event} is ${timeout}; expected seconds above 0`)
    const timeoutMs = timeout * 1000
    const context = {
      event_type: event,
      agent_id: agentId,
      timestamp: Date.now() / 1000,
      data,
      metadata,
      trace_id: traceId,
    } as unknown as HookContext
    this.#bus.emit(event, context)
    const results: HookResult[] = []
    await this.#fire(this.#early, event, context, timeoutMs, results)
    if (this.#workspace !== undefined) {
      const { hooks } = await this.#workspace.fire(event, context, { dialect: DIALECT, timeoutMs })
      for (const run of hooks) if (run.status !== 'skipped') results.push(this.#settle(run, event, timeoutMs))
    }
    await this.#fire(this.#late, event, context, timeoutMs, results)
    return results
  }

  getStats(): Record<string, HookStats> {
    return this.#stats.all()
  }

  list(): HookInfo[] {
    const registered = (registry: Registry<Key>) =>
      Object.keys(kaizen.events).flatMap((event) =>
        registry.of(event).map(({ hook: { name, events }, priority }) => ({
          name,
          events: [...events],
          priority: priority as HookInfo['priority'],
          state: 'active' as const,
        })),
      )
    const found = (this.#workspace?.list() ?? [])
      .filter(({ runner, state }) => runner !== 'builtin' || state === 'active')
      .map(({ name, events, path, state }) => {
        const file = path === '' ? {} : { path }
        return { name, events: [...events], priority: HookPriority.NORMAL, ...file, state }
      })
    return [...registered(this.#early), ...found, ...registered(this.#late)]
  }

  on<E extends EventName>(event: E, listener: (context: HookContext<E>) => unknown): void {
    this.#bus.on(event, listener as BusListener)
  }

  off<E extends EventName>(event: E, listener: (context: HookContext<E>) => unknown): void {
    this.#bus.off(event, listener as BusListener)
  }

  async close(): Promise<void> {
    await this.#workspace?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #fire(
    registry: Registry<Key>,
    event: string,
    context: HookContext,
    timeoutMs: number,
    results: HookResult[],
  ): Promise<void> {
    if (!registry.has(event)) return
    let thrown: Thrown | undefined
    const call = ({ key, hook: { id, name } }: Registration<Key>) =>
      guarded(key.hook, (error, second) => {
        thrown ??= new Map()
        thrown.set(id, error)
        if (second !== undefined) this.#log(`${name}: its error handler failed too: ${messageOf(second)}`)
      })
    const outcome = await this.#engine.fire(registry.running(event, call, timeoutMs), context)
    for (const run of outcome.hooks) results.push(this.#settle(run, event, timeoutMs, thrown))
  }

  /** Counts a run and converts it to a result. */
  #settle(run: HookRun, event: string, timeoutMs: number, thrown?: Thrown): HookResult {
    const { id, name, failure, durationMs, why = '' } = run
    if (run.status === 'returned') {
      this.#stats.count(name, durationMs, true)
      return { ...(run.result as HookResult), duration_ms: durationMs }
    }
    const timedOut = failure === 'timeout' && thrown?.has(id) !== true
    const text =
      thrown?.has(id) === true ? messageOf(thrown.get(id)) : failure === 'crashed' ? withoutType(why) : why
    const error = timedOut ? `Hook timeout: ${name}` : `Hook error: ${text}`
    this.#stats.count(name, timedOut ? timeoutMs : 0, false)
    this.#log(`${event}: ${name}: ${error}`)
    return { success: false, error, duration_ms: 0 }
  }
}

async function openedFor(options: KaizenOptions): Promise<Workspace | undefined> {
  const { settingSources, workspace: root, home, trust } = options
  if (settingSources.length === 0) return undefined
  return openWorkspace({
    root,
    trust,
    dialects: [DIALECT],
    sources: settingSources.map((source) => (source === 'project' ? 'workspace' : source)),
    ...defined({ home }),
  })
}

function noExecutor(): never {
  throw new Error('hooks registered in code need no executor')
}
