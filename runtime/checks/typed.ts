// What types tell is wrong with a file, and what hosts make of the answers that its types find.

import type { Problem } from '../contract/problems.ts'
import type { Typed } from '../documents/typed.ts'
import type { View } from '../project/view.ts'
import { answerFaultProblem } from './answers.ts'
import { unknownFieldProblem } from './fields.ts'
import { ignoredAnswerProblem } from './ignoredAnswers.ts'
import { problemsOf } from './spots.ts'

/** The problems of a typed view; none where there is none. */
export function typedProblems(view: View, typed: Typed | undefined): readonly Problem[] {
  if (typed === undefined || view.role.kind !== 'hook') return []
  const { dialect } = view.role
  const found = [
    ...typed
      .faults()
      .map((fault) =>
        fault.kind === 'unknown'
          ? unknownFieldProblem(fault, view, dialect)
          : answerFaultProblem(fault, view, dialect),
      ),
    ...typed.values().flatMap((spot) => problemsOf(spot, view, dialect)),
  ]
  const weighed = typed.answers().flatMap((answer) => {
    const { range } = answer
    const isReported = found.some(
      (one) =>
        one.code.startsWith('result.') &&
        one.range !== undefined &&
        range.start <= one.range.start &&
        one.range.end <= range.end,
    )
    return isReported ? [] : ignoredAnswerProblem(answer, view, dialect)
  })
  return [...found, ...weighed]
}
