// What a jq program's values are known to be: a piece of what it was given, something it builds, or unknown.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'

export type JqValue =
  | JqPiece
  | Built
  | JqLiteral
  | { readonly kind: 'list'; readonly items: readonly JqValue[] }
  | Unknown

/** A piece of the payload. */
export type JqPiece = {
  readonly kind: 'piece'
  readonly path: Path
  /** False where the piece may have been replaced, or was followed through a guess. */
  readonly sure: boolean
  /** The events that are left, where a comparison has told. */
  readonly events?: readonly string[]
}

/** An object built from keys in the program's text. */
export type Built = {
  readonly kind: 'built'
  readonly range: Range
  readonly entries: readonly BuiltEntry[]
  /** True where it may have more keys than `entries`. */
  readonly more: boolean
  /** Its text is finished. */
  readonly whole: boolean
}

export type BuiltEntry = {
  readonly key: string
  readonly range: Range
  readonly quote: '"' | 'bare'
  /** Every value it may have. */
  readonly values: readonly JqValue[]
  /** Where its value is still to be written, or is a word that may be unfinished. */
  readonly open?: Range
}

export type JqLiteral = {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
  readonly range?: Range
  /** Where it stands in the script that hands it to the program. */
  readonly at?: Range
}

export type Unknown = { readonly kind: 'unknown' }

export const UNKNOWN_VALUE: Unknown = { kind: 'unknown' }

/** The events that are left where a field is one of these values, and where it is none; undefined: as before. */
export type JqNarrow = (
  events: readonly string[] | undefined,
  path: Path,
  values: readonly string[],
) => { readonly yes?: readonly string[] | undefined; readonly no?: readonly string[] | undefined } | undefined

/** For whom nothing is to be said. */
export const SILENT: Sink = { field: () => {}, compared: () => {}, tested: () => {} }

/** What is said of fields on the way. Ranges are those of the program's text. */
export type Sink = {
  field(found: {
    readonly range: Range
    readonly path: Path
    readonly quote: '"' | 'bare'
    readonly sure: boolean
    readonly access: 'read' | 'write'
    readonly events?: readonly string[] | undefined
    /** Something stands in where there is no such field. */
    readonly optional?: true | undefined
  }): void
  /** A literal is compared with a field. */
  compared(found: {
    readonly range: Range
    readonly path: Path
    readonly value: JqLiteral['value']
    readonly quote: '"' | 'bare'
    readonly sure: boolean
    readonly events?: readonly string[] | undefined
  }): void
  /** Whether the field is there is asked, so somebody reckons with its absence. */
  tested(path: Path): void
}
