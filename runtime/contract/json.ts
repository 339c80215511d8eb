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

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
