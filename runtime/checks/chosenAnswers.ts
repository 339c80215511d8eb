// Answers in which the program chooses one value (`'ask' if … else 'deny'`): each choice is checked against what the
// calling hosts do with the answer that has it. Choices are checked one key at a time.

import type { Dialect } from '../contract/dialect.ts'
import { isObject } from '../contract/json.ts'
import type { Problem } from '../contract/problems.ts'
import type { LiteralAnswer, LiteralValue, Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import { ignoredAnswerProblem } from './ignoredAnswers.ts'

type Answer = Spot & { readonly kind: 'answer' }
type Choice = Spot & { readonly kind: 'value' }

/** A problem at each choice for which a host ignores the answer. */
export function chosenAnswerProblems(
  spots: readonly Spot[],
  view: View,
  dialect: Dialect,
): readonly Problem[] {
  const choices = spots.filter(isChoice)
  if (choices.length === 0) return []
  const answers = spots.filter((one): one is Answer => one.kind === 'answer')
  return choices.slice(0, MOST).flatMap((choice) => {
    const { side, range } = choice
    const events = 'events' in side ? side.events : []
    for (const answer of answers) {
      if (!events.every((event) => answer.events.includes(event))) continue
      // If the answer is ignored whatever is chosen, the choice is not to blame.
      if (ignoredAnswerProblem({ ...answer, events }, view, dialect).length > 0) continue
      const value =
        answer.value === undefined ? undefined : withChoice(answer.value, choice.path, choice.value)
      const found = value === undefined ? [] : ignoredAnswerProblem({ value, events, range }, view, dialect)
      if (found.length > 0) return found
    }
    return []
  })
}

// The name of an event is excluded: it is chosen by the current event or the host.
function isChoice(one: Spot): one is Choice {
  if (one.kind !== 'value' || one.side.of !== 'result') return false
  return one.chosen === true && one.sure && !/event_?name$/i.test(`${one.path.at(-1)}`)
}

/** The most choices that are checked; hand-written hooks have fewer. */
const MOST = 100

// Undefined where the answer has no such key, or its value is known already.
function withChoice(
  answer: LiteralAnswer,
  [key, ...more]: Choice['path'],
  value: LiteralValue,
): LiteralAnswer | undefined {
  if (typeof key !== 'string' || !Object.hasOwn(answer, key)) return undefined
  const before = answer[key]
  if (more.length === 0) return before === undefined ? { ...answer, [key]: value } : undefined
  const inner = isObject(before) ? withChoice(before as LiteralAnswer, more, value) : undefined
  return inner === undefined ? undefined : { ...answer, [key]: inner }
}
