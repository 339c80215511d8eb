// ADR 035's ExtensionManager over a workspace: loads extensions, executes hooks, notifies listeners and webhooks.
// The workspace does discovery, trust, ordering and time-outs.

import { homedir } from 'node:os'
import type {
  EventHandler,
  ExtensionInfo,
  ExtensionManagerOptions,
  ExtensionManager as Published,
} from 'hookbench/secureyeoman'
import { defined } from '../contract/defined.ts'
import type { Semantics } from '../contract/eventRecord.ts'
import type { FoundWebhook } from '../contract/extensions.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome } from '../contract/outcome.ts'
import type { WebhookPort } from '../contract/webhooks.ts'
import { knownRecord } from '../workspace/admission.ts'
import { wantsHotReload } from '../workspace/extensions.ts'
import { openWorkspace } from '../workspace/open.ts'
import { deliverWebhooks, followConfigured } from '../workspace/webhooks.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { Bus, type BusListener } from './bus.ts'
import { logLine, settleFailures } from './failures.ts'

export { emit } from '../workspace/emit.ts'
export { HookFailure } from './failures.ts'

const DIALECT = 'secureyeoman'
const CALLS: Readonly<Record<Semantics, string>> = {
  observe: 'executeObserve',
  transform: 'executeTransform',
  veto: 'executeVeto',
}

/** Loads the extensions of a workspace and of its user, and executes their hooks. */
export class ExtensionManager implements Published {
  readonly #options: ExtensionManagerOptions
  readonly #log: (line: string) => void
  readonly #bus: Bus
  readonly #webhooks: WebhookPort
  /** The webhook delivery created and closed here; undefined if the embedder passed one in. */
  readonly #own: ReturnType<typeof deliverWebhooks> | undefined
  #workspace: Promise<Workspace> | undefined
  #loaded: Workspace | undefined
  /** Webhooks from the configuration that are currently registered. */
  #configured: readonly FoundWebhook[] = []
  /** Keys of messages already logged, so that each is logged once per hook point. */
  readonly #logged = new Set<string>()

  constructor(options: ExtensionManagerOptions = {}) {
    this.#options = options
    this.#log = options.log ?? logLine
    this.#bus = new Bus(this.#log)
    this.#own = options.webhooks === undefined ? deliverWebhooks(this.#log) : undefined
    this.#webhooks = options.webhooks ?? (this.#own as WebhookPort)
  }

  async loadExtensions(): Promise<void> {
    if (this.#workspace !== undefined) return this.reloadExtensions()
    this.#workspace = this.#open()
    try {
      this.#loaded = await this.#workspace
    } catch (error) {
      this.#workspace = undefined
      throw error
    }
    const workspace = this.#loaded
    this.#settled(workspace)
    // Runs after every reload, whether requested or triggered by a saved file.
    workspace.onReload(() => this.#settled(workspace))
  }

  async reloadExtensions(): Promise<void> {
    await (await this.#opened('reloadExtensions')).reload()
  }

  getLoadedExtensions(): ExtensionInfo[] {
    return (this.#loaded?.list() ?? []).filter(isWorthTelling).map((hook) => ({
      name: hook.name,
      version: hook.version,
      path: hook.path,
      source: hook.source,
      hooks: [...hook.events],
      state: hook.state,
      ...defined({ why: hook.why }),
    }))
  }

  async executeTransform<T>(hook: string, context: T): Promise<T> {
    const outcome = await this.#fire(hook, context, ['transform', 'veto'])
    if (outcome.decision !== 'deny') return outcome.payload as T
    throw new Error(`${hook} was canceled by ${outcome.by}; call executeVeto, which answers null then`)
  }

  async executeObserve(hook: string, context: unknown): Promise<void> {
    await this.#fire(hook, context, ['observe'])
  }

  async executeVeto<T>(hook: string, context: T): Promise<T | null> {
    const outcome = await this.#fire(hook, context, ['veto'])
    return outcome.decision === 'deny' ? null : (outcome.payload as T)
  }

  on(event: string, handler: EventHandler): void {
    this.#bus.on(event, handler as BusListener)
  }

  off(event: string, handler: EventHandler): void {
    this.#bus.off(event, handler as BusListener)
  }

  emit(event: string, data: unknown): void {
    this.#bus.emit(event, data)
    this.#webhooks.send(event, data)
  }

  registerWebhook(hook: string, url: string, secret?: string): void {
    this.#webhooks.register(hook, url, secret)
  }

  removeWebhook(hook: string, url: string): void {
    this.#webhooks.remove(hook, url)
  }

  /** Delivery statistics of each webhook; empty if the embedder provides its own delivery. */
  webhookStats(): ReturnType<Workspace['webhookStats']> {
    return this.#own?.stats() ?? []
  }

  async close(): Promise<void> {
    const workspace = await this.#workspace?.catch(() => undefined)
    this.#loaded = undefined
    this.#workspace = undefined
    await workspace?.close()
    await this.#own?.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #open(): Promise<Workspace> {
    const { workspace = process.cwd(), home, trust, isolation, workers, settings, enabled } = this.#options
    return openWorkspace({
      root: workspace,
      dialects: [DIALECT],
      watch: this.#options.hotReload ?? (await wantsHotReload(workspace, home ?? homedir())),
      onEmit: (event, data) => this.emit(event, data),
      ...defined({ home, trust, isolation, workers, settings, hooks: enabled }),
    })
  }

  async #fire(hook: string, context: unknown, may: readonly Semantics[]): Promise<Outcome> {
    const { semantics } = knownRecord(DIALECT, hook)
    if (!may.includes(semantics)) {
      throw new TypeError(`${hook} is a hook to ${semantics}; call ${CALLS[semantics]}`)
    }
    this.emit(hook, context)
    const workspace = this.#loaded ?? (await this.#opened(CALLS[semantics]))
    const outcome = await workspace.fire(hook, context, { dialect: DIALECT })
    this.#note(hook, outcome)
    settleFailures(outcome, this.#log)
    return outcome
  }

  // Logs each kind of note once per hook point.
  #note(hook: string, { notes, hooks }: Outcome): void {
    const missing = notes.find((text) => text.startsWith('the payload does not match its schema: '))
    const leftOut = hooks.find(({ note }) => note !== undefined)?.note
    if (missing !== undefined)
      this.#logOnce(`${hook}: the payload does not match its schema`, `${hook}: ${missing}`)
    if (leftOut !== undefined) this.#logOnce(`${hook}: note`, `${hook}: ${leftOut}`)
  }

  #logOnce(about: string, line: string): void {
    if (this.#logged.has(about)) return
    this.#logged.add(about)
    this.#log(line)
  }

  async #opened(call: string): Promise<Workspace> {
    if (this.#workspace === undefined) {
      throw new Error(`${call}() before any extension is loaded; call loadExtensions() first`)
    }
    return this.#workspace
  }

  #settled({ problems, extensions }: Workspace): void {
    for (const { severity, path, message } of problems) {
      if (severity === 'error' || severity === 'warning') this.#log(`${path}: ${message}`)
    }
    const wanted = extensions.enabled ? extensions.webhooks : []
    this.#configured = followConfigured(this.#webhooks, this.#configured, wanted, this.#log)
  }
}

// An inactive built-in hook is not listed as an extension.
function isWorthTelling({ runner, state }: Hook): boolean {
  return runner !== 'builtin' || state === 'active'
}
