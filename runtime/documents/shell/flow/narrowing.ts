// Narrows a choice by a condition, together with the other variables that were set on the same paths.

import { textOfPaths } from '../../noteTexts.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { oneOf } from './choices.ts'
import { oneMore } from './guards.ts'
import { fork, ownVars } from './state.ts'
import { type Choice, only, plain, type ShellValue, type UnknownText } from './value.ts'
import type { Both, State } from './walk.ts'

/** The branches of a condition on a value with several possibilities; undefined where the possibilities are unknown. */
export function narrowedChoices(
  value: ShellValue,
  state: State,
  holds: (text: string) => boolean | undefined,
): Both | undefined {
  const part = only(value)
  if (part?.kind !== 'unknown' || part.choices === undefined) return undefined
  const answers = part.choices.map((choice) => {
    const text = plain(choice.value)
    return { choice, answer: text === undefined ? undefined : holds(text) }
  })
  const where = (wanted: boolean): readonly Choice[] =>
    answers.flatMap(({ choice, answer }) => (answer === undefined || answer === wanted ? [choice] : []))
  const [yes, no] = [where(true), where(false)]
  if (yes.length === 0) return { no: state }
  if (no.length === 0) return { yes: state }
  const other = fork(state)
  keep(part, yes, other)
  keep(part, no, state)
  return { yes: asOn(yes, other), no: asOn(no, state) }
}

// The paths that are kept may all depend on the content, and have written to standard error.
function asOn(kept: readonly Choice[], state: State): State {
  state.byContent ||= kept.every(({ byContent }) => byContent === true)
  state.stderr ??= textOfPaths(kept.map(({ stderr }) => stderr))
  return state
}

/** The value without the possibilities for which the predicate holds. */
export function without(value: ShellValue, holds: (text: string) => boolean | undefined): ShellValue {
  const part = only(value)
  if (part?.kind !== 'unknown' || part.choices === undefined) return value
  const left = part.choices.filter((choice) => {
    const text = plain(choice.value)
    return text === undefined || holds(text) !== true
  })
  return left.length === 1 && left[0] !== undefined ? left[0].value : oneOf(left, part.guards)
}

/** The two branches of an untracked condition, which may rule choices out. */
export function guarded(both: Both, test: SyntaxNode | undefined): Both {
  const { yes, no } = both
  // If the condition involves nothing of the script's own, it rules nothing out; if choices were narrowed, that is
  // tracked already.
  if (yes === undefined || no === undefined || yes.vars !== no.vars || !asksForOwn(test, yes)) return both
  const ways = { yes: yes === no ? fork(yes) : yes, no }
  ways.yes.guards = oneMore(ways.yes.guards)
  ways.no.guards = oneMore(ways.no.guards)
  return ways
}

function asksForOwn(test: SyntaxNode | undefined, { walk }: State): boolean {
  if (test === undefined) return false
  if (/[$`]|\(\(/.test(test.text)) return true
  return walk.script.functions.has(/^[!\s]*([\w-]+)/.exec(test.text)?.[1] ?? '')
}

// Also narrows the other variables to the paths that are kept.
function keep(part: UnknownText, kept: readonly Choice[], state: State): void {
  if (kept.length === part.choices?.length || !state.walk.script.budget.take(state.vars.size)) return
  for (const [name, value] of state.vars) {
    const own = only(value)
    if (own?.kind !== 'unknown' || own.choices === undefined) continue
    const left = own === part ? kept : own.choices.filter((choice) => kept.some((one) => agree(one, choice)))
    if (left.length === own.choices.length || left.length === 0) continue
    const [first] = left
    ownVars(state).set(name, left.length === 1 && first !== undefined ? first.value : oneOf(left, own.guards))
  }
}

// Whether they are on the same side of every merge that both went through.
function agree({ ways }: Choice, other: Choice): boolean {
  return ways.some((one) => other.ways.some((two) => !one.some((side) => two.includes(otherSide(side)))))
}

function otherSide(side: string): string {
  return `${side.slice(0, -1)}${side.endsWith('<') ? '>' : '<'}`
}
