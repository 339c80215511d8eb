// What other extensions get from this one: `vscode.extensions.getExtension<HookbenchApi>('hookbench.hookbench')`, then
// `activate()`. Types only. Within version 1 things are added, and nothing is changed or taken away.

import type { CancellationToken, Disposable, Uri } from 'vscode'
import type { HookState, Outcome, Source, Step } from '../runtime/index.ts'

/** The exports of the extension. All functions reject with a `HookbenchError`. */
export type HookbenchApi = {
  readonly version: 1
  /** Every hook of a folder, of every state, in firing order within its dialect. Runs no event. */
  list(options?: ListOptions): Promise<readonly ApiHookInfo[]>
  /** Fires one event through its hooks. What hooks do wrong is in the outcome. */
  fire(request: FireRequest): Promise<Outcome>
  /** Hears every step of every firing in the open folders, whoever fires, until it is disposed of. */
  onStep(listener: (event: SessionStep) => void): Disposable
  /** Starts a session of an agent: its firings settle in the order sent and are recorded together. */
  startSession(options?: SessionOptions): Promise<ApiSession>
}

export type InFolder = {
  /** The open folder that is meant; needed only where several are open. */
  readonly folder?: Uri
}

export type ListOptions = InFolder & { readonly dialect?: string; readonly event?: string }

export type ApiHookInfo = {
  /** `dialect:source:path-from-its-place[#part]`. */
  readonly id: string
  readonly name: string
  readonly dialect: string
  readonly events: readonly string[]
  readonly source: Source
  /** Absolute; empty for hooks that are built in. */
  readonly path: string
  readonly state: HookState
  /** Why it would not run. */
  readonly why?: string
  readonly order: number
  readonly timeoutMs: number
  /** Which part of its file it is, for an entry of a host's configuration. */
  readonly part?: string
  /** What the configuration of a host says of it. */
  readonly entry?: EntryInfo
  /** Dialects of further agents that read the same entry. */
  readonly readers?: readonly string[]
}

/** A hook that is an entry of a host's configuration file (`.claude/settings.json`). */
export type EntryInfo = {
  /** As written. */
  readonly matcher?: string
  /** `command`, `http`, `prompt` and what else the host knows. */
  readonly kind: string
  /** Who may write the file: `project`, `local`, `user`, `plugin`, `managed` … */
  readonly scope: string
  /** The plugin, skill or agent it comes with. */
  readonly owner?: string
  /** Keys and indexes from the root of the file. */
  readonly at: readonly (string | number)[]
  /** The local scripts that it runs, absolute. */
  readonly scripts: readonly string[]
  /** What it runs, in its own words. */
  readonly runs: string
  /** On what it fires, or why never: one line. */
  readonly fires?: string
  /** It never fires, whatever the agent does. */
  readonly never?: boolean
  /** Whether a debugger or a trace can be put into what it runs. */
  readonly debuggable?: boolean
  /** Variables of the environment that its request carries. */
  readonly sends?: readonly string[]
}

export type FireRequest = InFolder & {
  /** The event, spelled as in its dialect. */
  readonly event: string
  readonly payload: unknown
  /** Needed only where several dialects have the event. */
  readonly dialect?: string
  /** Only this hook (id or name). */
  readonly hook?: string
  /** Whether a recording is written; as the workspace says, unless given. */
  readonly record?: boolean
  /** Cancelling it stops the hooks that run. */
  readonly token?: CancellationToken
}

export type SessionStep = {
  /** The open folder. */
  readonly folder: Uri
  /** The session that fired, where one did. */
  readonly session?: string
  readonly step: Step
}

export type SessionOptions = InFolder & {
  /** What the agent calls the conversation; fills payloads that do not say. */
  readonly conversation?: string
  /** The agent's working directory; the folder unless given. */
  readonly cwd?: string
  /** Whether a subagent fires. */
  readonly subagent?: boolean
  /** Whether the session is recorded; it is, unless told not to. */
  readonly record?: boolean
}

/** A session. Disposing of it ends it. */
export type ApiSession = Disposable & {
  readonly id: string
  readonly folder: Uri
  fire(event: string, payload: unknown, options?: SessionFireOptions): Promise<Outcome>
  /** Hears the steps of this session. */
  onStep(listener: (step: Step) => void): Disposable
  /** Takes no more firings and waits for those that run. */
  end(): Promise<EndedSession>
}

export type SessionFireOptions = {
  readonly dialect?: string
  /** Refuses a payload that misses its schema. */
  readonly strict?: boolean
  /** False makes a hook that fails stop the operation. */
  readonly failOpen?: boolean
  readonly token?: CancellationToken
}

export type EndedSession = {
  readonly firings: number
  /** The file, where it was recorded. */
  readonly recording?: string
}

/** Told apart by `code`; the message is one line that says what to do. */
export type HookbenchError = Error & { readonly name: 'HookbenchError'; readonly code: HookbenchErrorCode }

export type HookbenchErrorCode =
  /** The workspace is not trusted: nothing runs in Restricted Mode. */
  | 'restricted'
  /** No folder is open, several are and none was named, or it is not on disk. */
  | 'folder'
  /** It cannot be done as it was asked: no such event, hook or session, a payload that misses its schema. */
  | 'refused'
  | 'cancelled'
  /** The hook runtime does not start or has ended. What it was asked last may or may not have been done. */
  | 'runtime'
