// What is known about a value while a hook's code is followed: its place in the payload, the keys of an answer being
// built, or a name of the language. Anything else is unknown.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import type { Letters, LiteralAnswer, Quote } from '../spots.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import type { Mark } from './found.ts'
import type { FlowPrinted } from './printed.ts'
import type { StandardError } from './standardError.ts'

/** A place in the payload that a value was taken from. */
export type FlowPlace = {
  readonly path: Path
  /** False where the value may have come from somewhere else as well. */
  readonly sure: boolean
  /** It is an object whose fields are read as attributes; `deep`: at every level. */
  readonly dotted?: 'here' | 'deep'
  /** A word of the command line: its position, from 1, or its variable, and the texts in its place if it is missing. */
  readonly position?: number
  readonly variable?: string
  readonly defaults?: readonly string[]
  /** The spots of the keys that led here, its own last. */
  readonly marks: readonly Mark[]
}

/** One part of a text that code concatenates. */
export type TextPart = {
  /** `…` for a computed part. */
  readonly text: string
  /** The offset in the file, where the text is written as it is. */
  readonly at?: number
  readonly computed?: true
  /** What a computed part is the JSON of. */
  readonly json?: FlowValue
  /** The places in the payload that a computed part is taken from. */
  readonly from?: readonly FlowPlace[]
}

/** One key of a dict that the hook builds. */
export type Entry = {
  readonly key: string
  readonly range: Range
  readonly quote: Quote
  readonly value: FlowValue
  /** Where the value is written. */
  readonly node: SyntaxNode | undefined
  /** The key is only read or being typed, not set. */
  readonly read?: true
  /** The function and branch that set it. */
  readonly setIn?: CodePlace
}

/** A place in the code: a function (undefined: the module) and a branch in it. */
export type CodePlace = { readonly routine: FlowRoutine | undefined; readonly scope: FlowScope }

/** A dict (or HookResult) that the hook builds; later changes are added to it. */
export type Dict = {
  readonly kind: 'dict'
  readonly node: SyntaxNode
  readonly entries: Entry[]
  /** It may have more keys than were found. */
  more: boolean
  /** Values under keys that are not texts: `{True: "allow", False: "deny"}`. */
  readonly others?: readonly FlowValue[]
  /** The events it is built for, as far as the surrounding code shows. */
  readonly events: readonly string[]
  /** It is built in code that may serve another host. */
  readonly guessed: boolean
  /** The branch that builds it. */
  readonly scope: FlowScope
  /** It gets its keys only where a text of the payload passes a test. */
  readonly content?: ContentLevel | undefined
}

/** A function of the file. */
export type FlowRoutine = {
  readonly node: SyntaxNode
  readonly name: string
  /** The class it is a method of, which is also the type of its first parameter. */
  readonly owner: string | undefined
  readonly scope: FlowScope
}

/** The arguments of a call. */
export type GivenArguments = {
  readonly call: SyntaxNode
  readonly items: readonly FlowValue[]
  readonly nodes: readonly SyntaxNode[]
  readonly names: ReadonlyMap<string, FlowValue>
  /** There may be more: `*rest`, `**options`. */
  readonly isOpen: boolean
  /** The value whose keys are passed as keyword arguments: `Payload(**data)`. */
  readonly spread?: FlowValue
}

/** A field that a class declares, with its default. */
export type RecordField = {
  readonly name: string
  readonly range: Range
  readonly node: SyntaxNode | undefined
  readonly value: FlowValue
}

/** How a value relates to a payload text that guards inspect: its length, the text, or the result of testing it. */
export type ContentLevel = 'size' | 'text' | 'question'

/** A value that cannot be serialized as JSON: what it is, in words, and how to fix it. */
export type Unwritable = {
  readonly what: string
  readonly fix: string
  /** What it is serialized as in languages other than Python, where that works. */
  readonly as?: LiteralAnswer
}

/** The path on which a value was chosen among alternatives: its place, and the output before it. */
export type Way = {
  readonly range: Range
  readonly errors?: StandardError
  readonly printed?: FlowPrinted | undefined
}

/** The events that remain where a test holds, and where it does not; undefined: all. */
export type Narrowed = { readonly yes?: readonly string[]; readonly no?: readonly string[] }

export type FlowValue =
  | {
      readonly kind: 'unknown'
      readonly content?: ContentLevel | undefined
      /** Only its type is known; an object was parsed from the text of a field. */
      readonly type?: 'boolean' | 'list' | 'text' | 'object' | undefined
      /** It is nothing that can be written as JSON, or such stands behind its `.stdout`. */
      readonly raw?: Unwritable | undefined
      readonly holds?: Unwritable | undefined
      /** The events for which it is true, and those for which it is not. */
      readonly narrows?: Narrowed | undefined
      /** It is the text of these places of the payload with all letters in one case. */
      readonly converted?: { readonly places: readonly FlowPlace[]; readonly letters: Letters }
      /** The parts of a text, some of which are computed. */
      readonly parts?: readonly TextPart[] | undefined
    }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly node?: SyntaxNode | undefined
      /** Where its parts are written, if it is concatenated. */
      readonly parts?: readonly TextPart[]
      readonly content?: ContentLevel | undefined
      readonly way?: Way
      readonly raw?: Unwritable | undefined
      /** It is what every entry passes for an option of the command line, or its default. */
      readonly option?: true
    }
  | {
      readonly kind: 'constant'
      readonly value: number | boolean | null
      readonly content?: ContentLevel | undefined
      /** Where a number is written. */
      readonly node?: SyntaxNode
      readonly way?: Way
      readonly raw?: Unwritable | undefined
      /** Its key is left out of JSON: `undefined`. */
      readonly absent?: true
      readonly option?: true
    }
  | { readonly kind: 'payload'; readonly places: readonly FlowPlace[] }
  /** `.keys()`, `.items()` of a place. */
  | { readonly kind: 'keys' | 'items'; readonly of: FlowValue }
  | Dict
  | {
      readonly kind: 'list'
      readonly node?: SyntaxNode
      readonly items: readonly FlowValue[]
      readonly content?: ContentLevel | undefined
      readonly raw?: Unwritable | undefined
    }
  /** The text of a value as JSON. */
  | { readonly kind: 'json'; readonly of: FlowValue }
  /** The content of stdin, as a stream or as text. */
  | { readonly kind: 'stdin' }
  /** Something of the language or of a module: `sys.stdin`, `json.load`, `print`. */
  | { readonly kind: 'named'; readonly name: string }
  /** A method taken from a value. */
  | { readonly kind: 'method'; readonly of: FlowValue; readonly name: string }
  | {
      readonly kind: 'routine'
      readonly routine: FlowRoutine
      /** The class on which it is called as a method: the one that was created, which may extend the method's own. */
      readonly self?: string | undefined
      /** It is called for these events only: it was chosen by a field of the payload. */
      readonly events?: readonly string[]
    }
  /** A partial application: `partial(answer, "deny")`. */
  | { readonly kind: 'partial'; readonly of: FlowValue; readonly given: GivenArguments }
  | {
      readonly kind: 'class'
      readonly name: string
      /** The fields of its instances, if they can be written out as dicts. */
      readonly fields?: readonly RecordField[]
      /** Its instances are dicts themselves. */
      readonly isDict?: boolean
      /** Its instances are tuples, which are written out as arrays. */
      readonly isTuple?: boolean
      /** It was chosen for these events only. */
      readonly events?: readonly string[]
    }
  | {
      readonly kind: 'instance'
      readonly name: string
      /** `super()` in a method of this class: members are looked for in the classes that it extends. */
      readonly above?: string
      readonly record?: Dict | undefined
      /** It is a tuple of the values in `record`. */
      readonly isTuple?: boolean
      /** It was created for these events only. */
      readonly events?: readonly string[]
    }
  | { readonly kind: 'either'; readonly of: readonly FlowValue[] }

/** The names of a function, or of one branch in it. */
export type FlowScope = {
  readonly names: Map<string, FlowValue>
  readonly above: FlowScope | undefined
  /** It belongs to the module, so functions see its names regardless of when they were set. */
  readonly isModule?: boolean
  /** The code enters only one of the scopes directly below it. */
  isChoice?: true
  /** Set if it has no names and will get none before that choice: the nearest scope above that may have names. */
  past?: FlowScope
  /** A path that enters it does not reach the following code. */
  isLeft?: true
}

export const UNKNOWN: FlowValue = { kind: 'unknown' }
/** The result of a test. */
export const BOOLEAN: FlowValue = { kind: 'unknown', type: 'boolean' }
/** A list whose items are not known. */
export const LIST: FlowValue = { kind: 'unknown', type: 'list' }
/** A text that is not known. */
export const TEXT: FlowValue = { kind: 'unknown', type: 'text' }
/** All that a hook is given. */
export const PAYLOAD: FlowValue = { kind: 'payload', places: [{ path: [], sure: true, marks: [] }] }
export const NONE: FlowValue = { kind: 'constant', value: null }
/** JavaScript's `undefined`, which JSON.stringify leaves out. */
export const ABSENT: FlowValue = { kind: 'constant', value: null, absent: true }

/** The alternatives of a value. */
export function alternatives(value: FlowValue): readonly FlowValue[] {
  return value.kind === 'either' ? value.of : [value]
}

/** Whether a value is empty, as a missing one is: None, false, 0, "", {}, []. */
export function isNothing(value: FlowValue): boolean {
  if (value.kind === 'constant') return value.value === null || value.value === false || value.value === 0
  if (value.kind === 'text') return value.text === ''
  if (value.kind === 'dict') return value.entries.length === 0 && !value.more
  return value.kind === 'list' && value.items.length === 0
}

/** A text or a constant, such as an exit status or a name for one. */
export type PlainValue = FlowValue & { readonly kind: 'text' | 'constant' }

export function isPlain(value: FlowValue): value is PlainValue {
  return value.kind === 'text' || value.kind === 'constant'
}

/** Whether every alternative is a boolean. */
export function isBoolean(value: FlowValue): boolean {
  return alternatives(value).every(
    (one) =>
      (one.kind === 'unknown' && one.type === 'boolean') ||
      (one.kind === 'constant' && typeof one.value === 'boolean'),
  )
}

/** Attaches a path to plain values; one that already has a path keeps it. */
export function onWay(value: FlowValue, way: Way): FlowValue {
  if (value.kind === 'either') return { kind: 'either', of: value.of.map((one) => onWay(one, way)) }
  return isPlain(value) && value.way === undefined ? { ...value, way } : value
}

/** The offset of a plain value's path; undefined for other values. */
export function wayOf(value: FlowValue): number | undefined {
  return isPlain(value) ? value.way?.range.start : undefined
}
