// What is read from a data file, as each reader of a kind returns it.

import type { Claim } from '../../contract/claim.ts'
import type { Problem } from '../../contract/problems.ts'
import type { Spot } from '../spots.ts'

export type DataInput = { readonly path: string; readonly text: string }

/** The result of reading a data text. */
export type DataDocument = {
  readonly spots: readonly Spot[]
  readonly problems: readonly Problem[]
  readonly claim?: Claim
}
