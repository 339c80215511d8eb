// What features read: one version of one file, understood, and the workspace it stands in. Plain values;
// nobody who holds a view has to know where the text came from or which language it is in.

import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { ConfigurationFormat, ConfigurationPlace } from '../contract/host.ts'
import type { Problem, Range } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import type { TextReader } from '../documents/reading.ts'
import type { Spot, SpottedDocument } from '../documents/spots.ts'
import type { Typed } from '../documents/typed.ts'
import type { Typing } from '../documents/typing.ts'

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

/** A host that reads a configuration file, and as what. */
export type ConfigurationReader = {
  readonly dialect: Dialect
  readonly format: ConfigurationFormat
  readonly place: ConfigurationPlace
}

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
  /** The spots of a called script with the local modules that it loads, as those stand now. */
  loaded(): Promise<readonly Spot[]>
  /** Code that stands in the text: commands of entries, programs that a script hands to an interpreter. */
  embedded(): Promise<readonly EmbeddedCode[]>
}

/** Code in a text, as a text of its own. */
export type EmbeddedCode = {
  /** Where it stands, without quotes. */
  readonly range: Range
  /** Understood when first asked for; its offsets are its own. Undefined where no host has the event. */
  view(): Promise<View | undefined>
  /** Of the text around it -> of the code. */
  toInner(offset: number): number
  /** Of the code -> of the text around it. */
  toOuter(range: Range): Range
  /** A text of the code as it is written in the text around it. */
  written(text: string): string
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

export type ViewInput = {
  /** Absolute. */
  readonly path: string
  readonly text: string
  readonly version?: number
  readonly role: Role
  /** Who reads the text; it is read at once unless given. */
  readonly reading?: TextReader
  /** Opens typed views when the first is asked for; without it there are none. */
  readonly typing?: () => Promise<Typing>
  /** The text of another file, as it is now; without it no local module is followed. */
  readonly textOf?: (path: string) => string | undefined
}
