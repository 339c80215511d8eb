// What can travel as JSON text: the only data that crosses a process, a worker or a file.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json | undefined }

/** True for a plain object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
 * Whether two values are the same data. Quick for JSON values; anything else (an Error, a Map, a cycle deeper
 * than any payload) counts as different unless it is the same reference.
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
  // Plain objects inherit nothing that this loop would show, and it makes no list of keys.
  for (const key in one) {
    const a = (one as Record<string, unknown>)[key]
    const b = (two as Record<string, unknown>)[key]
    // An undefined field is not the same as another field's absence.
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
