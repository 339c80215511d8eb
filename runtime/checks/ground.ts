// What a spot is judged by.

import type { Dialect } from '../contract/dialect.ts'
import type { WalkedShape } from '../contract/walk.ts'
import type { View } from '../project/view.ts'

/** What is known where a spot stands. */
export type Ground = {
  readonly view: View
  readonly dialect: Dialect
  /** The events meant, every one known to the dialect. */
  readonly events: readonly string[]
  /** The shape of the side that is meant, for each of `events`. */
  readonly shapes: readonly WalkedShape[]
}
