// What features read: one version of one file, understood, and the workspace it stands in. Plain values;
// nobody who holds a view has to know where the text came from or which language it is in.

import type { Dialect } from '../../runtime/contract/dialect.ts'
import type { Hook } from '../../runtime/contract/hook.ts'
import type { ConfigurationFormat } from '../../runtime/contract/host.ts'
import type { Problem } from '../../runtime/contract/problems.ts'
import type { Settings } from '../../runtime/contract/settings.ts'
import type { SpottedDocument } from '../../runtime/documents/spots.ts'
import type { Typed } from '../../runtime/documents/typed.ts'

/** What a file is to Hookbench. */
export type Role =
  /** It stands where this dialect looks for hooks. `shared`: the folder is the project's, so what is no hook there is none of our business. */
  | { readonly kind: 'hook'; readonly dialect: Dialect; readonly shared?: true }
  /** A file of ours, or a dialect's own configuration. */
  | { readonly kind: 'settings' | 'extensions' | 'recording' | 'case' }
  /** Hosts read their configuration from it, each in its own way; beside their hooks it may hold anything. */
  | { readonly kind: 'configuration'; readonly readers: readonly ConfigurationReader[] }
  /** A payload that claims to belong to an event. */
  | { readonly kind: 'payload-file'; readonly dialect?: Dialect; readonly event?: string }

/** A host that reads a configuration file, and in which format. */
export type ConfigurationReader = { readonly dialect: Dialect; readonly format: ConfigurationFormat }

/** One version of one file, understood. */
export type View = {
  /** Absolute. */
  readonly path: string
  readonly text: string
  /** The editor's number for it; files read from disk have 0. */
  readonly version: number
  readonly role: Role
  readonly document: SpottedDocument
  /** The typed view, where the language has types. Made when first asked for. */
  typed(): Promise<Typed | undefined>
}

/** A workspace folder as the server knows it. */
export type Project = {
  /** Absolute. */
  readonly root: string
  readonly home: string
  readonly settings: Settings
  /** The file as it is now: the editor's text where it is open, else the disk's. Undefined where it is none of ours. */
  view(path: string): Promise<View | undefined>
  /** Every hook that was found, in firing order within its dialect. Never older than the last save. */
  hooks(): Promise<readonly Hook[]>
  /** What discovery says about the files: hidden, not executable, interpreter missing. */
  discovered(): Promise<readonly Problem[]>
  /** Every file of ours and of hooks, absolute: for symbols, references and workspace findings. */
  files(): Promise<readonly string[]>
}
