// Declarations of ADR-010's HookManager; implemented by runtime/managers/kaizen.ts.

export const kaizenManager = `/** The priorities of hooks; lower values run first. */
export declare const HookPriority: {
  readonly CRITICAL: 0
  readonly HIGH: 1
  readonly NORMAL: 2
  readonly LOW: 3
}

/** The priority of a hook. */
export type HookPriority = (typeof HookPriority)[keyof typeof HookPriority]

/** A plain function as a hook. */
export type HookFunction<E extends HookEvent = HookEvent> = (
  context: HookContext<E>,
  options: HandlerOptions,
) => HookResult | Promise<HookResult>

/** Wraps a plain function as a hook with the function's name. */
export declare class FunctionHookAdapter<E extends HookEvent = HookEvent> extends BaseHook<E> {
  constructor(func: HookFunction<E>)
}

/** Statistics of a hook's calls so far. A result with \`success: false\` counts as a completed call. */
export interface HookStats {
  call_count: number
  success_count: number
  failure_count: number
  /** Sum of all calls; a time-out adds its limit, an exception adds nothing. */
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

/** The hooks of an agent: those registered in code, and the folders to load more from. */
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
  /** \`project\` loads hooks from .kaizen/hooks (Python and TypeScript), \`user\` from ~/.kaizen/hooks; default: neither. */
  readonly settingSources: readonly ('project' | 'user')[]
  /** The project's folder; default: the current folder. */
  readonly workspace: string
  /** The user's home folder; default: the operating system's. */
  readonly home: string | undefined
  /** \`workspace\` trusts every hook of the project, for this process. */
  readonly trust: 'ledger' | 'workspace'
  /** Called with one line per failure or problem; default: writes to standard error. */
  readonly log: ((line: string) => void) | undefined
}

/** A hook of a manager, as returned by \`list\`. */
export interface HookInfo {
  name: string
  events: string[]
  priority: HookPriority
  /** Absolute path of its file; absent if it was registered in code. */
  path?: string
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
}

/** Calls the hooks of an event one after the other; a hook that fails does not affect the others. */
export declare class HookManager {
  constructor(options?: { log?: (line: string) => void })
  /** A manager with the hooks of these options, including those in the folders they name. */
  static fromOptions(options: KaizenOptions): Promise<HookManager>
  /** Registers a hook for an event. Hooks found in folders run after those of priority NORMAL and before those of LOW. */
  register<E extends HookEvent>(event: E, handler: HookHandler<E> | HookFunction<E>, priority?: HookPriority): void
  register(event: string, handler: HookHandler | HookFunction, priority?: HookPriority): void
  /** Removes one hook from an event, or all that were registered for it; returns how many were removed. */
  unregister(event: string, handler?: unknown): number
  /** Calls all hooks of an event. \`timeout\`: seconds per hook; default: 5. \`traceId\`; default: a UUID. */
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
  /** Every hook, in the order in which the hooks of an event run; built-in ones if the settings enable them. */
  list(): HookInfo[]
  /** Subscribes to an event; the listener is called before its hooks run. */
  on<E extends HookEvent>(event: E, listener: (context: HookContext<E>) => unknown): void
  off<E extends HookEvent>(event: E, listener: (context: HookContext<E>) => unknown): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Logs one line per event: to \`log\`, or to standard error if omitted. */
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

/** Sums the estimated costs of tool calls, in total and by tool. */
export declare class CostTrackingHook extends BaseHook {
  constructor()
  total_cost_usd: number
  readonly costs_by_tool: Record<string, number>
}

/** A tool of an agent: takes its input and returns its result. */
export type Tool = (toolInput: Record<string, unknown>) => unknown

/** The configuration of an agent. */
export interface BaseAgentConfig {
  /** Its id in every context; default: \`agent\`. */
  name?: string
  hooks?: readonly HookRegistration[]
  /** Tools by name. \`Read\` (\`file_path\`) always exists. */
  tools?: Readonly<Record<string, Tool>>
}

/** The agent of ADR-010, reduced to its hooks: it fires the events of tool calls and runs, and calls no model. */
export declare class BaseAgent {
  constructor(config?: BaseAgentConfig, hookManager?: HookManager)
  /** An agent with the hooks of these options, including those in the folders they name. */
  static fromOptions(options: KaizenOptions, config?: BaseAgentConfig): Promise<BaseAgent>
  readonly config: BaseAgentConfig
  readonly hookManager: HookManager
  /** Calls a tool, with its hooks before and after; the tool runs regardless of their results. */
  executeTool(toolName: string, toolInput: Record<string, unknown>): Promise<unknown>
  /** Performs one run, with its hooks before and after. */
  run(inputs?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Performs a tool call; a subclass may override it. */
  executeToolInternal(toolName: string, toolInput: Record<string, unknown>): Promise<unknown>
  /** Performs a run; does nothing unless a subclass overrides it. */
  runInternal(inputs: Record<string, unknown>): Promise<Record<string, unknown>>
  /** The estimated cost of a result in US dollars: the cost for a model to read it, based on its length. */
  estimateCost(toolName: string, result: unknown): number
  /** Closes the manager. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
`
