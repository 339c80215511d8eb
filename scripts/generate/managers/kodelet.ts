// Declarations of ADR 021's hook manager and trigger; implemented by runtime/managers/kodelet.ts.

import { HOOK_FAILURE } from './failure.ts'

export const kodeletManager = `/** A hook found by discovery. */
export interface Hook {
  /** Its file name; \`org/repo/file\` for a hook of a plugin. */
  name: string
  /** Absolute path of the executable. */
  path: string
  /** Its output when called with \`hook\`; absent if not known. */
  hookType?: HookType
  source: 'builtin' | 'user' | 'workspace' | 'plugin'
  /** Only an active hook runs. */
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
  /** Why it is not active, in one line. */
  why?: string
}

/** The agent that fires an event: the main agent, or a subagent it started. */
export type InvokedBy = BasePayload['invoked_by']
export declare const InvokedByMain: 'main'
export declare const InvokedBySubagent: 'subagent'

/** Default time limit of a hook in milliseconds (30 s); see \`setTimeout\`. */
export declare const DefaultTimeout: 30000

/** Finds hooks in folders. */
export declare class Discovery {
  /** The repository. */
  workspace: string
  home?: string
  trust?: 'ledger' | 'workspace'
  /** Whether the places of ADR 021 and ADR 029 are searched. */
  defaultDirs: boolean
  hookDirs: string[]
  log?: (line: string) => void
  /** The hooks that may run, by event, in execution order. */
  discoverHooks(): Promise<Partial<Record<HookType, Hook[]>>>
}

/** A discovery; it searches the default folders unless an option names others. */
export declare function newDiscovery(...options: DiscoveryOption[]): Discovery

/** Configures discovery. */
export type DiscoveryOption = (discovery: Discovery) => void

/** Searches ./.kodelet and ~/.kodelet, including plugins; the default. */
export declare function withDefaultDirs(): DiscoveryOption
/** Searches these folders in order: only these, or after the default ones if those are also requested. */
export declare function withHookDirs(...dirs: string[]): DiscoveryOption
/** Sets the repository; default: the current folder. */
export declare function withWorkspace(folder: string): DiscoveryOption
/** Sets the user's home folder; default: the operating system's. */
export declare function withHome(folder: string): DiscoveryOption
/** \`workspace\` trusts every hook of the workspace, for this process. */
export declare function withTrust(trust: 'ledger' | 'workspace'): DiscoveryOption
/** Called with one line per failure or problem; default: writes to standard error. */
export declare function withLog(log: (line: string) => void): DiscoveryOption

/** Discovers hooks and returns a manager for them; without hooks, the manager does nothing. */
export declare function newHookManager(...options: DiscoveryOption[]): Promise<HookManager>

/** Options of one execution. */
export interface ExecuteOptions {
  /** Aborting it ends the hooks. */
  signal?: AbortSignal
}

/** Executes the hooks of an event. A new manager is empty and does nothing; subagents share their parent's. */
export declare class HookManager {
  /** Executes the hooks of any event; equivalent to the method of that event. */
  execute<E extends HookType>(
    hookType: E,
    payload: Events[E]['payload'],
    options?: ExecuteOptions,
  ): Promise<Events[E]['result']>
  executeBeforeToolCall(payload: BeforeToolCallPayload, options?: ExecuteOptions): Promise<BeforeToolCallResult>
  /** The output has every field: those that the hooks left out are empty. */
  executeAfterToolCall(
    payload: AfterToolCallPayload,
    options?: ExecuteOptions,
  ): Promise<{ output?: StructuredToolResult }>
  executeUserMessageSend(payload: UserMessageSendPayload, options?: ExecuteOptions): Promise<UserMessageSendResult>
  executeAgentStop(payload: AgentStopPayload, options?: ExecuteOptions): Promise<{ follow_up_messages?: string[] }>
  executeTurnEnd(payload: TurnEndPayload, options?: ExecuteOptions): Promise<TurnEndResult>
  /** The hook of this name (\`audit_logger\`, \`org/repo/audit-log\`) that is not shadowed by another. */
  getHookByName(name: string): Hook | undefined
  /** Every hook found, in execution order. */
  list(): Hook[]
  /** Sets the time limit of a hook in milliseconds; 0 means the default of 30 s. */
  setTimeout(timeoutMs: number): void
  /** Subscribes to an event; the listener is called before its hooks run. */
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void
  off<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options of a trigger besides the event's own data. */
export interface TriggerOptions extends ExecuteOptions {
  /** The agent's working directory; default: that of the process. */
  cwd?: string
}

/** Fires events with their common fields filled in: conversation, subagent flag, recipe name. */
export declare class Trigger {
  constructor(manager: HookManager, conversationId: string, isSubAgent?: boolean, recipeName?: string)
  readonly manager: HookManager
  readonly conversationId: string
  readonly isSubAgent: boolean
  /** The active recipe; empty if there is none. */
  readonly recipeName: string
  /**
   * Whether the call is blocked, why, and the input to continue with. Given JSON text, as in ADR 021, it returns JSON
   * text: empty when the call is blocked. Hooks receive text that is not JSON as a string, and empty text as \`{}\`.
   */
  triggerBeforeToolCall(
    toolName: string,
    toolInput: string,
    toolUserId: string,
    options?: TriggerOptions,
  ): Promise<{ blocked: boolean; reason: string; input: string }>
  triggerBeforeToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    options?: TriggerOptions,
  ): Promise<{ blocked: boolean; reason: string; input: unknown }>
  /** The output to continue with; undefined if no hook changed it. Also for blocked calls. The input may be JSON text. */
  triggerAfterToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    toolOutput: StructuredToolResult,
    options?: TriggerOptions,
  ): Promise<StructuredToolResult | undefined>
  triggerUserMessageSend(message: string, options?: TriggerOptions): Promise<{ blocked: boolean; reason: string }>
  /** Messages for the agent to continue with; with none, it stops. */
  triggerAgentStop(messages: Message[], options?: TriggerOptions): Promise<string[]>
  triggerTurnEnd(response: string, turnNumber: number, options?: TriggerOptions): Promise<void>
}

/** Equivalent to \`new Trigger(…)\`, under its name in ADR 029. */
export declare function newTrigger(
  manager: HookManager,
  conversationId: string,
  isSubAgent?: boolean,
  recipeName?: string,
): Trigger

/** The result that replaces that of a blocked tool call. */
export declare function newBlockedToolResult(reason: string, toolName?: string): StructuredToolResult

${HOOK_FAILURE}`
