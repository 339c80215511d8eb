// What is known at one place of a script: variables, arguments, what was read and printed on every way to here.
// Made by one walk; changed in place, and copied where ways part.

import type { Problem, Range } from '../../../contract/problems.ts'
import { HOLE, only, same, type Value } from './value.ts'

/** What was printed for certain on every way to here, the latest first. */
export type Printed = {
  readonly before: Printed | undefined
  readonly count: number
  /** Undefined where something may have been printed that nobody knows. */
  readonly value: Value | undefined
  /** All that was printed up to here on one way or the other, where ways met that had printed different things. */
  readonly either?: readonly (Printed | undefined)[]
  /** What is printed, where it is written out, or the command that prints it. */
  readonly range: Range
  /** Where the command ends. */
  readonly end: number
}

export type State = {
  vars: Map<string, Value>
  /** `$1` and on; undefined where nobody knows them. */
  args: readonly Value[] | undefined
  /** The events that are left after comparisons. */
  events: readonly string[] | undefined
  /** Whether standard input was read to its end: on no way, on some, on all. */
  input: 'fresh' | 'some' | 'spent'
  printed: Printed | undefined
  /** What was wrong with what was printed, on some way to here. */
  wrong: readonly Problem[]
  /** Standard output leads elsewhere for the rest of the script. */
  muted: boolean
  /** Fields that turned out empty on this way: what is read here may be another agent's name for them. */
  fallback: readonly number[]
}

export type Both = { readonly yes?: State | undefined; readonly no?: State | undefined }

/** The most that is remembered; what comes after is unknown. */
const MAX_VARS = 1000
const MAX_PRINTED = 64
const MAX_PARTS = 500

/** Sets the arguments; undefined where nobody knows them. */
export function setArgs(state: State, args: readonly Value[] | undefined): void {
  state.args = args === undefined || args.length > MAX_PARTS ? undefined : args
}

/** A state to go another way with. */
export function fork(state: State): State {
  return { ...state, vars: new Map(state.vars) }
}

export function setVar(state: State, name: string, value: Value): void {
  if (state.vars.size < MAX_VARS || state.vars.has(name))
    state.vars.set(name, value.length > MAX_PARTS ? HOLE : value)
}

/** The names that an arithmetic expression sets: `i++`, `total += 1`. */
export function setByArithmetic(text: string): readonly string[] {
  const found = text.matchAll(
    /([a-zA-Z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\+\+|--)\s*([a-zA-Z_]\w*)/g,
  )
  return [...found].map(([, before, after]) => before ?? after ?? '')
}

/** What an arithmetic expression sets is not worked out. */
export function forgetSet(state: State, text: string): void {
  for (const name of setByArithmetic(text)) setVar(state, name, HOLE)
}

/** Notes that something is printed; without a value, that something may be. */
export function print(state: State, value: Value | undefined, range: Range, end: number): void {
  const before = state.printed
  const count = (before?.count ?? 0) + 1
  // What is unknown takes up all that comes after it.
  if (count > MAX_PRINTED && before?.value === undefined && before?.either === undefined) return
  state.printed = { before, count, value: count > MAX_PRINTED ? undefined : value, range, end }
}

/** What holds on both ways. `differs` is told of values that do not agree. */
export function join(
  one: State | undefined,
  two: State | undefined,
  differs: (one: Value, two: Value) => void,
): State | undefined {
  if (one === undefined || two === undefined || one === two) return one ?? two
  for (const [name, value] of one.vars) {
    const other = two.vars.get(name)
    if (same(value, other)) continue
    if (other !== undefined) differs(value, other)
    one.vars.set(name, other === undefined ? perhaps(value) : HOLE)
  }
  for (const [name, value] of two.vars) if (!one.vars.has(name)) setVar(one, name, perhaps(value))
  const sameArgs =
    one.args === two.args ||
    (one.args?.length === two.args?.length &&
      one.args?.every((arg, at) => same(arg, two.args?.[at])) === true)
  if (!sameArgs) one.args = undefined
  if (one.events?.join() !== two.events?.join()) one.events = undefined
  if (one.input !== two.input) one.input = 'some'
  one.printed = common(one.printed, two.printed)
  one.muted ||= two.muted
  if (one.wrong !== two.wrong) one.wrong = [...new Set([...one.wrong, ...two.wrong])]
  one.fallback = one.fallback.filter((read) => two.fallback.includes(read))
  return one
}

/** What holds on all ways. */
export function joinAll(
  states: readonly (State | undefined)[],
  differs: (one: Value, two: Value) => void,
): State | undefined {
  return states.reduce((one, two) => join(one, two, differs), undefined)
}

// What only one way sets. On the other the environment may have set it, but most likely it is empty.
function perhaps(value: Value): Value {
  const part = only(value)
  return part?.kind === 'data' ? [{ ...part, sure: false, exact: false }] : HOLE
}

// What both ways printed first; then a gap, where one of them printed more.
function common(one: Printed | undefined, two: Printed | undefined): Printed | undefined {
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
export function listed(printed: Printed | undefined): readonly Printed[] {
  const found: Printed[] = []
  for (let one = printed; one !== undefined; one = one.before) found.push(one)
  return found.reverse()
}
