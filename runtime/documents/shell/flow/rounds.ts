// The values of variables at the start of any iteration of a loop whose body is walked once: those before the loop, and
// stand-ins for what an earlier iteration has set. After the walk, the assignments themselves are known, and the
// stand-ins are removed.

import { named, type SyntaxNode } from '../../treeSitter.ts'
import { oneOf } from './choices.ts'
import { setVar } from './state.ts'
import { type Choice, only, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Context, State } from './walk.ts'
import { evaluate } from './words.ts'

/** The assignments in a loop, by name. */
export type InLoop = ReadonlyMap<string, readonly SyntaxNode[] | undefined>

export type Rounds = {
  /** The values before the loop of the names whose later values are known. */
  readonly before: ReadonlyMap<string, ShellValue>
  /** Marks the stand-ins. */
  readonly way: string
}

/** Values of a variable that only records whether something was found. */
const FLAG = /^(?:|\d{1,3}|true|false|yes|no)$/

/** Sets every name of a loop to the values that it may have at the start of an iteration. */
export function startRounds(names: InLoop, state: State, context: Context): Rounds {
  const before = new Map<string, ShellValue>()
  const way = `${state.walk.meeting()}=`
  const own = [...names.keys()].filter((name) => name !== '@' && state.vars.has(name))
  for (const name of own) {
    const value = state.vars.get(name) ?? UNKNOWN_TEXT
    const later = laterValues(names.get(name), state, context)
    const all = later === undefined || plain(value) === undefined ? undefined : [value, ...later]
    // Which values of several variables belong together is not known, unless they are only flags.
    const isTracked = own.length === 1 || all?.every((one) => FLAG.test(plain(one) ?? '…')) === true
    if (all === undefined || !isTracked) {
      setVar(state, name, UNKNOWN_TEXT)
      continue
    }
    before.set(name, value)
    const choices = all.map((one, at) => choiceOf(one, at === 0 ? [] : [way]))
    setVar(state, name, oneOf(choices, state.guards))
  }
  if (names.has('@')) state.args = undefined
  return { before, way }
}

function choiceOf(value: ShellValue, way: readonly string[]): Choice {
  return { value, stderr: undefined, events: undefined, ways: [way] }
}

function laterValues(
  assignments: readonly SyntaxNode[] | undefined,
  state: State,
  context: Context,
): readonly ShellValue[] | undefined {
  return assignments?.map((one) => {
    const value = one.children.find(({ field }) => field === 'value')
    return value === undefined || !isLiteral(value) ? UNKNOWN_TEXT : evaluate(value, state, context)
  })
}

function isLiteral(node: SyntaxNode): boolean {
  return (
    /^(?:word|number|raw_string|string)$/.test(node.type) &&
    named(node).every(({ type }) => type === 'string_content')
  )
}

/** Gives the names the values they have where the loop does not run. */
export function withoutRounds({ before }: Rounds, state: State | undefined): State | undefined {
  if (state !== undefined) for (const [name, value] of before) setVar(state, name, value)
  return state
}

/** Removes the stand-ins after the body: what they stand for has been walked. */
export function endRounds({ before, way }: Rounds, state: State | undefined): State | undefined {
  if (state === undefined) return undefined
  for (const name of before.keys()) {
    const part = only(state.vars.get(name) ?? UNKNOWN_TEXT)
    if (part?.kind !== 'unknown' || part.choices === undefined) continue
    const left = part.choices.flatMap((choice) => {
      const ways = choice.ways.filter((one) => !one.includes(way))
      return ways.length === 0 ? [] : [{ ...choice, ways }]
    })
    const [first] = left
    if (first !== undefined) setVar(state, name, left.length === 1 ? first.value : oneOf(left, part.guards))
  }
  return state
}
