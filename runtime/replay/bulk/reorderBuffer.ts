// Puts answers that come in any order back into the order of their places, holding no more than have come too early.

export type ReorderBuffer<T> = {
  /** Takes the answer for a place, from 0; undefined for a place with nothing to tell. */
  take(place: number, answer: T | undefined): void
  /** How many answers wait for an earlier one. */
  readonly early: number
}

export function reorderBuffer<T>(tell: (answer: T) => void): ReorderBuffer<T> {
  const early = new Map<number, T | undefined>()
  let next = 0
  return {
    take(place, answer) {
      if (place !== next) {
        early.set(place, answer)
        return
      }
      next++
      if (answer !== undefined) tell(answer)
      while (early.size > 0 && early.has(next)) {
        const later = early.get(next)
        early.delete(next++)
        if (later !== undefined) tell(later)
      }
    },
    get early() {
      return early.size
    },
  }
}
