// Values while a program is followed, and what can be said about them. `undefined` is a value nobody knows.

import type { Range } from '../../contract/problems.ts'
import type { Comparison, Expr, Stmt, Target } from './program.ts'

export type Text = { readonly kind: 'text'; readonly text: string; readonly range?: Range | undefined }
export type List = { readonly kind: 'list'; readonly items: readonly Value[]; readonly paths?: number }
export type Routine = {
  readonly kind: 'routine'
  readonly params: Target
  readonly body: readonly Stmt[]
  readonly scopes: Scopes
}
export type Value = undefined | null | boolean | number | Text | List | Routine
export type Scope = Map<string, Value>
/** The names in sight, the program's own first, the innermost function's last. */
export type Scopes = readonly Scope[]

/** A string as a value. */
export function textOf(text: string, range?: Range): Text {
  return { kind: 'text', text, range }
}

function isText(value: Value): value is Text {
  return typeof value === 'object' && value !== null && value.kind === 'text'
}

export function isList(value: Value): value is List {
  return typeof value === 'object' && value !== null && value.kind === 'list'
}

export function isRoutine(value: Value): value is Routine {
  return typeof value === 'object' && value !== null && value.kind === 'routine'
}

/** True, false, or undefined when nobody knows. */
export function truth(value: Value): boolean | undefined {
  if (value === undefined) return undefined
  if (isText(value)) return value.text !== ''
  if (isList(value)) return value.items.length > 0
  return isRoutine(value) || Boolean(value)
}

// What printing the value gives; undefined when nobody knows.
function printed(value: Value): string | undefined {
  if (isText(value)) return value.text
  if (typeof value === 'number') return String(value)
  return undefined
}

/** A printable value as a text. */
export function asText(value: Value): Text | undefined {
  const text = printed(value)
  if (text === undefined) return undefined
  return isText(value) ? value : textOf(text)
}

const LONGEST = 100_000

/** Strings as one string, whose source range spans those of its parts that are more than white space. */
export function joined(parts: readonly Value[], between: string): Value {
  const texts = parts.map(printed)
  // An event's name is short; a text that doubles in a loop is not.
  if (texts.includes(undefined) || texts.reduce((sum, text = '') => sum + text.length, 0) > LONGEST)
    return undefined
  const ranges = parts.flatMap((part) => (isText(part) && part.text.trim() !== '' ? (part.range ?? []) : []))
  const start = Math.min(...ranges.map((range) => range.start))
  const end = Math.max(...ranges.map((range) => range.end))
  return textOf(texts.join(between), ranges.length === 0 ? undefined : { start, end })
}

/** A comparison of two values; undefined when nobody knows. */
export function compared(by: Comparison, left: Value, right: Value): boolean | undefined {
  if (by === 'in') return contains(right, left)
  const a = plain(left)
  const b = plain(right)
  if (a === undefined || b === undefined)
    return by === '==' || by === '!=' ? lists(by, left, right) : undefined
  if (by === '==') return a === b
  if (by === '!=') return a !== b
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  return by === '<' ? a < b : by === '<=' ? a <= b : by === '>' ? a > b : a >= b
}

function plain(value: Value): string | number | boolean | null | undefined {
  if (isText(value)) return value.text
  return typeof value === 'object' && value !== null ? undefined : value
}

// Lists of different length, or with one different item, are different even if other items are unknown.
function lists(by: '==' | '!=', left: Value, right: Value): boolean | undefined {
  if (!isList(left) || !isList(right)) return undefined
  if (left.items.length !== right.items.length) return by === '!='
  const items = left.items.map((item, i) => compared('==', item, right.items[i]))
  if (items.includes(false)) return by === '!='
  return items.includes(undefined) ? undefined : by === '=='
}

function contains(whole: Value, part: Value): boolean | undefined {
  if (isText(whole) && isText(part)) return whole.text.includes(part.text)
  if (!isList(whole)) return undefined
  const isOption = isText(part) && part.text.startsWith('-')
  const found = whole.items.map((item, i) =>
    isOption && i < (whole.paths ?? 0) ? false : compared('==', item, part),
  )
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false
}

/** An item of a list, counted from the end when negative; null when there is none. */
export function itemOf(of: Value, at: Value): Value {
  if (!isList(of) || typeof at !== 'number') return undefined
  return at < of.items.length && at >= -of.items.length ? of.items.at(at) : null
}

/** What is left of a list from an index on. */
export function sliceOf(of: Value, from: Value): Value {
  return isList(of) && typeof from === 'number' ? { kind: 'list', items: of.items.slice(from) } : undefined
}

/** How many items or characters there are. */
export function lengthOf(of: Value): Value {
  return isList(of) ? of.items.length : isText(of) ? of.text.length : undefined
}

/** Whether an exit status says that the program failed. */
export function failed(status: Value): boolean {
  if (isText(status)) return status.text !== '0'
  return typeof status === 'number' ? status !== 0 : status === true
}

/** A string made shorter, lower or upper. */
export function changed(how: 'trim' | 'lower' | 'upper', value: Value): Value {
  if (!isText(value)) return undefined
  if (how === 'trim') return textOf(value.text.trim(), value.range)
  return textOf(how === 'lower' ? value.text.toLowerCase() : value.text.toUpperCase(), value.range)
}

/** What each name of a target gets from a value; `null` where a list was too short. */
export function takenApart(target: Target, value: Value): readonly Taken[] {
  if (target.kind === 'name') return [{ name: target.name, value, otherwise: target.otherwise }]
  const { items, rest } = target
  const given = isList(value) ? value.items : undefined
  return items.flatMap((item, i) => {
    if (item === undefined) return []
    if (given === undefined) return takenApart(item, undefined)
    const behind = items.length - i
    if (i === rest)
      return takenApart(item, { kind: 'list', items: given.slice(i, given.length - behind + 1) })
    const at = rest !== undefined && i > rest ? given.length - behind : i
    return takenApart(item, at < given.length ? given[at] : null)
  })
}

export type Taken = { readonly name: string; readonly value: Value; readonly otherwise?: Expr | undefined }

/** The innermost scope that has the name. */
export function scopeOf(scopes: Scopes, name: string): Scope | undefined {
  return scopes.findLast((scope) => scope.has(name))
}

/** Sets a name where it stands, or where the program's own names are; `local`, in the innermost scope. */
export function setName(scopes: Scopes, name: string, value: Value, local: boolean): void {
  const scope = local ? scopes.at(-1) : (scopeOf(scopes, name) ?? scopes[0])
  scope?.set(name, value)
}
