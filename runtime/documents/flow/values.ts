// What is known about a value while a hook's code is followed: that it comes out of the payload, and from where;
// that it is an answer in the making; that it is a name of the language. Everything else is unknown.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import type { Quote } from '../spots.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import type { Mark } from './found.ts'

/** A place in the payload that a value was taken from. */
export type FlowPlace = {
  readonly path: Path
  /** False where the value may have come from somewhere else as well. */
  readonly sure: boolean
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
}

/** A dict (or HookResult) that the hook builds; what is done to it later is added. */
export type Dict = {
  readonly kind: 'dict'
  readonly node: SyntaxNode
  readonly entries: Entry[]
  /** More keys may be in it than were seen. */
  more: boolean
  /** The events that it is built for, as far as the code around it tells. */
  readonly events: readonly string[]
  /** It is built where the code serves another host, perhaps. */
  readonly guessed: boolean
}

/** A function of the file. */
export type FlowRoutine = {
  readonly node: SyntaxNode
  readonly name: string
  /** The class it is a method of, and so what its first parameter is. */
  readonly owner: string | undefined
  readonly scope: FlowScope
}

/** A field that a class declares, with what it holds by itself. */
export type RecordField = {
  readonly name: string
  readonly range: Range
  readonly node: SyntaxNode | undefined
  readonly value: FlowValue
}

/** A text of the payload that guards look at, or what came of asking one. */
export type ContentLevel = 'text' | 'question'

export type FlowValue =
  | { readonly kind: 'unknown'; readonly content?: ContentLevel | undefined }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly node?: SyntaxNode | undefined
      readonly content?: ContentLevel | undefined
    }
  | {
      readonly kind: 'constant'
      readonly value: number | boolean | null
      readonly content?: ContentLevel | undefined
      /** Where the `return` begins that gave it, of a number that may become the program's status. */
      readonly from?: number
      /** There is no such key where it is written out as JSON: `undefined`. */
      readonly absent?: true
    }
  | { readonly kind: 'payload'; readonly places: readonly FlowPlace[] }
  /** `.keys()`, `.items()` of a place. */
  | { readonly kind: 'keys' | 'items'; readonly of: FlowValue }
  | Dict
  | { readonly kind: 'list'; readonly node?: SyntaxNode; readonly items: readonly FlowValue[] }
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
}

export const UNKNOWN: FlowValue = { kind: 'unknown' }
export const NONE: FlowValue = { kind: 'constant', value: null }
/** What JavaScript leaves out when it writes JSON. */
export const ABSENT: FlowValue = { kind: 'constant', value: null, absent: true }

/** The value of a name, unless it is not in sight. */
export function lookUp(scope: FlowScope, name: string): FlowValue | undefined {
  for (let here: FlowScope | undefined = scope; here !== undefined; here = here.above) {
    const value = here.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
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

// The same value for all that is known.
function same(one: FlowValue, two: FlowValue): boolean {
  if (one === two) return true
  if (one.kind === 'payload' && two.kind === 'payload')
    return (
      one.places.length === two.places.length &&
      one.places.every((place, i) => samePlace(place, two.places[i]))
    )
  if (one.kind !== two.kind) return false
  if (one.kind === 'stdin') return true
  return (
    describe(one) === describe(two) && one.kind !== 'dict' && one.kind !== 'list' && one.kind !== 'either'
  )
}

function samePlace(one: FlowPlace, two: FlowPlace | undefined): boolean {
  return two !== undefined && one.path.join('\0') === two.path.join('\0') && one.sure === two.sure
}

const MOST = 48

/** What a value is that comes from one of two sides. */
export function join(one: FlowValue, two: FlowValue): FlowValue {
  if (same(one, two)) return one
  const payload = (value: FlowValue): boolean => value.kind === 'payload'
  if (payload(one) && isNothing(two)) return one
  if (payload(two) && isNothing(one)) return two
  if (one.kind === 'payload' && two.kind === 'payload') return eitherPlace(one.places, two.places)
  const all = [...new Set([...alternatives(one), ...alternatives(two)])]
  const useful = all.filter(({ kind }) => kind !== 'payload')
  const isChoice = all.every(({ kind }) => kind === 'text') || all.every(isNumber)
  if (!isChoice && !useful.some(({ kind }) => WORTH.has(kind))) return unknownOf(one, two)
  return all.length > MOST ? unknownOf(one, two) : { kind: 'either', of: useful }
}

// What came of asking a text on one of two ways came of it on both.
function unknownOf(...sides: readonly FlowValue[]): FlowValue {
  const contents = sides.flatMap((one) => ('content' in one ? (one.content ?? []) : []))
  const content = contents.find((one) => one === 'question') ?? contents[0]
  return content === undefined ? UNKNOWN : { kind: 'unknown', content }
}

function isNumber(value: FlowValue): boolean {
  return value.kind === 'constant' && typeof value.value === 'number'
}

const WORTH: ReadonlySet<FlowValue['kind']> = new Set([
  'dict',
  'list',
  'json',
  'routine',
  'stdin',
  'class',
  'instance',
])

/** What a value is that comes from one of these sides. */
export function joinAll([first = UNKNOWN, ...rest]: readonly FlowValue[]): FlowValue {
  return rest.reduce(join, first)
}

/** Adds what a name holds as well. */
export function joinInto(names: Map<string, FlowValue>, name: string, value: FlowValue): void {
  const before = names.get(name)
  names.set(name, before === undefined ? value : join(before, value))
}

/** A value of one of several places; nothing is sure about it. */
export function eitherPlace(one: readonly FlowPlace[], two: readonly FlowPlace[]): FlowValue {
  const places = new Map<string, FlowPlace>()
  for (const place of [...one, ...two]) places.set(place.path.join('\0'), { ...place, sure: false })
  return { kind: 'payload', places: [...places.values()].slice(0, 4) }
}

/** What all callers pass: the same place, or nobody can say. */
export function agree(one: FlowValue, two: FlowValue): FlowValue {
  return one.kind === 'payload' && two.kind === 'payload' && !same(one, two) ? UNKNOWN : join(one, two)
}

const MOST_PARTS = 256

/** What a value is made of, in a text: two values that follow alike have the same. Of large ones only the beginning. */
export function describe(value: FlowValue, depth = 0, left = { parts: MOST_PARTS }): string {
  if (depth > 4 || --left.parts < 0) return '…'
  const inner = (one: FlowValue): string => describe(one, depth + 1, left)
  const all = (values: readonly FlowValue[]): string => values.slice(0, MOST_PARTS).map(inner).join()
  switch (value.kind) {
    case 'text':
      return `text ${value.text}`
    case 'constant':
      return `constant ${value.absent === true ? 'absent' : value.value} ${value.from ?? ''}`
    case 'payload':
      return `payload ${value.places.map(({ path, sure }) => `${path.join('.')}${sure}`).join('|')}`
    case 'keys':
    case 'items':
    case 'json':
      return `${value.kind}(${inner(value.of)})`
    case 'dict':
      return `dict ${value.node.start} ${value.entries.length} ${value.events.length}`
    case 'list':
      return `list(${all(value.items)})`
    case 'instance':
      return `instance ${value.name} ${value.record === undefined ? '' : inner(value.record)} ${value.events ?? ''}`
    case 'named':
    case 'class':
      return `${value.kind} ${value.name}`
    case 'method':
      return `method(${inner(value.of)}) ${value.name}`
    case 'routine':
      return `routine ${value.routine.node.start} ${value.events ?? ''}`
    case 'either':
      return `either(${all(value.of)})`
    case 'unknown':
      return `unknown ${value.content ?? ''}`
    default:
      return value.kind
  }
}
