// The types that features use: a view of one version of one file, and the project it belongs to. Plain values,
// independent of where the text came from and of its language.

import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { ConfigurationFormat, ConfigurationPlace } from '../contract/host.ts'
import type { Problem, Range } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import type { TextReader } from '../documents/reading.ts'
import type { Spot, SpottedDocument } from '../documents/spots.ts'
import type { Typed, Typing } from '../documents/typed.ts'

/** The role of a file for Hookbench. */
export type Role =
  /**
   * In a place of hooks of this dialect. `shared`: other files of the project may be in the
   * same folder, so files that are not hooks are not reported.
   */
  | { readonly kind: 'hook'; readonly dialect: Dialect; readonly shared?: true }
  /** A file of Hookbench, or a dialect's own configuration. */
  | { readonly kind: 'settings' | 'extensions' | 'recording' | 'case' }
  /** Configuration of one or more hosts; it may contain other content besides hooks. */
  | { readonly kind: 'configuration'; readonly readers: readonly ConfigurationReader[] }
  /** A payload, possibly of a known event. */
  | { readonly kind: 'payload-file'; readonly dialect?: Dialect; readonly event?: string }

/** A host that reads a configuration file, and in which format and place. */
export type ConfigurationReader = {
  readonly dialect: Dialect
  readonly format: ConfigurationFormat
  readonly place: ConfigurationPlace
}

/** One version of one file, analyzed. */
export type View = {
  /** An absolute path. */
  readonly path: string
  readonly text: string
  /** The editor's version of the text; 0 for files read from disk. */
  readonly version: number
  readonly role: Role
  readonly document: SpottedDocument
  /** This view with a document that has all that findings need. Created on the first call. */
  followed(): Promise<View>
  /** The typed view, if the language has types. Created on the first call. */
  typed(): Promise<Typed | undefined>
  /** The spots of a called script, including those in local modules that it loads, in their current state. */
  loaded(): Promise<readonly Spot[]>
  /** Code within the text: commands of entries, programs that a script passes to an interpreter. */
  embedded(): Promise<readonly EmbeddedCode[]>
  /** Local files that a script starts and that get the payload; in the script they have only a name. */
  started(): Promise<readonly EmbeddedCode[]>
}

/** Code within a text, with a view of its own. */
export type EmbeddedCode = {
  /** The range of the code without quotes. */
  readonly range: Range
  /** Created on the first call; its offsets are relative to the code. Undefined if no host has the event. */
  view(): Promise<View | undefined>
  /** Maps an offset in the surrounding text to one in the code. */
  toInner(offset: number): number
  /** Maps a range in the code to one in the surrounding text. */
  toOuter(range: Range): Range
  /** Encodes a text of the code for the surrounding text. */
  written(text: string): string
}

/** A workspace folder in the language server. */
export type Project = {
  /** An absolute path. */
  readonly root: string
  readonly home: string
  readonly settings: Settings
  /** The current file: the open text, otherwise the file on disk. Undefined if it has no role. */
  view(path: string): Promise<View | undefined>
  /** Every hook found, in firing order within its dialect. At least as recent as the last save. */
  hooks(): Promise<readonly Hook[]>
  /** Problems found by discovery: hidden, not executable, interpreter missing. */
  discovered(): Promise<readonly Problem[]>
  /** Every file of Hookbench and of hooks, as absolute paths: for symbols, references and workspace diagnostics. */
  files(): Promise<readonly string[]>
}

export type ViewInput = {
  /** An absolute path. */
  readonly path: string
  readonly text: string
  readonly version?: number
  readonly role: Role
  /** Set for code within another text. */
  readonly embedded?: true
  /** Parses the text; default: synchronously, in this thread. */
  readonly reading?: TextReader
  /** Opens typed views on first use; without it there are none. */
  readonly typing?: () => Promise<Typing>
  /** The current text of another file; without it, local modules are not followed. */
  readonly textOf?: (path: string) => string | undefined
  /** The workspace folder and the home folder; without them, variables that stand for folders are not followed. */
  readonly ground?: { readonly root: string; readonly home: string }
}
