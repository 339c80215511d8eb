// What a language with types of its own can say about a document, in our words. The reader that has them
// makes it; nobody else needs to know a compiler.

import type { Range } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { Spot } from './spots.ts'

/** Something that can be written at a place. */
export type TypedEntry = {
  readonly name: string
  readonly kind: 'field' | 'method' | 'value' | 'event'
  /** Its type, as the language writes it. */
  readonly detail?: string
  /** Markdown. */
  readonly documentation?: string
  /** What it replaces. */
  readonly range: Range
  /** What is written, where it is not the name. */
  readonly insert?: string
}

/** What is known about a place. */
export type About = {
  readonly range: Range
  /** The signature, in the language of the file. */
  readonly signature: string
  readonly documentation?: string
}

/** A field that is read where no payload that can be there has it, or a key of an answer that nobody reads. */
export type UnknownField = {
  readonly kind: 'unknown'
  readonly of: 'payload' | 'result'
  readonly range: Range
  readonly events: readonly string[]
  /** Its own name last. */
  readonly path: Path
  /** The fields that there are instead. */
  readonly known: readonly string[]
  /** It names a variable, too: `const { toolName } = ctx`, `{ reson }`. */
  readonly shorthand?: true
}

/** An answer whose type is none of the event's. */
export type AnswerFault = {
  readonly range: Range
  readonly events: readonly string[]
  /** Where the answer is the payload handed back: the handler's name for it, if it has one. */
  readonly payload?: string
  /** Makes the handler answer with `payload`. */
  readonly edit?: { readonly range: Range; readonly text: string }
} & (
  | { readonly kind: 'null' }
  /** Nothing is returned here; `end`: the handler can end without returning. */
  | { readonly kind: 'missing'; readonly end: boolean }
  /** Fields below `path` that have to be there and are not; `written`: one of like name is, and its range is this. */
  | {
      readonly kind: 'lacks'
      readonly path: Path
      readonly fields: readonly string[]
      readonly written?: string
      readonly shorthand?: true
    }
  /** `found`: in words. */
  | { readonly kind: 'type'; readonly path: Path; readonly found: string }
)

/** What the contract's types rule out, for whoever knows the contract to tell. */
export type TypedFault = UnknownField | AnswerFault

/** The typed view of one version of one document. All offsets are UTF-16 code units of the author's text. */
export type Typed = {
  /** What is wrong by the contract's types and is not already reported by the author's own compiler. */
  faults(): readonly TypedFault[]
  /** Literals that a field is compared with and that it may not have. */
  values(): readonly (Spot & { readonly kind: 'value' })[]
  /** What the contract knows can be written here; empty where only the author's own code can say. */
  entries(offset: number): readonly TypedEntry[]
  about(offset: number): About | undefined
  /** The payload or result field that stands here, if it is one of the contract. */
  spot(offset: number): (Spot & { readonly kind: 'field' }) | undefined
  /** What the local modules that it loads do for it, where that is followed. */
  loaded(): readonly Spot[]
  /** Every place where payload or result fields are used, as far as types tell. For references and symbols. */
  fields(): readonly (Spot & { readonly kind: 'field' })[]
  /** Whether a question took so long that it was given up; from then on nothing is known. */
  isSlow(): boolean
}
