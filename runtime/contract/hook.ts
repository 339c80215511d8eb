// A hook as every room passes it around: what discovery found, plus the state that trust and settings gave it.

import type { DialectId } from './dialectId.ts'
import type { HookEntry } from './entry.ts'
import type { Source } from './outcome.ts'

/** The first state that applies, in this order. Only an active hook runs. */
export type HookState = 'broken' | 'shadowed' | 'disabled' | 'untrusted' | 'unknown' | 'active'

/** Which executor runs it. */
export type Runner = 'module' | 'executable' | 'python' | 'builtin' | 'in-process' | 'entry'

export type Hook = {
  /** `dialect:source:path-from-its-place[#part]`; never absolute, because cases are committed. */
  readonly id: string
  readonly name: string
  /** The author's version of the hook, where the file declares one (`version` of an Extension). */
  readonly version?: string | undefined
  readonly dialect: DialectId
  readonly events: readonly string[]
  readonly source: Source
  /** The file, absolute. Empty for hooks without a file. */
  readonly path: string
  /** Which part of the file: a class name, `beforeTool[0]`. Absent when the whole file is the hook. */
  readonly part?: string | undefined
  readonly runner: Runner
  readonly state: HookState
  /** Why the hook is not active, in one line. */
  readonly why?: string | undefined
  /** The files that hide a shadowed hook, absolute, nearest first, and the state that it would have without them. */
  readonly hidden?:
    | { readonly by: readonly string[]; readonly state: HookState; readonly why?: string }
    | undefined
  /** Rank within the dialect; lower runs first. */
  readonly order: number
  readonly timeoutMs: number
  /** Every local file of the hook, absolute: its own file first, then its imports, transitively. */
  readonly files: readonly string[]
  /** Names that the hook loads, whether or not a file was found; absent where they are not known. */
  readonly lookedFor?: LookedFor | undefined
  /** Loads that `files` may not include, each with its place and its name; absent when every load could be resolved. */
  readonly unseen?: readonly string[] | undefined
  /** Names of the packages that its files load. Trust does not cover them. Absent when there are none. */
  readonly packages?: readonly string[] | undefined
  /** The configuration entry, for hooks of a host. */
  readonly entry?: HookEntry | undefined
  /** The other dialects that read the same entry, each as a hook of its own. */
  readonly readers?: readonly DialectId[] | undefined
  /** The id of the hook that represents this one in lists: the same entry, read by another dialect. */
  readonly listedAs?: string | undefined
  /** The code itself, for hooks that an embedder registered in this process. */
  readonly handler?: Handler | undefined
}

/** Names that a hook loads: a file that appears under one of them later is code that has not been reviewed. */
export type LookedFor = {
  /** Paths of the names, without the extensions that a loader may append. */
  readonly names: readonly string[]
  /** Folders that Python searches for local modules. */
  readonly pythonFolders: readonly string[]
  /** Files that were not there. */
  readonly missing: readonly string[]
}

/** A function that an embedder registers: `(payload, { signal })`; returns a result in its dialect's terms. */
export type Handler = (payload: never, context: { readonly signal: AbortSignal }) => unknown
