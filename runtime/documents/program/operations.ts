// The expressions whose value follows from the values of their parts alone.

import type { Expr } from './program.ts'
import { compared, itemOf, lengthOf, type ProgramValue, sliceOf, textOf, truthiness } from './values.ts'

export type ProgramOperation = Expr & {
  readonly kind: 'text' | 'known' | 'item' | 'slice' | 'length' | 'compare' | 'not'
}

/** The value of an operation, given how to find the values of its parts. */
export function evaluateOperation(of: ProgramOperation, value: (part: Expr) => ProgramValue): ProgramValue {
  switch (of.kind) {
    case 'text':
      return textOf(of.text, of.range)
    case 'known':
      return typeof of.value === 'string' ? textOf(of.value) : of.value
    case 'item':
      return itemOf(value(of.of), value(of.at))
    case 'slice':
      return sliceOf(value(of.of), value(of.from))
    case 'length':
      return lengthOf(value(of.of))
    case 'compare':
      return compared(of.by, value(of.left), value(of.right))
    case 'not': {
      const test = truthiness(value(of.of))
      return test === undefined ? undefined : !test
    }
  }
}
