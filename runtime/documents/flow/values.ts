// What is known about a value while a hook's code is followed: that it comes out of the payload, and from where;
// that it is an answer in the making; that it is a name of the language. Everything else is unknown.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import type { LiteralAnswer, Quote } from '../spots.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import type { Mark } from './found.ts'
import type { FlowPrinted } from './printed.ts'
import type { StandardError } from './standardError.ts'

/** A place in the payload that a value was taken from. */
export type FlowPlace = {
  readonly path: Path
  /** False where the value may have come from somewhere else as well. */
  readonly sure: boolean
  /** It is an object, whose fields are asked for behind a dot; `deep`: and so is all in it. */
  readonly dotted?: 'here' | 'deep'
  /** The spots of the keys that led here, its own last. */
  readonly marks: readonly Mark[]
}

/** One key of a dict that the hook builds. */
export type Entry = {
  readonly key: string
  readonly range: Range
  readonly quote: Quote
  readonly value: FlowValue
  /** Where the value is written. */
  readonly node: SyntaxNode | undefined
  /** It is only looked at, not set. */
  readonly read?: true
  /** The code that sets it. */
  readonly setIn?: CodePlace
}

/** A part of the code: a function, or the module, and the branch of it. */
export type CodePlace = { readonly routine: FlowRoutine | undefined; readonly scope: FlowScope }

/** A dict (or HookResult) that the hook builds; what is done to it later is added. */
export type Dict = {
  readonly kind: 'dict'
  readonly node: SyntaxNode
  readonly entries: Entry[]
  /** More keys may be in it than were seen. */
  more: boolean
  /** What stands under keys that are no text: `{True: "allow", False: "deny"}`. */
  readonly others?: readonly FlowValue[]
  /** The events that it is built for, as far as the code around it tells. */
  readonly events: readonly string[]
  /** It is built where the code serves another host, perhaps. */
  readonly guessed: boolean
  /** The branch that builds it. */
  readonly scope: FlowScope
}

/** A function of the file. */
export type FlowRoutine = {
  readonly node: SyntaxNode
  readonly name: string
  /** The class it is a method of, and so what its first parameter is. */
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
  /** What is given by the names in it: `Payload(**data)`. */
  readonly spread?: FlowValue
}

/** A field that a class declares, with what it holds by itself. */
export type RecordField = {
  readonly name: string
  readonly range: Range
  readonly node: SyntaxNode | undefined
  readonly value: FlowValue
}

/** How long a text of the payload is that guards look at, the text, or what came of asking one. */
export type ContentLevel = 'size' | 'text' | 'question'

/** What a value is that cannot be written, in words, and how it could be. */
export type Unwritable = {
  readonly what: string
  readonly fix: string
  /** It is written all the same, as this, in another language than Python. */
  readonly as?: LiteralAnswer
}

/** The way on which a value was chosen among others: where, and what went out before. */
export type Way = {
  readonly range: Range
  readonly errors?: StandardError
  readonly printed?: FlowPrinted | undefined
}

export type FlowValue =
  | {
      readonly kind: 'unknown'
      readonly content?: ContentLevel | undefined
      /** Only its type is known. */
      readonly type?: 'boolean' | 'list' | undefined
      /** It is nothing that can be written as JSON, or such stands behind its `.stdout`. */
      readonly raw?: Unwritable | undefined
      readonly holds?: Unwritable | undefined
    }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly node?: SyntaxNode | undefined
      readonly content?: ContentLevel | undefined
      readonly way?: Way
      readonly raw?: Unwritable | undefined
    }
  | {
      readonly kind: 'constant'
      readonly value: number | boolean | null
      readonly content?: ContentLevel | undefined
      /** Where a number is written. */
      readonly node?: SyntaxNode
      readonly way?: Way
      readonly raw?: Unwritable | undefined
      /** There is no such key where it is written out as JSON: `undefined`. */
      readonly absent?: true
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
  /** What stands on stdin, as a stream or as text. */
  | { readonly kind: 'stdin' }
  /** Something of the language or of a module: `sys.stdin`, `json.load`, `print`. */
  | { readonly kind: 'named'; readonly name: string }
  /** A method taken from a value. */
  | { readonly kind: 'method'; readonly of: FlowValue; readonly name: string }
  | {
      readonly kind: 'routine'
      readonly routine: FlowRoutine
      readonly self?: boolean
      /** It is called at these events alone: it was chosen by a field of the payload. */
      readonly events?: readonly string[]
    }
  /** A call that waits for the rest of its arguments: `partial(answer, "deny")`. */
  | { readonly kind: 'partial'; readonly of: FlowValue; readonly given: GivenArguments }
  | {
      readonly kind: 'class'
      readonly name: string
      /** What its instances hold, of a class that can be written out as a dict. */
      readonly fields?: readonly RecordField[]
      /** Its instances are dicts themselves. */
      readonly isDict?: boolean
    }
  | {
      readonly kind: 'instance'
      readonly name: string
      readonly record?: Dict | undefined
      /** It was created at these events alone. */
      readonly events?: readonly string[]
    }
  /** One of these. */
  | { readonly kind: 'either'; readonly of: readonly FlowValue[] }

/** The names of a function, or of one branch in it. */
export type FlowScope = {
  readonly names: Map<string, FlowValue>
  readonly above: FlowScope | undefined
  /** It belongs to the module itself, so that functions find its names whenever they were set. */
  readonly isModule?: boolean
  /** Of the scopes right below it the code goes through one alone. */
  isChoice?: true
  /** Where nothing was set before that choice, and nothing will be: the nearest scope above that may have names. */
  past?: FlowScope
  /** Whoever goes in there does not come to what follows. */
  isLeft?: true
}

export const UNKNOWN: FlowValue = { kind: 'unknown' }
/** What a question comes to: true or false. */
export const BOOLEAN: FlowValue = { kind: 'unknown', type: 'boolean' }
/** A list whose items are not known. */
export const LIST: FlowValue = { kind: 'unknown', type: 'list' }
/** All that a hook is given. */
export const PAYLOAD: FlowValue = { kind: 'payload', places: [{ path: [], sure: true, marks: [] }] }
export const NONE: FlowValue = { kind: 'constant', value: null }
/** What JavaScript leaves out when it writes JSON. */
export const ABSENT: FlowValue = { kind: 'constant', value: null, absent: true }

/** The value of a name, unless it is not in sight. */
export function lookUp(scope: FlowScope, name: string): FlowValue | undefined {
  for (let here: FlowScope | undefined = scope; here !== undefined; here = nextAbove(here)) {
    const value = here.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The scope in which a name is looked for next. */
export function nextAbove({ past, above }: FlowScope): FlowScope | undefined {
  return past ?? above
}

/** From here on the code goes one of several ways: of a scope without names none is looked up, however many follow. */
export function choose(scope: FlowScope): void {
  scope.isChoice = true
  if (scope.names.size === 0 && scope.above !== undefined) scope.past = scope.above.past ?? scope.above
}

/** The values a value may be. */
export function alternatives(value: FlowValue): readonly FlowValue[] {
  return value.kind === 'either' ? value.of : [value]
}

/** An empty value, as stands for a missing one: None, "", {}, []. */
export function isNothing(value: FlowValue): boolean {
  if (value.kind === 'constant') return value.value === null || value.value === false || value.value === 0
  if (value.kind === 'text') return value.text === ''
  if (value.kind === 'dict') return value.entries.length === 0 && !value.more
  return value.kind === 'list' && value.items.length === 0
}

/** A plain value, as a status or a word for one: which of several it is may say how the program ends. */
export type PlainValue = FlowValue & { readonly kind: 'text' | 'constant' }

export function isPlain(value: FlowValue): value is PlainValue {
  return value.kind === 'text' || value.kind === 'constant'
}

/** True or false on every way. */
export function isBoolean(value: FlowValue): boolean {
  return alternatives(value).every(
    (one) =>
      (one.kind === 'unknown' && one.type === 'boolean') ||
      (one.kind === 'constant' && typeof one.value === 'boolean'),
  )
}

/** Plain values that have come this way, each unless it has come another one before. */
export function onWay(value: FlowValue, way: Way): FlowValue {
  if (value.kind === 'either') return { kind: 'either', of: value.of.map((one) => onWay(one, way)) }
  return isPlain(value) && value.way === undefined ? { ...value, way } : value
}

/** Where the way of a plain value began; undefined of others. */
export function wayOf(value: FlowValue): number | undefined {
  return isPlain(value) ? value.way?.range.start : undefined
}
