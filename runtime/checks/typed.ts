// The problems that a file's typed view reports.

import { type Problem, problem } from '../contract/problems.ts'
import type { Typed } from '../documents/typed.ts'
import type { View } from '../project/view.ts'
import { answerFaultProblem } from './answerFaults.ts'
import { unknownFieldProblem } from './fields.ts'
import { problemsOf } from './spots.ts'

/** The problems of a typed view; none if there is no view. */
export function typedProblems(view: View, typed: Typed | undefined): readonly Problem[] {
  if (typed === undefined || view.role.kind !== 'hook') return []
  const { dialect } = view.role
  const found = [
    ...typed
      .faults()
      .flatMap((fault) =>
        fault.kind === 'unknown'
          ? unknownFieldProblem(fault, view, dialect)
          : answerFaultProblem(fault, view, dialect),
      ),
    ...typed.values().flatMap((spot) => problemsOf(spot, view, dialect)),
  ]
  return typed.isSlow() ? [tooSlow(view)] : found
}

function tooSlow({ path }: View): Problem {
  const message = 'Checking its types takes too long, so they are not checked.'
  return { ...problem('file.too-large', path, message), severity: 'info' }
}
