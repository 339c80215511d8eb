// The known values of a jq program: a piece of its input, something it builds, or unknown.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'

export type JqValue =
  | JqPiece
  | Built
  | JqLiteral
  /** `columns`: the possible values of each item, where their number is certain. */
  | { readonly kind: 'list'; readonly items: readonly JqValue[]; readonly columns?: JqColumns }
  | Unknown

/** Values that stand side by side, each with its possible values. */
export type JqColumns = readonly (readonly JqValue[])[]

/** A piece of the payload. */
export type JqPiece = {
  readonly kind: 'piece'
  readonly path: Path
  /** False where the piece may have been replaced, or was followed through a guess. */
  readonly sure: boolean
  /** The events that remain after a comparison. */
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
  /** The blank in it where another key may be written. */
  readonly blank?: Range
}

export type BuiltEntry = {
  readonly key: string
  readonly range: Range
  readonly quote: '"' | 'bare'
  /** Every value it may have. */
  readonly values: readonly JqValue[]
  /** The range where its value is still to be written, or a word that may be unfinished. */
  readonly open?: Range
}

export type JqLiteral = {
  readonly kind: 'literal'
  readonly value: string | number | boolean | null
  readonly range?: Range
  /** Its range in the script that passes it to the program. */
  readonly at?: Range
}

export type Unknown = {
  readonly kind: 'unknown'
  /** Only its type is known. */
  readonly type?: 'text'
  /** The pieces of the payload whose text is in it. */
  readonly of?: readonly Path[]
  /** It is a text of these values with this text between them. */
  readonly row?: { readonly columns: JqColumns; readonly between: string }
}

export const UNKNOWN_VALUE: Unknown = { kind: 'unknown' }
/** A text that is computed. */
export const SOME_TEXT: Unknown = { kind: 'unknown', type: 'text' }

const MOST_PATHS = 16

/** An unknown result that contains the text of these values. */
export function holding(result: Unknown, from: readonly JqValue[]): Unknown {
  const of = from.flatMap(pathsIn).slice(0, MOST_PATHS)
  return of.length === 0 ? result : { ...result, of }
}

function pathsIn(value: JqValue): readonly Path[] {
  if (value.kind === 'piece') return [value.path]
  if (value.kind === 'list') return value.items.slice(0, MOST_PATHS).flatMap(pathsIn)
  return value.kind === 'unknown' ? (value.of ?? []) : []
}

/**
 * The events that remain where a field has one of these values (`yes`), and where it has none of them (`no`);
 * undefined: no change.
 */
export type JqNarrow = (
  events: readonly string[] | undefined,
  path: Path,
  values: readonly string[],
) => { readonly yes?: readonly string[] | undefined; readonly no?: readonly string[] | undefined } | undefined

/** A sink that ignores all reports. */
export const SILENT: Sink = { field: () => {}, compared: () => {}, needed: () => {}, tested: () => {} }

/** Receives the field uses of a program. Ranges refer to the program's text. */
export type Sink = {
  field(found: {
    readonly range: Range
    readonly path: Path
    readonly quote: '"' | 'bare'
    readonly sure: boolean
    readonly access: 'read' | 'write'
    readonly events?: readonly string[] | undefined
    /** A default replaces a missing field. */
    readonly optional?: true | undefined
    /** Its range in the script that passes the name to the program. */
    readonly at?: Range | undefined
    /** On the first of several alternatives: the paths of all. */
    readonly alternatives?: readonly Path[]
  }): void
  /** A field is compared with a literal. */
  compared(found: {
    readonly range: Range
    readonly path: Path
    readonly value: JqLiteral['value']
    readonly quote: '"' | 'bare'
    readonly sure: boolean
    readonly events?: readonly string[] | undefined
  }): void
  /** A function takes the field, and fails unless it is of this type. */
  needed(found: {
    readonly range: Range
    readonly path: Path
    readonly as: 'text' | 'list'
    readonly sure: boolean
    readonly events?: readonly string[] | undefined
  }): void
  /** The field's presence is tested, so the program handles its absence. */
  tested(path: Path): void
}
