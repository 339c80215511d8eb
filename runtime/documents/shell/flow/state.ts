// The state at one place of a script: variables, arguments, and what was read and printed on every path to it. Belongs
// to one walk; changed in place, and copied where paths diverge.

import type { Range } from '../../../contract/problems.ts'
import type { Budget } from '../../budget.ts'
import { chosen } from './choices.ts'
import { commonGuards } from './guards.ts'
import { only, plain, type ShellValue, same, UNKNOWN_TEXT } from './value.ts'
import type { ShellPrinted, State } from './walk.ts'

/** The most that is tracked; everything beyond is unknown. */
const MAX_VARS = 1000
const MAX_PRINTED = 64
const MAX_PARTS = 500
const MAX_MISPLACED = 8
const MOST_ITEMS = 64

/** Sets the arguments; undefined where unknown. */
export function setArgs(state: State, args: readonly ShellValue[] | undefined): void {
  state.args = args === undefined || args.length > MAX_PARTS ? undefined : args
}

/** A copy of the state for another path. */
export function fork(state: State): State {
  state.shared = true
  return { ...state }
}

/** The variables, copied first if they are shared, so that a change affects only this path. */
export function ownVars(state: State): Map<string, ShellValue> {
  if (state.shared) {
    state.walk.script.budget.take(state.vars.size >> 2)
    state.vars = new Map(state.vars)
    state.shared = false
  }
  return state.vars as Map<string, ShellValue>
}

export function setVar(state: State, name: string, value: ShellValue): void {
  if (state.vars.size < MAX_VARS || state.vars.has(name))
    ownVars(state).set(name, value.length > MAX_PARTS ? UNKNOWN_TEXT : value)
  if (state.vars.has(countOf(name))) ownVars(state).set(countOf(name), UNKNOWN_TEXT)
  for (let at = 0; state.vars.has(itemOf(name, at)); at++) ownVars(state).set(itemOf(name, at), UNKNOWN_TEXT)
}

/** Sets an array to items that are known one by one; `any` is the value of each of them, for other uses. */
export function setItems(state: State, name: string, any: ShellValue, items: readonly ShellValue[]): void {
  setVar(state, name, any)
  if (items.length > MOST_ITEMS) return
  for (const [at, item] of items.entries()) setVar(state, itemOf(name, at), item)
}

/** The name under which one item of an array is kept: no name of a variable. */
export function itemOf(name: string, at: number): string {
  return `${name}[${at}]`
}

/** The name under which the number of items of an array is kept: no name of a variable. */
export function countOf(name: string): string {
  return `#${name}`
}

/** `$?` is that of another command from here on. */
export function forgetStatus(state: State): void {
  if (state.vars.has('?')) setVar(state, '?', UNKNOWN_TEXT)
}

/** The names that an arithmetic expression sets: `i++`, `total += 1`. */
export function setByArithmetic(text: string): readonly string[] {
  const found = text.matchAll(
    /(?<!\w)([a-zA-Z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\+\+|--)\s*([a-zA-Z_]\w*)/g,
  )
  return [...found].map(([, before, after]) => before ?? after ?? '')
}

/** Forgets the names an arithmetic expression sets; their values are not computed. */
export function forgetSet(state: State, text: string): void {
  for (const name of setByArithmetic(text)) setVar(state, name, UNKNOWN_TEXT)
}

/** Records that a value is printed; without a value, that something unknown may be printed. */
export function print(state: State, value: ShellValue | undefined, range: Range, end: number): void {
  const before = state.printed
  const count = (before?.count ?? 0) + 1
  // Unknown output absorbs all output after it.
  if (count > MAX_PRINTED && before?.value === undefined && before?.either === undefined) return
  state.printed = { before, count, value: count > MAX_PRINTED ? undefined : value, range, end }
}

/** Records that one of several values is printed. */
export function printOneOf(
  state: State,
  values: readonly ShellValue[],
  range: Range,
  end: number,
  whole: ShellValue,
): void {
  const { printed: before } = state
  const ways = values.map((value) => {
    state.printed = before
    print(
      state,
      value.every(({ kind }) => kind === 'unknown') && value.length > 0 ? undefined : value,
      range,
      end,
    )
    return state.printed
  })
  state.printed = before
  print(state, undefined, range, end)
  const count = state.printed?.count ?? 0
  if (state.printed !== undefined && count <= MAX_PRINTED) {
    const isByContent = whole.some(
      (part) => part.kind === 'unknown' && part.choices?.some((one) => one.byContent),
    )
    state.printed = { ...state.printed, either: ways, ...(isByContent && { choice: whole }) }
  }
}

/** The state where two paths merge: what holds on both. The walk records values that differ. */
export function join(one: State | undefined, two: State | undefined): State | undefined {
  if (one === undefined || two === undefined || one === two) return one ?? two
  // Nothing of a path that no event takes holds where it meets another one.
  if (isUntaken(one) !== isUntaken(two)) return isUntaken(one) ? two : one
  if (one.guards !== two.guards) one.guards = commonGuards(one.guards, two.guards, one.walk.script.budget)
  if (one.vars !== two.vars) joinVars(one, two)
  const sameArgs =
    one.args === two.args ||
    (one.args?.length === two.args?.length &&
      one.args?.every((arg, at) => same(arg, two.args?.[at])) === true)
  if (!sameArgs) one.args = undefined
  if (one.events === undefined || two.events === undefined) one.events = undefined
  else if (one.events !== two.events) one.events = [...new Set([...one.events, ...two.events])]
  if (one.input !== two.input) one.input = 'some'
  one.taken = takenOn(one.taken, two.taken)
  one.printed = common(one.printed, two.printed)
  if (one.stderr !== two.stderr) one.stderr = undefined
  if (one.misplaced !== two.misplaced)
    one.misplaced = [...new Set([...one.misplaced, ...two.misplaced])].slice(0, MAX_MISPLACED)
  if (one.logged !== two.logged) one.logged = undefined
  if (one.trapped !== two.trapped) one.trapped = undefined
  one.byContent &&= two.byContent
  // Where only one path sends output away, the other may print an answer.
  if (one.muted !== two.muted) one.muted = 'unknown'
  if (one.copied !== two.copied) one.copied = undefined
  if (one.hushed !== two.hushed) {
    one.hushed = false
    one.stderr = undefined
  }
  if (one.wrong !== two.wrong) one.wrong = [...new Set([...one.wrong, ...two.wrong])]
  if (one.fallback !== two.fallback) one.fallback = onBoth(one.fallback, two.fallback, one.walk.script.budget)
  return one
}

function isUntaken({ events }: State): boolean {
  return events?.length === 0
}

// After different numbers of lines, the next one is not known.
function takenOn(one: State['taken'], two: State['taken']): State['taken'] {
  if (one?.from === two?.from && one?.lines === two?.lines) return one
  const from = one?.from ?? two?.from
  return from && { from, lines: Number.POSITIVE_INFINITY }
}

function onBoth(one: readonly number[], two: readonly number[], budget: Budget): readonly number[] {
  if (one.length === 0 || two.length === 0) return []
  budget.take((one.length + two.length) >> 2)
  const others = new Set(two)
  return one.filter((read) => others.has(read))
}

function joinVars(one: State, two: State): void {
  one.walk.script.budget.take(one.vars.size >> 2)
  const at = { meeting: one.walk.meeting(), guards: one.guards }
  for (const [name, value] of one.vars) {
    const other = two.vars.get(name)
    if (same(value, other)) continue
    if (other !== undefined) one.walk.differ(value, other)
    ownVars(one).set(name, perhaps(value, other) ?? chosen([value, one], [other ?? UNKNOWN_TEXT, two], at))
  }
  for (const [name, value] of two.vars)
    if (!one.vars.has(name))
      setVar(one, name, perhaps(value, undefined) ?? chosen([UNKNOWN_TEXT, one], [value, two], at))
}

/** The state where several paths merge. */
export function joinAll(states: readonly (State | undefined)[]): State | undefined {
  return states.reduce((one, two) => join(one, two), undefined)
}

// A value that only one path sets. On the other path the environment may have set it, but it is most likely empty.
function perhaps(value: ShellValue, other: ShellValue | undefined): ShellValue | undefined {
  const part = other === undefined ? only(value) : undefined
  return part?.kind === 'data' ? [{ ...part, sure: false, defaults: undefined }] : undefined
}

// What both paths printed first; after it a gap, if one of them printed more.
function common(one: ShellPrinted | undefined, two: ShellPrinted | undefined): ShellPrinted | undefined {
  if (one === two) return one
  const longest = (one?.count ?? 0) >= (two?.count ?? 0) ? one : two
  let [left, right] = [one, two]
  while ((left?.count ?? 0) > (right?.count ?? 0)) left = left?.before
  while ((right?.count ?? 0) > (left?.count ?? 0)) right = right?.before
  while (left !== right) {
    left = left?.before
    right = right?.before
  }
  if (longest === undefined) return left
  return {
    before: left,
    count: (left?.count ?? 0) + 1,
    value: undefined,
    range: longest.range,
    end: longest.end,
    ...(longest.count > MAX_PRINTED ? {} : { either: [one, two] }),
  }
}

/** What was printed, in order. */
export function listed(printed: ShellPrinted | undefined): readonly ShellPrinted[] {
  const found: ShellPrinted[] = []
  for (let one = printed; one !== undefined; one = one.before) found.push(one)
  return found.reverse()
}

/** `shift` by one or more words; after an unknown number of them, the words are not known. */
export function shiftArgs(state: State, by: ShellValue | undefined): void {
  const count = by === undefined ? 1 : Number(plain(by))
  state.args = Number.isInteger(count) ? state.args?.slice(count) : undefined
}
