// The API that other extensions get: `vscode.extensions.getExtension<HookbenchApi>('hookbench.hookbench')`, then
// `activate()`. Types only. Within version 1, members are added, but none is changed or removed.

import type { CancellationToken, Disposable, Uri } from 'vscode'
import type { HookState, Outcome, Source, Step } from '../runtime/index.ts'

/** The exports of the extension. Every function rejects with a `HookbenchError`. */
export type HookbenchApi = {
  readonly version: 1
  /** Lists every hook of a folder, in any state, in firing order within its dialect. Fires no event. */
  list(options?: ListOptions): Promise<readonly ApiHookInfo[]>
  /** Fires one event through its hooks. Failures of hooks are part of the outcome. */
  fire(request: FireRequest): Promise<Outcome>
  /**
   * Calls the listener for every step of every firing in the open folders, whichever client fires it, until disposed.
   */
  onStep(listener: (event: SessionStep) => void): Disposable
  /** Starts an agent session: its firings settle in the order sent and are recorded together. */
  startSession(options?: SessionOptions): Promise<ApiSession>
}

export type InFolder = {
  /** An open folder; needed only where several are open. */
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
  /** Why it would not run, in states other than active. */
  readonly why?: string
  readonly order: number
  readonly timeoutMs: number
  /** Which part of its file it is, for an entry of a host's configuration. */
  readonly part?: string
  /** The hook's entry in the host's configuration, if it is one. */
  readonly entry?: EntryInfo
  /** Code that it loads and that trust does not cover, as far as it is known. */
  readonly unseen?: readonly string[]
  /** Packages that it loads; trust does not cover them. */
  readonly packages?: readonly string[]
  /** Other dialects whose agents read the same entry. */
  readonly readers?: readonly string[]
}

/** A hook that is an entry of a host's configuration file (`.claude/settings.json`). */
export type EntryInfo = {
  /** The matcher as written in the file. */
  readonly matcher?: string
  /** `command`, `http`, `prompt` or another kind that the host supports. */
  readonly kind: string
  /** Who may write the file: `project`, `local`, `user`, `plugin`, `managed` … */
  readonly scope: string
  /** The plugin, skill or agent that contains it. */
  readonly owner?: string
  /** Path to the entry from the root of the file: keys and indexes. */
  readonly at: readonly (string | number)[]
  /** Absolute paths of the local scripts that it runs. */
  readonly scripts: readonly string[]
  /** What it runs, as written: a command, a URL or a prompt. */
  readonly runs: string
  /** When it fires, or why it never does; one line. */
  readonly fires?: string
  /** True if it never fires, whatever the agent does. */
  readonly never?: boolean
  /** Whether a debugger or a trace can be attached to what it runs. */
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
  /** Fires only this hook (id or name). */
  readonly hook?: string
  /** Whether to write a recording; the workspace's setting by default. */
  readonly record?: boolean
  /** Cancelling it stops the running hooks. */
  readonly token?: CancellationToken
}

export type SessionStep = {
  /** The open folder the step belongs to. */
  readonly folder: Uri
  /** The session that fired, if any. */
  readonly session?: string
  readonly step: Step
}

export type SessionOptions = InFolder & {
  /** The agent's conversation id; fills in payloads that lack one. */
  readonly conversation?: string
  /** The agent's working directory; the folder by default. */
  readonly cwd?: string
  /** Whether the session belongs to a subagent. */
  readonly subagent?: boolean
  /** Whether the session is recorded; true by default. */
  readonly record?: boolean
}

/** A session. Disposing of it ends it. */
export type ApiSession = Disposable & {
  readonly id: string
  readonly folder: Uri
  fire(event: string, payload: unknown, options?: SessionFireOptions): Promise<Outcome>
  /** Calls the listener for each step of this session. */
  onStep(listener: (step: Step) => void): Disposable
  /** Accepts no more firings and waits for those in progress. */
  end(): Promise<EndedSession>
}

export type SessionFireOptions = {
  readonly dialect?: string
  /** Rejects a payload that does not match its schema. */
  readonly strict?: boolean
  /** If false, a hook that fails blocks the operation. */
  readonly failOpen?: boolean
  readonly token?: CancellationToken
}

export type EndedSession = {
  readonly firings: number
  /** Path of the recording, if one was written. */
  readonly recording?: string
}

/** Distinguish errors by `code`; `message` is one line that says what to do. */
export type HookbenchError = Error & { readonly name: 'HookbenchError'; readonly code: HookbenchErrorCode }

export type HookbenchErrorCode =
  /** The workspace is not trusted: nothing runs in Restricted Mode. */
  | 'restricted'
  /** No folder is open, several are open and none was given, or the folder is not on disk. */
  | 'folder'
  /** The request is invalid: no such event, hook or session, or a payload that does not match its schema. */
  | 'refused'
  | 'cancelled'
  /** The hook runtime does not start or has exited. The last request may or may not have been carried out. */
  | 'runtime'
