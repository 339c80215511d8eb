// What went to standard output on one way through the code.

import type { Range } from '../../contract/problems.ts'

export type FlowPrinted = {
  readonly kind: 'json' | 'text' | 'part'
  /** The first that is no answer, where entries call the script. */
  readonly beside?: Range | undefined
  readonly range: Range
  /** All that was printed up to there, of a called script; undefined where nobody can say. */
  readonly text?: string | undefined
}
