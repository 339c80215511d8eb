// What a workspace can do: the one surface that the CLI, the managers, replay and the hook server build on.

import type { BuiltinState } from '../builtin/builtins.ts'
import type { DialectId } from '../contract/dialectId.ts'
import type { ExtensionsConfig } from '../contract/extensions.ts'
import type { Hook } from '../contract/hook.ts'
import type { Outcome, PlannedHook, Source, Step } from '../contract/outcome.ts'
import type { Problem } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import type { WebhookStats } from '../webhooks/types.ts'
import type { FireOptions } from './firing.ts'
import type { ForThread } from './forThread.ts'
import type { Inspect } from './inspect.ts'

export type OpenOptions = {
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's folder; the operating system's unless given. */
  readonly home?: string
  /** `ledger` asks the trust ledger (the default), `workspace` trusts every hook of the workspace for this process. */
  readonly trust?: 'ledger' | 'workspace'
  /** False turns every hook off: firing passes everything. */
  readonly hooks?: boolean
  /** Overrides what `.hookbench/settings.json` says. */
  readonly settings?: Partial<Settings>
  /** Settings of agents that no file tells, as `name=value` of what their records name. */
  readonly agentSettings?: readonly string[]
  /** Hooks that the embedder brings; trusted, because they are its own code. */
  readonly handlers?: readonly Hook[]
  /** How many worker threads module hooks share. */
  readonly workers?: number
  /** What is fired is no real event but one again (a replay, a test): built-in hooks decide and write nothing. */
  readonly rehearsal?: boolean
  /** Hooks, what they import and settings are live as they are saved; off unless asked for. */
  readonly watch?: boolean
  /** The dialects whose hooks are looked for; all unless given. */
  readonly dialects?: readonly DialectId[]
  /** The kinds of place that are looked into; all unless given. Further `directories` count in any case. */
  readonly sources?: readonly Source[]
  /** Further hook folders; `~` and paths relative to the workspace are understood. */
  readonly directories?: { readonly [D in DialectId]?: readonly string[] }
  /** Where trusted module hooks run: in workers (the default), or in this very process. */
  readonly isolation?: 'worker' | 'none'
  /** Tells the webhooks of a trusted `secureyeoman.yaml` of every firing (the command line and the server do). */
  readonly webhooks?: boolean
  /** Hears what module hooks emit through `hookbench/secureyeoman`. */
  readonly onEmit?: (event: string, data: unknown, hook: Hook) => void
}

export type Explanation = {
  readonly dialect: DialectId
  readonly event: string
  /** Where the payload misses its schema, if it does. */
  readonly mismatch?: string | undefined
  /** In firing order: what would run, and what would not and why. */
  readonly hooks: readonly (PlannedHook & { readonly source: Hook['source']; readonly path: string })[]
  /** What the plan takes for granted because the host keeps it to itself; absent when nothing. */
  readonly assumed?: readonly string[] | undefined
  /** Where the plan comes from, for a host of which no run was observed. */
  readonly unobserved?: string | undefined
}

/** What of a workspace's settings file needs trust. */
export type SettingsNeed = {
  readonly file: string
  /** Dotted paths of the settings. */
  readonly fields: readonly string[]
  /** Why they do not count; undefined where the file is trusted. */
  readonly untrusted: string | undefined
}

export type Workspace = {
  readonly root: string
  readonly home: string
  /** The settings in force. */
  readonly settings: Settings
  /** Undefined where the settings file says nothing that needs trust. */
  readonly settingsNeed: SettingsNeed | undefined
  /** SecureYeoman's own configuration, from its YAML files. */
  readonly extensions: ExtensionsConfig
  readonly problems: readonly Problem[]
  /**
   * Configuration files of which a host takes nothing, and why: an info where the file is another host's.
   * @internal
   */
  refusedBy(dialect: string): readonly Problem[]
  /** Every hook found, of every state, in firing order within its dialect. */
  list(): readonly Hook[]
  /** What the built-in hooks have counted so far. */
  readonly builtin: BuiltinState
  /** Which hooks would run on this payload. Runs nothing. */
  explain(event: string, payload: unknown, options: FireOptions): Explanation
  /**
   * Fires one event through its hooks.
   * Rejects with a `Refusal` for an event or payload that cannot be fired; hooks' failures are in the outcome.
   */
  fire(event: string, payload: unknown, options: FireOptions): Promise<Outcome>
  /**
   * What a thread of its own needs to fire module hooks, as data; undefined where they run in this process.
   * Asks trust again each time. Not part of the published types.
   * @internal
   */
  forThread(): ForThread | undefined
  /** Fires one event through one hook under its debugger, without a time-out. */
  readonly inspect: Inspect
  /** Hears every step of every firing; returns how to stop hearing. */
  onStep(listener: (step: Step) => void): () => void
  /** Hears whenever the hooks have been looked at again; returns how to stop hearing. */
  onReload(listener: () => void): () => void
  /** Discovers again; firings in flight keep the hooks they started with. */
  reload(): Promise<void>
  /** What came of the deliveries to configured webhooks, where `webhooks` was asked for. */
  webhookStats(): readonly WebhookStats[]
  close(): Promise<void>
}
