// What is known of a whole file before it is followed.

import type { Budget } from '../budget.ts'
import type { DocumentInput } from '../document.ts'

export type Followed = {
  readonly input: DocumentInput
  readonly budget: Budget
  /** Events of the whole file. */
  readonly events: readonly string[]
  /** False where nobody knows whether this is a hook, and for which events. */
  readonly certain: boolean
  /** False where stdout is not what it seems, and nothing may be said of what is printed. */
  readonly plainOutput: boolean
  /** The events of hook classes by name. */
  readonly classEvents?: ReadonlyMap<string, readonly string[]>
  readonly printing: PrintingWords
  /** Whatever reads standard input leaves nothing to read. */
  readonly readsOnce?: true
  /** A key that is not there is an error in this language, and not an empty value. */
  readonly missingKeysFail?: true
  /** A comparison with a list on its left gives those of its items that compare so. */
  readonly filtersLists?: true
  /** The hook classes that something shows to be meant as such. */
  readonly claimed?: ReadonlySet<string>
}

/** How a language is told that what it prints is no JSON, and where it catches errors: which, in the first group. */
export type PrintingWords = {
  readonly bareDict: string
  readonly asJson: string
  readonly catches: RegExp
  /** A text that is given as the status is said on standard error, and comes to status 1. */
  readonly statusText?: true
}
