// Puts what comes in any order back into the order of its places, holding no more than has come too early.

export type ReorderBuffer<T> = {
  /** Takes what belongs at a place, undefined where nothing does; gives those whose turn it is now. */
  take(place: number, item: T | undefined): readonly T[]
  /** Those that waited in vain, in order. */
  rest(): readonly T[]
  /** How many wait for an earlier one. */
  readonly early: number
}

/** Begins with the place `first`; once more than `window` wait, the places before them are waited for no longer. */
export function reorderBuffer<T>(first: number, window = Number.POSITIVE_INFINITY): ReorderBuffer<T> {
  const early = new Map<number, T | undefined>()
  let next = first
  return {
    take(place, item) {
      if (place === next && early.size === 0) {
        next++
        return item === undefined ? [] : [item]
      }
      early.set(place, item)
      if (early.size > window && !early.has(next)) next = Math.min(...early.keys())
      const ready: T[] = []
      while (early.has(next)) add(ready, next++)
      return ready
    },
    rest() {
      const left: T[] = []
      for (const place of [...early.keys()].sort((one, two) => one - two)) add(left, place)
      return left
    },
    get early() {
      return early.size
    },
  }

  function add(to: T[], place: number): void {
    const item = early.get(place)
    early.delete(place)
    if (item !== undefined) to.push(item)
  }
}
