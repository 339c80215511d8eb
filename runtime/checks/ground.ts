// The context in which a spot is checked.

import type { Dialect } from '../contract/dialect.ts'
import type { WalkedShape } from '../contract/walk.ts'
import type { View } from '../project/view.ts'

/** What is known at a spot. */
export type Ground = {
  readonly view: View
  readonly dialect: Dialect
  /** The events the spot is about; all known to the dialect. */
  readonly events: readonly string[]
  /** The shape of the spot's side (payload or result), for each of `events`. */
  readonly shapes: readonly WalkedShape[]
}
