// Declarations of compilr's HooksManager; implemented by runtime/managers/compilr.ts.

import { HOOK_FAILURE } from './failure.ts'

export const compilrManager = `/** How a hook is registered. */
export interface HookRegistrationOptions {
  /** Name for logs and events. */
  name?: string
  /** Lower runs first; 0 unless given. */
  priority?: number
}

/** A hook as the manager keeps it. */
export interface RegisteredHook<T> {
  id: string
  hook: T
  name?: string
  priority?: number
}

export type HookEventType = 'hook:registered' | 'hook:unregistered' | 'hook:started' | 'hook:completed' | 'hook:error'

/** What the manager did with a hook. */
export interface HookEvent {
  type: HookEventType
  hookType: keyof HooksConfig
  hookId?: string
  hookName?: string
  /** How long the hook took, once it is over. */
  durationMs?: number
  /** What it threw, or why it gave no usable answer. */
  error?: Error
}

export type HookEventHandler = (event: HookEvent) => void

export interface HooksManagerOptions {
  /** Registered from the start. */
  hooks?: HooksConfig
  /** Hears all five kinds of hook event. */
  onEvent?: HookEventHandler
  /** Whether the agent goes on when a hook fails; true unless given. */
  failOpen?: boolean
  /** Milliseconds a hook may take. */
  timeoutMs?: number
  /** Hears of failures, a line each; standard error unless given. */
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
  /** Registers every hook of a configuration; answers with their ids. */
  registerFromConfig(config: HooksConfig): string[]
  /** Whether there was a hook of this id; it is gone now. */
  unregister(id: string): boolean
  /** Takes every hook out. */
  clear(): void
  /** Whether any hook is registered: in one list, or at all. */
  hasHooks(hookType?: keyof HooksConfig): boolean
  getHookCounts(): Record<keyof HooksConfig, number>
  /** Ids in the order the hooks run: of one list, or of all. */
  getHookIds(hookType?: keyof HooksConfig): string[]
  /** False skips the iteration. */
  runBeforeIteration(context: IterationHookContext): Promise<boolean>
  runAfterIteration(context: AfterIterationHookContext): Promise<void>
  /** What to send; messages[0] follows the system prompt. */
  runBeforeLLM(context: LLMHookContext): Promise<{ messages: Message[]; tools: ToolDefinition[]; systemPrompt: string }>
  runAfterLLM(context: AfterLLMHookContext): Promise<void>
  /** Whether the tool runs, and with which input; \`skipResult\` is what a skipped one is taken to have given back. */
  runBeforeTool(
    context: ToolHookContext,
  ): Promise<{ proceed: boolean; input: Record<string, unknown>; skipResult?: ToolExecutionResult }>
  /** The result to go on with. */
  runAfterTool(context: AfterToolHookContext): Promise<ToolExecutionResult>
  runOnError(context: ErrorHookContext): Promise<ErrorHookResult>
  /** Hears what the manager does with hooks. */
  on(event: HookEventType, listener: HookEventHandler): void
  /** Hears a hook point, before its hooks run. */
  on<E extends keyof Events>(event: E, listener: (context: Events[E]['payload']) => unknown): void
  off(event: HookEventType, listener: HookEventHandler): void
  off<E extends keyof Events>(event: E, listener: (context: Events[E]['payload']) => unknown): void
}

${HOOK_FAILURE}`
