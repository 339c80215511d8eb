// Declarations of compilr's HooksManager; implemented by runtime/managers/compilr.ts.

import { HOOK_FAILURE } from './failure.ts'

export const compilrManager = `/** Options of one registration. */
export interface HookRegistrationOptions {
  /** Name for logs and events. */
  name?: string
  /** Lower runs first; default: 0. */
  priority?: number
}

/** A registered hook. */
export interface RegisteredHook<T> {
  id: string
  hook: T
  name?: string
  priority?: number
}

export type HookEventType = 'hook:registered' | 'hook:unregistered' | 'hook:started' | 'hook:completed' | 'hook:error'

/** A change or run of a hook. */
export interface HookEvent {
  type: HookEventType
  hookType: keyof HooksConfig
  hookId?: string
  hookName?: string
  /** How long the hook took, in milliseconds; set once it has finished. */
  durationMs?: number
  /** The error it threw, or why its answer was unusable. */
  error?: Error
}

export type HookEventHandler = (event: HookEvent) => void

export interface HooksManagerOptions {
  /** Registered from the start. */
  hooks?: HooksConfig
  /** Called for all five types of hook event. */
  onEvent?: HookEventHandler
  /** Whether the agent continues when a hook fails; default: true. */
  failOpen?: boolean
  /** Time limit of a hook in milliseconds. */
  timeoutMs?: number
  /** Called with one line per failure; default: writes to standard error. */
  log?: (line: string) => void
}

/** Keeps seven lists of hooks and runs them. */
export declare class HooksManager {
  constructor(options?: HooksManagerOptions)
  registerBeforeIteration(hook: BeforeIterationHook, options?: HookRegistrationOptions): string
  registerAfterIteration(hook: AfterIterationHook, options?: HookRegistrationOptions): string
  registerBeforeLLM(hook: BeforeLLMHook, options?: HookRegistrationOptions): string
  registerAfterLLM(hook: AfterLLMHook, options?: HookRegistrationOptions): string
  registerBeforeTool(hook: BeforeToolHook, options?: HookRegistrationOptions): string
  registerAfterTool(hook: AfterToolHook, options?: HookRegistrationOptions): string
  registerOnError(hook: OnErrorHook, options?: HookRegistrationOptions): string
  /** Registers every hook of a configuration and returns their ids. */
  registerFromConfig(config: HooksConfig): string[]
  /** Removes the hook with this id; false if there is none. */
  unregister(id: string): boolean
  /** Removes every hook. */
  clear(): void
  /** Whether any hook is registered: in one list, or in any. */
  hasHooks(hookType?: keyof HooksConfig): boolean
  getHookCounts(): Record<keyof HooksConfig, number>
  /** Ids in the order the hooks run: of one list, or of all. */
  getHookIds(hookType?: keyof HooksConfig): string[]
  /** False skips the iteration. */
  runBeforeIteration(context: IterationHookContext): Promise<boolean>
  runAfterIteration(context: AfterIterationHookContext): Promise<void>
  /** What to send to the model; messages[0] follows the system prompt. */
  runBeforeLLM(context: LLMHookContext): Promise<{ messages: Message[]; tools: ToolDefinition[]; systemPrompt: string }>
  runAfterLLM(context: AfterLLMHookContext): Promise<void>
  /** Whether the tool runs, and with which input; \`skipResult\` is the result of a skipped call. */
  runBeforeTool(
    context: ToolHookContext,
  ): Promise<{ proceed: boolean; input: Record<string, unknown>; skipResult?: ToolExecutionResult }>
  /** The result to continue with. */
  runAfterTool(context: AfterToolHookContext): Promise<ToolExecutionResult>
  runOnError(context: ErrorHookContext): Promise<ErrorHookResult>
  /** Subscribes to changes and runs of hooks. */
  on(event: HookEventType, listener: HookEventHandler): void
  /** Subscribes to a hook point; the listener is called before its hooks run. */
  on<E extends keyof Events>(event: E, listener: (context: Events[E]['payload']) => unknown): void
  off(event: HookEventType, listener: HookEventHandler): void
  off<E extends keyof Events>(event: E, listener: (context: Events[E]['payload']) => unknown): void
}

${HOOK_FAILURE}`
