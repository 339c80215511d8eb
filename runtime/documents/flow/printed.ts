// What was written to standard output on one path through the code.

import type { Range } from '../../contract/problems.ts'

export type FlowPrinted = {
  readonly kind: 'json' | 'text' | 'part'
  /** The first output that is not an answer, for a script that entries call. */
  readonly beside?: Range | undefined
  readonly range: Range
  /** All output so far, for a script that entries call; undefined if not known. */
  readonly text?: string | undefined
}
