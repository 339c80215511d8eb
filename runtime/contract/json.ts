// JSON values, the only data that crosses a process, a worker or a file, and functions that read, set and compare them.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json | undefined }

/** True for a plain object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is a plain object, else an empty object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/**
 * The row of a table for a word from outside: inherited properties such as `constructor` and `toString` are not rows.
 */
export function rowOf<Row>(table: Readonly<Record<string, Row>>, word: string): Row | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

/** The value at a dotted path (`tool_input.command`), own properties only; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value
  for (const key of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = (at as Record<string, unknown>)[key]
  }
  return at
}

/**
 * Sets a value at a dotted path; missing containers are created, as lists where the next key is a number, else as
 * objects.
 */
export function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  let inner = target
  for (const [index, key] of keys.entries()) {
    const own = Object.hasOwn(inner, key) ? inner[key] : undefined
    if (typeof own !== 'object' || own === null) inner[key] = /^\d+$/.test(keys[index + 1] ?? last) ? [] : {}
    inner = inner[key] as Record<string, unknown>
  }
  inner[last] = value
}

/**
 * Whether two values are equal data. Optimized for JSON values; anything else (an Error, a Map, a cycle or nesting
 * deeper than 600 levels) counts as different unless it is the same reference.
 */
export function sameJson(one: unknown, two: unknown, depth = 0): boolean {
  if (one === two) return true
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null)
    return Object.is(one, two)
  if (depth > 600) return false
  if (Array.isArray(one)) {
    if (!Array.isArray(two) || one.length !== two.length) return false
    for (let i = 0; i < one.length; i++) if (!sameJson(one[i], two[i], depth + 1)) return false
    return true
  }
  if (Array.isArray(two) || !isPlain(one) || !isPlain(two)) return false
  let count = 0
  // Plain objects inherit nothing enumerable, and unlike Object.keys this loop allocates no list.
  for (const key in one) {
    const a = (one as Record<string, unknown>)[key]
    const b = (two as Record<string, unknown>)[key]
    // A field that is undefined differs from a field that is absent.
    if ((a !== b || a === undefined) && !Object.hasOwn(two, key)) return false
    if (a !== b && !sameJson(a, b, depth + 1)) return false
    count++
  }
  for (const _ in two) count--
  return count === 0
}

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

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
