// Restores the order of items that arrive in any order, holding only those that arrived early.

export type ReorderBuffer<T> = {
  /** Takes the item of a place, or undefined if the place has none; returns the items that are next in order. */
  take(place: number, item: T | undefined): readonly T[]
  /** The remaining items, whose predecessors never arrived, in order. */
  rest(): readonly T[]
  /** How many items wait for an earlier one. */
  readonly early: number
}

/** Starts with the place `first`. If more than `window` items wait, the missing places before them are skipped. */
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
