// Limits the work of following one text, in steps: a node visited, a part of a value copied, a spot reported. All
// analyses of a text share one budget, in every language, so no combination of them costs more. Once it is spent, the
// rest is unknown: no analysis throws, waits or claims anything.

import { type Spot, unsure } from './spots.ts'

/** The steps every text gets, however short it is. */
const BASE = 100_000
/** The steps each character adds: a long text has more nodes to visit, and takes longer to parse as well. */
const PER_CHARACTER = 2

export class Budget {
  readonly #within: Budget | undefined
  #left: number
  #taken = 0

  constructor(steps: number, within?: Budget) {
    this.#left = steps
    this.#within = within
  }

  /**
   * Takes steps. False once fewer than `steps` are left, and on every later call; the caller then leaves the work out.
   */
  take(steps = 1): boolean {
    if (this.#left < steps || this.#within?.take(steps) === false) this.#left = -1
    if (this.#left < 0) return false
    this.#left -= steps
    this.#taken += steps
    return true
  }

  /**
   * A budget for one question about the text, taken out of this one. When it is spent, this one may still have steps
   * left.
   */
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

/**
 * The spots of a text that was not followed to its end: kept for completion and navigation, with every claim removed.
 */
export function unproven(spots: readonly Spot[]): readonly Spot[] {
  return spots.flatMap((spot) => (spot.kind === 'answer' ? [] : [unsure(spot)]))
}
