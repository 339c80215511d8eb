// What the check of a jq program throws.

import type { Range } from '../../contract/problems.ts'

/** The syntax error at which jq stops. */
export class SyntaxFault extends Error {
  readonly range: Range
  constructor(range: Range) {
    super('syntax')
    this.range = range
  }
}

/** Thrown where versions of jq may differ. */
export class Undecided extends Error {}
