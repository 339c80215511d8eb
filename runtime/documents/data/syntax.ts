// Syntax problems of JSON data files.

import type { ProblemCode } from '../../contract/problemCodes.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { jsonTrouble, placeOf } from '../jsonTrouble.ts'
import type { JsonError } from './json.ts'

/** A problem for the first error, which usually causes the others. `ends`: the consequence, as a clause. */
export function syntaxProblems(
  [first]: readonly JsonError[],
  { path, text, code, ends }: { path: string; text: string; code: ProblemCode; ends: string },
): readonly Problem[] {
  if (first === undefined) return []
  const { error, range } = first
  const { what, repairs } = jsonTrouble(text, error, range)
  const message = `${placeOf(text, range.start)}: ${what}, so ${ends}.`
  return [problem(code, path, message, { range, repairs })]
}
