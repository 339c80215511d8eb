// A hook as everyone passes it around: what discovery found, with the state that trust and settings gave it.

import type { DialectId } from './dialectId.ts'
import type { HookEntry } from './entry.ts'
import type { Source } from './outcome.ts'

/** First that applies, in this order. Only an active hook runs. */
export type HookState = 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'

/** Which executor runs it. */
export type Runner = 'module' | 'executable' | 'python' | 'builtin' | 'in-process' | 'entry'

export type Hook = {
  /** `dialect:source:path-from-its-place[#part]`; never absolute, because cases are committed. */
  readonly id: string
  readonly name: string
  /** What its author calls this version of it, where the file says so (`version` of an Extension). */
  readonly version?: string | undefined
  readonly dialect: DialectId
  readonly events: readonly string[]
  readonly source: Source
  /** The file, absolute. Empty for hooks that have none. */
  readonly path: string
  /** Which part of the file: a class name, `beforeTool[0]`. Absent when the whole file is the hook. */
  readonly part?: string | undefined
  readonly runner: Runner
  readonly state: HookState
  /** Why it is not active: one line. */
  readonly why?: string | undefined
  /** Rank within the dialect; lower runs first. */
  readonly order: number
  readonly timeoutMs: number
  /** Every local file the hook is made of, absolute, its own first, then what it imports, transitively. */
  readonly files: readonly string[]
  /** What it loads by name, found or not; absent where that is not known. */
  readonly lookedFor?: LookedFor | undefined
  /** What it loads that `files` may not hold, each where and what; absent when everything could be followed. */
  readonly unseen?: readonly string[] | undefined
  /** Packages that its files load, by name: trust covers none of them; absent when there are none. */
  readonly packages?: readonly string[] | undefined
  /** The entry that it is, for hooks of a host. */
  readonly entry?: HookEntry | undefined
  /** The other dialects that read the same entry, each as a hook of its own. */
  readonly readers?: readonly DialectId[] | undefined
  /** The id of the hook that stands in lists for this one: the same entry, read by another dialect. */
  readonly listedAs?: string | undefined
  /** The code itself, for hooks that an embedder registered in this process. */
  readonly handler?: Handler | undefined
}

/** What a hook loads by name: a file that appears there later is code of it that nobody has seen. */
export type LookedFor = {
  /** Paths of names, without what may be added to them. */
  readonly names: readonly string[]
  /** Folders in which Python looks for modules of its own. */
  readonly pythonFolders: readonly string[]
  /** Files that were not there. */
  readonly missing: readonly string[]
}

/** A function given by an embedder: `(payload, { signal })`, answering in its dialect's terms. */
export type Handler = (payload: never, context: { readonly signal: AbortSignal }) => unknown
