// Declarations of ADR-010's HookManager; implemented by runtime/managers/kaizen.ts.

export const kaizenManager = `/** Which hooks of an event run first; lower before higher. */
export declare const HookPriority: {
  readonly CRITICAL: 0
  readonly HIGH: 1
  readonly NORMAL: 2
  readonly LOW: 3
}

/** How early a hook runs. */
export type HookPriority = (typeof HookPriority)[keyof typeof HookPriority]

/** A plain function as a hook. */
export type HookFunction<E extends HookEvent = HookEvent> = (
  context: HookContext<E>,
  options: HandlerOptions,
) => HookResult | Promise<HookResult>

/** Makes a hook of a plain function, under the function's name. */
export declare class FunctionHookAdapter<E extends HookEvent = HookEvent> extends BaseHook<E> {
  constructor(func: HookFunction<E>)
}

/** How a hook has done so far. A result with \`success: false\` is a completed call. */
export interface HookStats {
  call_count: number
  success_count: number
  failure_count: number
  /** A time-out counts its limit, an exception counts nothing. */
  total_duration_ms: number
  avg_duration_ms: number
  max_duration_ms: number
}

/** One hook to register. */
export interface HookRegistration<E extends HookEvent = HookEvent> {
  event_type: E
  handler: HookHandler<E> | HookFunction<E>
  priority?: HookPriority
}

/** Which hooks an agent is given: in code, and from which folders. */
export declare class KaizenOptions {
  constructor(options?: {
    hooks?: readonly HookRegistration[]
    settingSources?: readonly ('project' | 'user')[]
    workspace?: string
    home?: string
    trust?: 'ledger' | 'workspace'
    log?: (line: string) => void
  })
  readonly hooks: readonly HookRegistration[]
  /** \`project\` finds hooks in .kaizen/hooks (Python and TypeScript), \`user\` in ~/.kaizen/hooks; neither unless named. */
  readonly settingSources: readonly ('project' | 'user')[]
  /** The project's folder; the current one unless given. */
  readonly workspace: string
  /** The user's folder; the operating system's unless given. */
  readonly home: string | undefined
  /** \`workspace\` lets every hook of the project run, for this process. */
  readonly trust: 'ledger' | 'workspace'
  /** Hears of failures and problems, a line each; standard error unless given. */
  readonly log: ((line: string) => void) | undefined
}

/** A hook of a manager, as \`list\` tells it. */
export interface HookInfo {
  name: string
  events: string[]
  priority: HookPriority
  /** Its file, absolute; absent where it was registered in code. */
  path?: string
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
}

/** Calls the hooks of an event one after the other, and keeps one's failure from the next. */
export declare class HookManager {
  constructor(options?: { log?: (line: string) => void })
  /** A manager with the hooks of these options, those of the folders they name included. */
  static fromOptions(options: KaizenOptions): Promise<HookManager>
  /** Registers a hook for an event. A hook found in a folder runs after those of priority NORMAL, before those of LOW. */
  register<E extends HookEvent>(event: E, handler: HookHandler<E> | HookFunction<E>, priority?: HookPriority): void
  register(event: string, handler: HookHandler | HookFunction, priority?: HookPriority): void
  /** Takes one hook off an event, or all that were registered; says how many went. */
  unregister(event: string, handler?: unknown): number
  /** Calls all hooks of an event. The time-out is per hook and in seconds, as in Python; 5 unless given. The trace id is a UUID unless given. */
  trigger<E extends HookEvent>(
    event: E,
    agentId: string,
    data: HookData[E],
    timeout?: number,
    metadata?: Record<string, unknown>,
    traceId?: string,
  ): Promise<HookResult[]>
  trigger(
    event: string,
    agentId: string,
    data: object,
    timeout?: number,
    metadata?: Record<string, unknown>,
    traceId?: string,
  ): Promise<HookResult[]>
  /** Statistics per hook, by name. */
  getStats(): Record<string, HookStats>
  /** Every hook, in the order it runs within its event; built-in ones where the settings turn them on. */
  list(): HookInfo[]
  /** Hears an event, before its hooks run. */
  on<E extends HookEvent>(event: E, listener: (context: HookContext<E>) => unknown): void
  off<E extends HookEvent>(event: E, listener: (context: HookContext<E>) => unknown): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Logs every event, one line each: on standard error unless \`log\` is given. */
export declare class LoggingHook extends BaseHook {
  constructor(logLevel?: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR', log?: (line: string) => void)
  readonly log_level: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR'
}

/** Counts events, by name. */
export declare class MetricsHook extends BaseHook {
  constructor(metricsBackend?: string)
  readonly metrics_backend: string
  readonly counters: Record<string, number>
}

/** Adds up what tool calls are estimated to cost, in all and by tool. */
export declare class CostTrackingHook extends BaseHook {
  constructor()
  total_cost_usd: number
  readonly costs_by_tool: Record<string, number>
}

/** A tool of an agent: its input in, its result out. */
export type Tool = (toolInput: Record<string, unknown>) => unknown

/** How an agent is set up. */
export interface BaseAgentConfig {
  /** Its id in every context; \`agent\` unless given. */
  name?: string
  hooks?: readonly HookRegistration[]
  /** By name. \`Read\` (\`file_path\`) is there without being named. */
  tools?: Readonly<Record<string, Tool>>
}

/** The agent of ADR-010 as far as hooks go: it fires the events of tool calls and runs, and calls no model. */
export declare class BaseAgent {
  constructor(config?: BaseAgentConfig, hookManager?: HookManager)
  /** An agent with the hooks of these options, those of the folders they name included. */
  static fromOptions(options: KaizenOptions, config?: BaseAgentConfig): Promise<BaseAgent>
  readonly config: BaseAgentConfig
  readonly hookManager: HookManager
  /** Calls a tool, with its hooks before and after; whatever they report, the tool runs. */
  executeTool(toolName: string, toolInput: Record<string, unknown>): Promise<unknown>
  /** One run, with its hooks before and after. */
  run(inputs?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** What a tool call does, for a subclass to override. */
  executeToolInternal(toolName: string, toolInput: Record<string, unknown>): Promise<unknown>
  /** What a run does, for a subclass to override; here nothing. */
  runInternal(inputs: Record<string, unknown>): Promise<Record<string, unknown>>
  /** What a result is estimated to cost, in US dollars: what reading it costs a model, by its length. */
  estimateCost(toolName: string, result: unknown): number
  /** Closes the manager. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
`
