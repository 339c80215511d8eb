// Values while a program is followed, and operations on them. `undefined` is an unknown value.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'

export type ProgramText = { readonly kind: 'text'; readonly text: string; readonly range?: Range | undefined }
/** `paths`: how many items at its front are paths of the program itself, which do not look like options. */
export type List = { readonly kind: 'list'; readonly items: readonly ProgramValue[]; readonly paths?: number }
export type ProgramRoutine = {
  readonly kind: 'routine'
  readonly node: SyntaxNode
  readonly scopes: ProgramScopes
}
/** A value loaded from a library, or derived from one: assumed to print nothing. `name`: its name, if known. */
export type Library = { readonly kind: 'library'; readonly name?: string }
export type ProgramValue = undefined | null | boolean | number | ProgramText | List | ProgramRoutine | Library
export type ProgramScope = Map<string, ProgramValue>
/** The visible scopes, the program's own first, the innermost function's last. */
export type ProgramScopes = readonly ProgramScope[]

/** A string as a value. */
export function textOf(text: string, range?: Range): ProgramText {
  return { kind: 'text', text, range }
}

function isText(value: ProgramValue): value is ProgramText {
  return typeof value === 'object' && value !== null && value.kind === 'text'
}

export function isList(value: ProgramValue): value is List {
  return typeof value === 'object' && value !== null && value.kind === 'list'
}

export function isRoutine(value: ProgramValue): value is ProgramRoutine {
  return typeof value === 'object' && value !== null && value.kind === 'routine'
}

export const LIBRARY: Library = { kind: 'library' }

export function isLibrary(value: ProgramValue): value is Library {
  return typeof value === 'object' && value?.kind === 'library'
}

/** True, false, or undefined when unknown. */
export function truthiness(value: ProgramValue): boolean | undefined {
  if (value === undefined || isLibrary(value)) return undefined
  if (isText(value)) return value.text !== ''
  if (isList(value)) return value.items.length > 0
  return isRoutine(value) || Boolean(value)
}

// The printed form of a value; undefined when unknown.
function printed(value: ProgramValue): string | undefined {
  if (isText(value)) return value.text
  if (typeof value === 'number') return String(value)
  return undefined
}

/** A printable value as a text. */
export function asText(value: ProgramValue): ProgramText | undefined {
  const text = printed(value)
  if (text === undefined) return undefined
  return isText(value) ? value : textOf(text)
}

const LONGEST = 100_000

/** Joins strings; the source range spans the parts that are not blank. */
export function joined(parts: readonly ProgramValue[], between: string): ProgramValue {
  const texts = parts.map(printed)
  // Event names are short; a text that doubles in a loop is not.
  if (texts.includes(undefined) || texts.reduce((sum, text = '') => sum + text.length, 0) > LONGEST)
    return undefined
  const ranges = parts.flatMap((part) => (isText(part) && part.text.trim() !== '' ? (part.range ?? []) : []))
  const start = Math.min(...ranges.map((range) => range.start))
  const end = Math.max(...ranges.map((range) => range.end))
  return textOf(texts.join(between), ranges.length === 0 ? undefined : { start, end })
}

const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in'] as const

type Comparison = (typeof COMPARISONS)[number]

export function isComparison(operator: string | undefined): operator is Comparison {
  return COMPARISONS.some((one) => one === operator)
}

/** A comparison of two values; undefined when unknown. */
export function compared(by: Comparison, left: ProgramValue, right: ProgramValue): boolean | undefined {
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

function plain(value: ProgramValue): string | number | boolean | null | undefined {
  if (isText(value)) return value.text
  return typeof value === 'object' && value !== null ? undefined : value
}

// Lists of different length, or with one different item, are unequal even if other items are unknown.
function lists(by: '==' | '!=', left: ProgramValue, right: ProgramValue): boolean | undefined {
  if (!isList(left) || !isList(right)) return undefined
  if (left.items.length !== right.items.length) return by === '!='
  const items = left.items.map((item, i) => compared('==', item, right.items[i]))
  if (items.includes(false)) return by === '!='
  return items.includes(undefined) ? undefined : by === '=='
}

function contains(whole: ProgramValue, part: ProgramValue): boolean | undefined {
  if (isText(whole) && isText(part)) return whole.text.includes(part.text)
  if (!isList(whole)) return undefined
  const isOption = isText(part) && part.text.startsWith('-')
  const found = whole.items.map((item, i) =>
    isOption && i < (whole.paths ?? 0) ? false : compared('==', item, part),
  )
  return found.includes(true) ? true : found.includes(undefined) ? undefined : false
}

/** An item of a list, counted from the end when negative; null when there is none. */
export function itemOf(of: ProgramValue, at: ProgramValue): ProgramValue {
  if (!isList(of) || typeof at !== 'number') return undefined
  return at < of.items.length && at >= -of.items.length ? of.items.at(at) : null
}

/** The part of a list from an index on. */
export function sliceOf(of: ProgramValue, from: ProgramValue): ProgramValue {
  return isList(of) && typeof from === 'number' ? { kind: 'list', items: of.items.slice(from) } : undefined
}

/** The number of items or characters. */
export function lengthOf(of: ProgramValue): ProgramValue {
  return isList(of) ? of.items.length : isText(of) ? of.text.length : undefined
}

/** Whether an exit status means that the program failed. */
export function failed(status: ProgramValue): boolean {
  if (isText(status)) return status.text !== '0'
  return typeof status === 'number' ? status !== 0 : status === true
}

/** The innermost scope that has the name. */
export function scopeOf(scopes: ProgramScopes, name: string): ProgramScope | undefined {
  return scopes.findLast((scope) => scope.has(name))
}

/** Sets a name in the scope that has it, or else in the program's own; if `local`, in the innermost scope. */
export function setName(scopes: ProgramScopes, name: string, value: ProgramValue, local: boolean): void {
  const scope = local ? scopes.at(-1) : (scopeOf(scopes, name) ?? scopes[0])
  scope?.set(name, value)
}
