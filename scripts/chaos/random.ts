// A seeded pseudo-random generator (mulberry32). Which process a fault hits still depends on the machine.

export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  pick<T>(from: readonly T[]): T
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { next, below, pick: (from) => from[below(from.length)] as (typeof from)[number] }
}
