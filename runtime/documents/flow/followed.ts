// The facts about a file that are known before its code is followed.

import type { Budget } from '../budget.ts'
import type { DocumentInput } from '../document.ts'

export type Followed = {
  readonly input: DocumentInput
  readonly budget: Budget
  /** Events of the whole file. */
  readonly events: readonly string[]
  /** False if it is not known whether this is a hook, and for which events. */
  readonly certain: boolean
  /** False if stdout may be redirected or replaced, so that nothing may be reported about output. */
  readonly plainOutput: boolean
  /** The events of hook classes by name. */
  readonly classEvents?: ReadonlyMap<string, readonly string[]>
  readonly printing: PrintingWords
  /** Reading standard input consumes it, so a second read gets nothing. */
  readonly readsOnce?: true
  /** A missing key is an error in this language, not an empty value. */
  readonly missingKeysFail?: true
  /** A comparison with a list on its left returns the matching items (PowerShell). */
  readonly filtersLists?: true
  /** The names of classes with evidence that they are hook classes. */
  readonly claimed?: ReadonlySet<string>
}

/** A language's messages about output that is not JSON, and the pattern of its error handlers (group 1: the errors). */
export type PrintingWords = {
  readonly bareDict: string
  readonly asJson: string
  readonly catches: RegExp
  /** A text passed as the exit status is printed to standard error, and the status is 1. */
  readonly statusText?: true
}
