// What types tell is wrong with a file, and what hosts make of the answers that its types find.

import type { Problem } from '../contract/problems.ts'
import type { Typed } from '../documents/typed.ts'
import type { View } from '../project/view.ts'
import { unknownFieldProblem } from './fields.ts'
import { weighedProblem } from './weighed.ts'

/** The problems of a typed view; none where there is none. */
export function typedProblems(view: View, typed: Typed | undefined): readonly Problem[] {
  if (typed === undefined) return []
  if (view.role.kind !== 'hook') return typed.problems()
  const { dialect } = view.role
  const unknown = typed.unknownFields().map((field) => unknownFieldProblem(field, view, dialect))
  const found = [...typed.problems(), ...unknown]
  const weighed = typed.answers().flatMap((answer) => {
    const { range } = answer
    const isSaid = found.some(
      (one) =>
        one.code.startsWith('result.') &&
        one.range !== undefined &&
        range.start <= one.range.start &&
        one.range.end <= range.end,
    )
    return isSaid ? [] : weighedProblem(answer, view, dialect)
  })
  return [...found, ...weighed]
}
