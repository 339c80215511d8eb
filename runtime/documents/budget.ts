// How much is spent on following one text, in steps: a node that is looked at, a part of a value that is copied, a spot
// that is told. One budget for all that follows a text, in every language, so that no combination of them costs more.
// What is left when it is spent is unknown: nobody who follows a text throws, waits, or claims anything then.

import type { Spot } from './spots.ts'

/** What any text may cost, however short it is. */
const BASE = 100_000
/** What each character adds: a long text has more to look at, and takes longer to parse as well. */
const PER_CHARACTER = 2

export class Budget {
  readonly #within: Budget | undefined
  #left: number
  #taken = 0

  constructor(steps: number, within?: Budget) {
    this.#left = steps
    this.#within = within
  }

  /** Takes steps. False once there are not so many left, and from then on: who is refused does without. */
  take(steps = 1): boolean {
    if (this.#left < steps || this.#within?.take(steps) === false) this.#left = -1
    if (this.#left < 0) return false
    this.#left -= steps
    this.#taken += steps
    return true
  }

  /** Steps for one question about the text, out of these. That they are spent says nothing of the others. */
  part(steps: number): Budget {
    return new Budget(steps, this)
  }

  get spent(): boolean {
    return this.#left < 0
  }

  get taken(): number {
    return this.#taken
  }
}

/** The budget of a text of this length. */
export function budgetFor({ length }: { readonly length: number }): Budget {
  return new Budget(BASE + PER_CHARACTER * length)
}

/** Spots of a text that was not followed to its end: places to complete and to find, and nothing is claimed of them. */
export function unproven(spots: readonly Spot[]): readonly Spot[] {
  return spots.flatMap((spot) =>
    spot.kind === 'answer' ? [] : 'sure' in spot && spot.sure ? [{ ...spot, sure: false }] : [spot],
  )
}
