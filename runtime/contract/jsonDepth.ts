// How deeply a value is nested, told without recursion: depth decides whether it can be written, copied or judged.

/** How many levels a payload may have: beyond some thousands of them, nothing writes it as JSON or copies it. */
export const DEEPEST_PAYLOAD = 512

/**
 * Whether a value is nested more than `levels` deep, as JSON would write it; a cycle is. Does not recurse, and takes
 * linear time even if the value contains the same objects again and again.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  let seen = 0
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    seen += level.length
    if (seen > MOST_UNSHARED) return heightOf(value) > levels
    const below: unknown[] = []
    for (const one of level) for (const item of itemsOf(one)) below.push(item)
    level = below
  }
  return false
}

/** The values in an object or a list; none in bytes, of which there may be millions. */
export function itemsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? Object.values(value)
    : NO_ITEMS
}

const NO_ITEMS: readonly unknown[] = []

/** How many values are visited before it is noted which objects were. */
const MOST_UNSHARED = 20_000

// The height of every object is noted, because objects that share others may contain exponentially many.
function heightOf(value: unknown): number {
  const heights = new Map<unknown, number>()
  const way: { readonly object: object; readonly items: readonly unknown[]; at: number; height: number }[] =
    []
  let last = enter(value)
  while (way.length > 0 && last !== Number.POSITIVE_INFINITY) {
    const here = way.at(-1) as (typeof way)[number]
    if (last !== undefined) here.height = Math.max(here.height, last + 1)
    if (here.at < here.items.length) last = enter(here.items[here.at++])
    else {
      heights.set(here.object, here.height)
      way.pop()
      last = here.height
    }
  }
  return last ?? 0

  // The height where it is known; undefined where its items are looked at first; Infinity within itself.
  function enter(one: unknown): number | undefined {
    if (typeof one !== 'object' || one === null) return 0
    const known = heights.get(one)
    if (known !== undefined) return known
    heights.set(one, Number.POSITIVE_INFINITY)
    way.push({ object: one, items: itemsOf(one), at: 0, height: 0 })
    return undefined
  }
}
