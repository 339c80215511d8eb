// The context in which answers are checked: the events they answer, and the handler that returns them.

import type ts from '@typescript/old'
import type { Answering } from '../../../contract/expectedAnswers.ts'

/** What answers are checked against; `handler` returns them, without it they are printed. */
export type CheckedAnswers = Answering & {
  readonly checker: ts.TypeChecker
  readonly handler?: ts.SignatureDeclaration
}
