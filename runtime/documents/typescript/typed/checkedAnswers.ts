// Answers as they are checked: of which handler, and against what.

import type ts from '@typescript/old'
import type { Answering } from '../../../contract/expectedAnswers.ts'

/** What answers are checked against: what may be answered, and the handler that returns them; others are printed. */
export type CheckedAnswers = Answering & {
  readonly checker: ts.TypeChecker
  readonly handler?: ts.SignatureDeclaration
}
