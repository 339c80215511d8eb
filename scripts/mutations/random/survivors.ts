// Slips that a draw found and no test can notice, each with why: the code comes to the same with it.

export type Survivor = {
  readonly file: string
  /** The line as it is, without its indentation. */
  readonly code: string
  /** What the slip writes there. */
  readonly to: string
  readonly why: string
}

export const survivors: readonly Survivor[] = []
