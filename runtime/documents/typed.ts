// The interface of a typed view: completions, hovers and faults of a document in a language with types. Independent of
// any compiler; the reader of the language implements it.

import type { Dialect } from '../contract/dialect.ts'
import type { Range } from '../contract/problems.ts'
import type { Path } from '../contract/walk.ts'
import type { DocumentInput, HookDocument } from './document.ts'
import type { Spot } from './spots.ts'

/** A completion: something that can be written at a place. */
export type TypedEntry = {
  readonly name: string
  readonly kind: 'field' | 'method' | 'value' | 'event'
  /** Its type, in the language's own notation. */
  readonly detail?: string
  /** Markdown. */
  readonly documentation?: string
  /** The range it replaces. */
  readonly range: Range
  /** The text to insert, where it differs from the name. */
  readonly insert?: string
}

/** Hover information for a place. */
export type About = {
  readonly range: Range
  /** The signature, in the language of the file. */
  readonly signature: string
  readonly documentation?: string
}

/** A field that is read but that no possible payload has, or a key of an answer that the host ignores. */
export type UnknownField = {
  readonly kind: 'unknown'
  readonly of: 'payload' | 'result'
  readonly range: Range
  readonly events: readonly string[]
  /** The path; the field's own name is last. */
  readonly path: Path
  /** The fields that exist there. */
  readonly known: readonly string[]
  /** It also names a variable: `const { toolName } = ctx`, `{ reson }`. */
  readonly shorthand?: true
}

/** An answer whose type matches none of the event's answers. */
export type AnswerFault = {
  readonly range: Range
  readonly events: readonly string[]
  /** Where the payload itself is returned as the answer: the handler's name for it, if it has one. */
  readonly payload?: string
  /** The edit that makes the handler return `payload`. */
  readonly edit?: { readonly range: Range; readonly text: string }
} & (
  | { readonly kind: 'null' }
  /** No value is returned here; `end`: the handler can end without a return statement. */
  | { readonly kind: 'missing'; readonly end: boolean }
  /** Required fields below `path` that are missing; `written`: a similar name that is present, at `range`. */
  | {
      readonly kind: 'lacks'
      readonly path: Path
      readonly fields: readonly string[]
      readonly written?: string
      readonly shorthand?: true
    }
  /** `found`: the type found, in words. */
  | { readonly kind: 'type'; readonly path: Path; readonly found: string }
)

/** What the contract's types rule out; `checks` words it. */
export type TypedFault = UnknownField | AnswerFault

/** The typed view of one version of one document. All offsets are UTF-16 code units of the author's text. */
export type Typed = {
  /** Faults by the contract's types that the author's own compiler does not already report. */
  faults(): readonly TypedFault[]
  /** Literals compared with a field that cannot have them. */
  values(): readonly (Spot & { readonly kind: 'value' })[]
  /** What the contract allows here; empty where only the author's own code determines it. */
  entries(offset: number): readonly TypedEntry[]
  about(offset: number): About | undefined
  /** The payload or result field at this place, if the contract has it. */
  spot(offset: number): (Spot & { readonly kind: 'field' }) | undefined
  /** What the local modules that it loads do on its behalf, where they are followed. */
  loaded(): readonly Spot[]
  /** Every use of a payload or result field, as far as types show. For references and symbols. */
  fields(): readonly (Spot & { readonly kind: 'field' })[]
  /** Whether a request took so long that it was given up; from then on nothing is known. */
  isSlow(): boolean
}

export type TypedInput = DocumentInput & { readonly dialect: Dialect; readonly version: number }

/** Typed views, cached from version to version. One per workspace folder. */
export type Typing = {
  /** The typed view of a document's version; undefined where its language has no types. */
  view(input: TypedInput, document: HookDocument): Promise<Typed | undefined>
  /** Releases what was cached for a closed document. */
  forget(path: string): void
  close(): void
}

export type TypingOptions = {
  readonly root: string
  /**
   * The caller also runs a TypeScript of its own, as an editor does: what that reports about types that an author has
   * installed and imported is not reported again.
   */
  readonly compiler?: boolean
}
