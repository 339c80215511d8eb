// The state that the parts of the jq parser share.

import type { JqScanner } from './scan.ts'
import type { Term } from './term.ts'

/** What the parts of the parser ask of each other. */
export type Parsing = {
  readonly scan: JqScanner
  pipe(commas?: boolean): Term
  postfix(): Term
  primary(): Term
}
