// The interface that the parts of the jq parser call each other by.

import type { JqScanner } from './scan.ts'
import type { Term } from './term.ts'

/** The scanner and the parse functions of one parser. */
export type Parsing = {
  readonly scan: JqScanner
  pipe(commas?: boolean): Term
  postfix(): Term
  primary(): Term
}
