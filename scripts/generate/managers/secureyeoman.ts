// Declarations of ADR 035's ExtensionManager; implemented by runtime/managers/secureyeoman.ts.

import { HOOK_FAILURE } from './failure.ts'

export const secureyeomanManager = `/** Hears an event; what it returns or throws changes nothing. */
export type EventHandler<T = unknown> = (data: T) => unknown

/** One extension, loaded or not. */
export interface ExtensionInfo {
  /** Its own name for itself, else that of its file. */
  name: string
  /** Its version, where it states one. */
  version?: string | undefined
  /** Its file, absolute; empty for a built-in one. */
  path: string
  /** Where it was found. */
  source: 'builtin' | 'user' | 'workspace' | 'plugin'
  /** The hooks it answers. */
  hooks: string[]
  /** Only an active extension runs. */
  state: 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'
  /** Why it is not active: one line. */
  why?: string
}

/** Whoever delivers webhooks for a manager. It never holds up a hook. */
export interface WebhookPort {
  /** Tells the URL of everything that happens under this name from now on; throws where it never could. */
  register(hook: string, url: string, secret?: string, timeout?: number): void
  remove(hook: string, url: string): void
  /** Something happened; whoever registered for it is told. */
  send(hook: string, data: unknown): void
}

/** What came of one webhook's deliveries so far. */
export interface WebhookStats {
  readonly hook: string
  /** Without user name, password, query and fragment: those may hold tokens. */
  readonly url: string
  readonly delivered: number
  /** Given up on, after the last try. */
  readonly failed: number
  /** Never tried to the end: the queue was full, or the webhooks were closed. */
  readonly dropped: number
  /** Waiting or on their way. */
  readonly pending: number
  readonly lastError?: string | undefined
}

export interface ExtensionManagerOptions {
  /** The workspace folder; the current one unless given. */
  workspace?: string
  /** The user's folder; the operating system's unless given. */
  home?: string
  /** \`ledger\` (the default) runs what \`hookbench trust\` let run, \`workspace\` also every extension of the workspace. */
  trust?: 'ledger' | 'workspace'
  /** Where extensions run: in \`worker\` threads (the default), or with \`none\` in this very process, payloads by reference. */
  isolation?: 'worker' | 'none'
  /** How many workers extensions share. */
  workers?: number
  /** False loads nothing: every hook passes. */
  enabled?: boolean
  /** Whether changed extensions are live as they are saved; what secureyeoman.yaml says unless given. */
  hotReload?: boolean
  /** Goes before secureyeoman.yaml and .hookbench/settings.json. */
  settings?: {
    /** Whether the pipeline goes on when an extension fails; true unless somebody says otherwise. */
    failOpen?: boolean
    /** Milliseconds one extension may take in one hook. */
    maxExecutionTime?: number
  }
  /** Delivers webhooks instead of the built-in deliverer, which POSTs them signed. */
  webhooks?: WebhookPort
  /** Hears of failures and of problems in files, a line each; standard error unless given. */
  log?: (line: string) => void
}

/** Loads extensions, executes their hooks, and tells listeners and webhooks of every hook point. */
export declare class ExtensionManager {
  constructor(options?: ExtensionManagerOptions)
  /** Finds and reads the extensions, built-in, user's and workspace's; their code is loaded when first needed. */
  loadExtensions(): Promise<void>
  /** Finds them anew; hooks in flight end with the extensions they began with. */
  reloadExtensions(): Promise<void>
  /** Every extension that was found, in execution order. */
  getLoadedExtensions(): ExtensionInfo[]
  /** Executes a transform hook: each extension gets what the one before it returned. */
  executeTransform<T>(hook: string, context: T): Promise<T>
  /** Executes an observe hook, all extensions at once. */
  executeObserve(hook: string, context: unknown): Promise<void>
  /** Executes a veto hook; null cancels the operation, and the first veto wins. */
  executeVeto<T>(hook: string, context: T): Promise<T | null>
  /** Hears a hook point, before its extensions run. */
  on<E extends keyof Events>(event: E, handler: EventHandler<Events[E]['payload']>): void
  /** Hears a custom event. */
  on(event: string, handler: EventHandler): void
  off<E extends keyof Events>(event: E, handler: EventHandler<Events[E]['payload']>): void
  off(event: string, handler: EventHandler): void
  /** Emits an event to listeners and webhooks; extensions are executed by the \`execute\` methods only. */
  emit(event: string, data: unknown): void
  /** Tells a URL of a hook point or custom event from now on. */
  registerWebhook(hook: string, url: string, secret?: string): void
  removeWebhook(hook: string, url: string): void
  /** What came of each webhook's deliveries: counts, and the last error. */
  webhookStats(): readonly WebhookStats[]
  /** Ends the workers, and gives webhooks on their way a moment to arrive. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

${HOOK_FAILURE}`
