// The types of a workspace: the API that the CLI, the managers, replay and the hook server build on.

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
  /** The workspace folder; an absolute path. */
  readonly root: string
  /** The user's home folder; default: the operating system's. */
  readonly home?: string
  /**
   * `ledger` (the default) checks the trust ledger; `workspace` trusts every hook of the workspace for this process.
   */
  readonly trust?: 'ledger' | 'workspace'
  /** False disables every hook: firing passes every event. */
  readonly hooks?: boolean
  /** Overrides `.hookbench/settings.json`. */
  readonly settings?: Partial<Settings>
  /** Settings of agents that are in no file, as `name=value`, with names from the dialects' records. */
  readonly agentSettings?: readonly string[]
  /** Hooks of the embedder; trusted, because they are its own code. */
  readonly handlers?: readonly Hook[]
  /** How many worker threads module hooks share. */
  readonly workers?: number
  /** Whether events are repetitions (a replay, a test) and not real ones: built-in hooks decide but write nothing. */
  readonly rehearsal?: boolean
  /** Whether saved changes to hooks, their imports and settings apply at once; default: false. */
  readonly watch?: boolean
  /** The dialects whose hooks are discovered; default: all. */
  readonly dialects?: readonly DialectId[]
  /** The kinds of place that are searched; default: all. Further `directories` are always searched. */
  readonly sources?: readonly Source[]
  /** Further hook folders; `~` and paths relative to the workspace are resolved. */
  readonly directories?: { readonly [D in DialectId]?: readonly string[] }
  /** Where trusted module hooks run: in workers (the default), or in this process. */
  readonly isolation?: 'worker' | 'none'
  /** Notifies the webhooks of a trusted `secureyeoman.yaml` of every firing, as the command line and the server do. */
  readonly webhooks?: boolean
  /** Receives what module hooks emit through `hookbench/secureyeoman`. */
  readonly onEmit?: (event: string, data: unknown, hook: Hook) => void
}

export type Explanation = {
  readonly dialect: DialectId
  readonly event: string
  /** Where the payload does not match its schema; undefined if it does. */
  readonly mismatch?: string | undefined
  /** In firing order: which hooks would run, and why the others would not. */
  readonly hooks: readonly (PlannedHook & { readonly source: Hook['source']; readonly path: string })[]
  /** Assumptions of the plan about facts that the host does not expose; absent if there are none. */
  readonly assumed?: readonly string[] | undefined
  /** Source of the plan, for a host of which no run has been observed. */
  readonly unobserved?: string | undefined
}

/** The part of a workspace's settings file that needs trust. */
export type SettingsNeed = {
  /** The file, with the code that its variables make hooks run; its `why` states why it does not apply. */
  readonly hook: Hook
  /** Dotted paths of the settings. */
  readonly fields: readonly string[]
  /** What each of them sets. */
  readonly sets: readonly string[]
}

export type Workspace = {
  readonly root: string
  readonly home: string
  /** The settings in force. */
  readonly settings: Settings
  /** Undefined if the settings file contains nothing that needs trust. */
  readonly settingsNeed: SettingsNeed | undefined
  /** SecureYeoman's own configuration, from its YAML files. */
  readonly extensions: ExtensionsConfig
  readonly problems: readonly Problem[]
  /**
   * Configuration files that a host ignores, and why; an info if the file is another host's.
   * @internal
   */
  refusedBy(dialect: string): readonly Problem[]
  /** Every hook found, in any state, in firing order within its dialect. */
  list(): readonly Hook[]
  /** The counters of the built-in hooks. */
  readonly builtin: BuiltinState
  /** Which hooks would run on this payload. Runs nothing. */
  explain(event: string, payload: unknown, options: FireOptions): Explanation
  /**
   * Fires one event through its hooks.
   * Rejects with a `Refusal` for an event or payload that cannot be fired; hooks' failures are in the outcome.
   */
  fire(event: string, payload: unknown, options: FireOptions): Promise<Outcome>
  /**
   * Data with which another thread can fire module hooks; undefined if they run in this process.
   * Checks trust again each time. Not part of the published types.
   * @internal
   */
  forThread(): ForThread | undefined
  /** Fires one event through one hook, or the whole chain, under debuggers, without a time limit. */
  readonly inspect: Inspect
  /** Subscribes to every step of every firing; returns a function that unsubscribes. */
  onStep(listener: (step: Step) => void): () => void
  /** Subscribes to reloads of the hooks; returns a function that unsubscribes. */
  onReload(listener: () => void): () => void
  /** Discovers again; firings in flight keep the hooks they started with. */
  reload(): Promise<void>
  /** Statistics of deliveries to configured webhooks; empty unless opened with `webhooks`. */
  webhookStats(): readonly WebhookStats[]
  close(): Promise<void>
}
