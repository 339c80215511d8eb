// Declarations of ADR 035's ExtensionManager; implemented by runtime/managers/secureyeoman.ts.

import { HOOK_FAILURE } from './failure.ts'

export const secureyeomanManager = `/** A listener for an event; its return value and errors are ignored. */
export type EventHandler<T = unknown> = (data: T) => unknown

/** One extension, loaded or not. */
export interface ExtensionInfo {
  /** The name it exports, or else that of its file. */
  name: string
  /** The version it exports, if any. */
  version?: string | undefined
  /** Absolute path of its file; empty for a built-in extension. */
  path: string
  /** The kind of place it was found in. */
  source: 'builtin' | 'user' | 'workspace' | 'plugin'
  /** The hooks it handles. */
  hooks: string[]
  /** Only an active extension runs. */
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
  /** Why it is not active, in one line. */
  why?: string
}

/** Delivers webhooks for a manager, without delaying hooks. */
export interface WebhookPort {
  /** Sends every later event of this name to the URL; throws if the URL is invalid. */
  register(hook: string, url: string, secret?: string, timeout?: number): void
  remove(hook: string, url: string): void
  /** Delivers an event to the URLs registered for it. */
  send(hook: string, data: unknown): void
}

/** Statistics of one webhook's deliveries so far. */
export interface WebhookStats {
  readonly hook: string
  /** Without user name, password, query and fragment, which may contain tokens. */
  readonly url: string
  readonly delivered: number
  /** Failed after the last retry. */
  readonly failed: number
  /** Dropped because the queue was full or the webhooks were closed. */
  readonly dropped: number
  /** Queued or in flight. */
  readonly pending: number
  readonly lastError?: string | undefined
}

export interface ExtensionManagerOptions {
  /** The workspace folder; default: the current folder. */
  workspace?: string
  /** The user's home folder; default: the operating system's. */
  home?: string
  /** \`ledger\` (the default) runs what \`hookbench trust\` allowed; \`workspace\` also runs every extension of the workspace. */
  trust?: 'ledger' | 'workspace'
  /** Where extensions run: in \`worker\` threads (the default), or with \`none\` in this process, with payloads passed by reference. */
  isolation?: 'worker' | 'none'
  /** The number of workers that extensions share. */
  workers?: number
  /** If false, no extension is loaded and every hook passes. */
  enabled?: boolean
  /** Whether changed extensions are reloaded when saved; default: the setting in secureyeoman.yaml. */
  hotReload?: boolean
  /** Takes precedence over secureyeoman.yaml and .hookbench/settings.json. */
  settings?: {
    /** Whether the pipeline continues when an extension fails; default: the setting in those files, or true. */
    failOpen?: boolean
    /** Time limit of one extension in one hook, in milliseconds. */
    maxExecutionTime?: number
  }
  /** Delivers webhooks instead of the built-in implementation, which sends them as signed POST requests. */
  webhooks?: WebhookPort
  /** Called with one line per failure or problem in a file; default: writes to standard error. */
  log?: (line: string) => void
}

/** Loads extensions, executes their hooks, and notifies listeners and webhooks of every hook point. */
export declare class ExtensionManager {
  constructor(options?: ExtensionManagerOptions)
  /** Finds and reads the built-in extensions and those of user and workspace; their code is loaded on first use. */
  loadExtensions(): Promise<void>
  /** Finds the extensions again; hooks in flight finish with the extensions they started with. */
  reloadExtensions(): Promise<void>
  /** Every extension found, in execution order. */
  getLoadedExtensions(): ExtensionInfo[]
  /** Executes a transform hook: each extension receives what the previous one returned. */
  executeTransform<T>(hook: string, context: T): Promise<T>
  /** Executes an observe hook, with all extensions in parallel. */
  executeObserve(hook: string, context: unknown): Promise<void>
  /** Executes a veto hook; null cancels the operation, and the first veto wins. */
  executeVeto<T>(hook: string, context: T): Promise<T | null>
  /** Subscribes to a hook point; the handler is called before its extensions run. */
  on<E extends keyof Events>(event: E, handler: EventHandler<Events[E]['payload']>): void
  /** Subscribes to a custom event. */
  on(event: string, handler: EventHandler): void
  off<E extends keyof Events>(event: E, handler: EventHandler<Events[E]['payload']>): void
  off(event: string, handler: EventHandler): void
  /** Emits an event to listeners and webhooks; extensions are executed by the \`execute\` methods only. */
  emit(event: string, data: unknown): void
  /** Sends every later occurrence of a hook point or custom event to a URL. */
  registerWebhook(hook: string, url: string, secret?: string): void
  removeWebhook(hook: string, url: string): void
  /** Statistics of each webhook's deliveries: counts, and the last error. */
  webhookStats(): readonly WebhookStats[]
  /** Ends the workers, after a short wait for webhooks in flight. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

${HOOK_FAILURE}`
