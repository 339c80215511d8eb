// Declarations of ADR 021's hook manager and trigger; implemented by runtime/managers/kodelet.ts.

import { HOOK_FAILURE } from './failure.ts'

export const kodeletManager = `/** A hook that was found. */
export interface Hook {
  /** Name of its file; \`org/repo/file\` for a plugin's. */
  name: string
  /** The executable, absolute. */
  path: string
  /** What it answered when asked with \`hook\`; absent where that is not known. */
  hookType?: HookType
  source: 'builtin' | 'user' | 'workspace' | 'plugin'
  /** Only an active hook runs. */
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
  /** Why it is not active: one line. */
  why?: string
}

/** Who fires an event: the main agent, or one that it has started. */
export type InvokedBy = BasePayload['invoked_by']
export declare const InvokedByMain: 'main'
export declare const InvokedBySubagent: 'subagent'

/** Milliseconds a hook may take unless \`setTimeout\` says otherwise: 30 s. */
export declare const DefaultTimeout: 30000

/** Where hooks are looked for. */
export declare class Discovery {
  /** The repository. */
  workspace: string
  home?: string
  trust?: 'ledger' | 'workspace'
  /** Whether the places of ADR 021 and ADR 029 are looked into. */
  defaultDirs: boolean
  hookDirs: string[]
  log?: (line: string) => void
  /** The hooks that may run, by event, in execution order. */
  discoverHooks(): Promise<Partial<Record<HookType, Hook[]>>>
}

/** A discovery; without an option about folders it looks into the default ones. */
export declare function newDiscovery(...options: DiscoveryOption[]): Discovery

/** Configures discovery. */
export type DiscoveryOption = (discovery: Discovery) => void

/** Looks into ./.kodelet and ~/.kodelet, plugins included; what holds without any option about folders. */
export declare function withDefaultDirs(): DiscoveryOption
/** Looks into these folders, earlier ones first; alone, or beside the default ones, which go first. */
export declare function withHookDirs(...dirs: string[]): DiscoveryOption
/** The repository, instead of the current folder. */
export declare function withWorkspace(folder: string): DiscoveryOption
/** The user's folder, instead of the operating system's. */
export declare function withHome(folder: string): DiscoveryOption
/** \`workspace\` lets every hook of the workspace run, for this process. */
export declare function withTrust(trust: 'ledger' | 'workspace'): DiscoveryOption
/** Hears of failures and problems, a line each; standard error unless given. */
export declare function withLog(log: (line: string) => void): DiscoveryOption

/** Discovers hooks; where there are none, the manager does nothing. */
export declare function newHookManager(...options: DiscoveryOption[]): Promise<HookManager>

/** What goes with one execution. */
export interface ExecuteOptions {
  /** Ends the hooks when aborted. */
  signal?: AbortSignal
}

/** Executes the hooks of an event. A new one is empty and does nothing; subagents share their parent's. */
export declare class HookManager {
  /** Executes the hooks of any event; the same as the method of the event. */
  execute<E extends HookType>(
    hookType: E,
    payload: Events[E]['payload'],
    options?: ExecuteOptions,
  ): Promise<Events[E]['result']>
  executeBeforeToolCall(payload: BeforeToolCallPayload, options?: ExecuteOptions): Promise<BeforeToolCallResult>
  /** Every field of the output is there: what the hooks left out is empty. */
  executeAfterToolCall(
    payload: AfterToolCallPayload,
    options?: ExecuteOptions,
  ): Promise<{ output?: StructuredToolResult }>
  executeUserMessageSend(payload: UserMessageSendPayload, options?: ExecuteOptions): Promise<UserMessageSendResult>
  executeAgentStop(payload: AgentStopPayload, options?: ExecuteOptions): Promise<{ follow_up_messages?: string[] }>
  executeTurnEnd(payload: TurnEndPayload, options?: ExecuteOptions): Promise<TurnEndResult>
  /** The hook of this name (\`audit_logger\`, \`org/repo/audit-log\`) that is not hidden by another. */
  getHookByName(name: string): Hook | undefined
  /** Every hook that was found, in execution order. */
  list(): Hook[]
  /** Milliseconds a hook may take from now on; 0 means the default of 30 s. */
  setTimeout(timeoutMs: number): void
  /** Hears an event, before its hooks run. */
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void
  off<E extends keyof Events>(event: E, listener: (payload: Events[E]['payload']) => unknown): void
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a trigger may be told beside the event's own data. */
export interface TriggerOptions extends ExecuteOptions {
  /** The agent's working directory; the process's unless given. */
  cwd?: string
}

/** Fires events with what they have in common filled in: conversation, subagent flag, recipe name. */
export declare class Trigger {
  constructor(manager: HookManager, conversationId: string, isSubAgent?: boolean, recipeName?: string)
  readonly manager: HookManager
  readonly conversationId: string
  readonly isSubAgent: boolean
  /** The active recipe; empty if there is none. */
  readonly recipeName: string
  /**
   * Whether the call is blocked, why, and the input to go on with. Given JSON text, as in ADR 021, it answers with JSON
   * text: empty when the call is blocked. Text that is not JSON is given to the hooks as a string, empty text as \`{}\`.
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
  /** The output to go on with; undefined when no hook changed it. Fire it after a blocked call too. The input may be JSON text. */
  triggerAfterToolCall(
    toolName: string,
    toolInput: unknown,
    toolUserId: string,
    toolOutput: StructuredToolResult,
    options?: TriggerOptions,
  ): Promise<StructuredToolResult | undefined>
  triggerUserMessageSend(message: string, options?: TriggerOptions): Promise<{ blocked: boolean; reason: string }>
  /** Messages that keep the agent going; none lets it stop. */
  triggerAgentStop(messages: Message[], options?: TriggerOptions): Promise<string[]>
  triggerTurnEnd(response: string, turnNumber: number, options?: TriggerOptions): Promise<void>
}

/** The same as \`new Trigger(…)\`, as ADR 029 calls it. */
export declare function newTrigger(
  manager: HookManager,
  conversationId: string,
  isSubAgent?: boolean,
  recipeName?: string,
): Trigger

/** The result that takes the place of a blocked tool call's. */
export declare function newBlockedToolResult(reason: string, toolName?: string): StructuredToolResult

${HOOK_FAILURE}`
