// A jq program as a tree. Ranges are offsets in the program's own text; the caller maps them to the script.

import type { Range } from '../../contract/problems.ts'

/** Stands in a program's text for an unknown part: a shell variable inserted into it. */
export const INTERPOLATION = '\0'

export type Term =
  /** `.` alone; `at` is the offset where a key could follow, if the next character allows one. */
  | { readonly kind: 'identity'; readonly at?: number }
  /** `.key`, `."key"`, `.["key"]`; the range is the key's, without quotes. */
  | {
      readonly kind: 'field'
      readonly of: Term
      readonly key: string
      readonly range: Range
      readonly quote: '"' | 'bare'
    }
  /** `.[index]`; without one, every item. */
  | { readonly kind: 'index'; readonly of: Term; readonly index?: Term }
  | {
      readonly kind: 'pipe' | 'comma' | 'alternative' | 'compare' | 'logic' | 'math' | 'assign'
      readonly by: string
      readonly left: Term
      readonly right: Term
    }
  | ObjectTerm
  | { readonly kind: 'list'; readonly of?: Term }
  /**
   * A string; without `value` where parts of it are computed: then `between` is what stands between these parts, if that
   * is always the same and nothing stands around them. The range is inside the quotes.
   */
  | {
      readonly kind: 'text'
      readonly value?: string
      readonly between?: string
      readonly range: Range
      readonly parts: readonly Term[]
    }
  | { readonly kind: 'literal'; readonly value: number | boolean | null; readonly range: Range }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Term[]; readonly range?: Range }
  | { readonly kind: 'variable'; readonly name: string }
  | {
      readonly kind: 'if'
      readonly ways: readonly { readonly test: Term; readonly body: Term }[]
      readonly otherwise?: Term
    }
  | { readonly kind: 'try'; readonly body: Term; readonly handler?: Term }
  | { readonly kind: 'as'; readonly source: Term; readonly names: readonly string[]; readonly body: Term }
  | {
      readonly kind: 'fold'
      readonly source: Term
      readonly names: readonly string[]
      readonly parts: readonly Term[]
    }
  | {
      readonly kind: 'define'
      readonly name: string
      readonly params: readonly string[]
      readonly body: Term
      readonly rest: Term
    }
  /** A term that is not understood, or missing (`missing`: the offset where one must be written). */
  | { readonly kind: 'unknown'; readonly missing?: number }

export type ObjectTerm = {
  readonly kind: 'object'
  readonly range: Range
  readonly entries: readonly EntryTerm[]
  /** Its closing brace is present, and nothing inside it was skipped. */
  readonly whole: boolean
  /** The blank before its closing brace, where a key may be written. */
  readonly blank?: Range
}

export type EntryTerm = {
  /** Absent where it is computed; then `computed` is its term, if parsed. */
  readonly key?: string
  readonly computed?: Term
  readonly range: Range
  readonly quote: '"' | 'bare'
  /** Absent in `{key}`, which takes the field of that name, and in `{$name}`. */
  readonly value?: Term
  readonly variable?: string
}

export const UNKNOWN: Term = { kind: 'unknown' }

/** Where a value is still to be written, or may be unfinished. */
export function openAt(value: Term | undefined): Range | undefined {
  if (value?.kind === 'call' && value.args.length === 0) return value.range
  if (value?.kind !== 'unknown' || value.missing === undefined) return undefined
  return { start: value.missing, end: value.missing }
}
