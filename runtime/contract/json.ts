// What can travel as JSON text: the only data that crosses a process, a worker or a file.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [key: string]: Json | undefined }

/** True for a plain object: not null, not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value where it is a plain object, else an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {}
}

/** What a table says of a word that somebody else wrote: `constructor` and `toString` are no rows of it. */
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

/** Sets a value at a dotted path; where nothing stands on the way there, objects and, before a number, lists are made. */
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

/** Whether a value is nested deeper than so many levels. Never recurses. */
export function isDeeper(value: unknown, levels: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true
    const below: unknown[] = []
    for (const one of level)
      if (typeof one === 'object' && one !== null) for (const item of Object.values(one)) below.push(item)
    level = below
  }
  return false
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

type ExactJson = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
}
// In every Node that Hookbench runs on, and not yet in TypeScript's library.
const exact = JSON as unknown as ExactJson

/**
 * JSON text as a value in which each whole number that no double holds (beyond 2^53), or that none reaches, stays what
 * was written: an object that JSON.stringify writes as that number. For what is handed on as JSON text and no other way.
 */
export function parseExact(text: string): unknown {
  return exact.parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    (Number.isInteger(value) || !Number.isFinite(value))
      ? exact.rawJSON(source as string)
      : value,
  )
}

/** The text of a number that `parseExact` kept as it was; undefined for any other value. */
export function exactNumber(value: unknown): string | undefined {
  return exact.isRawJSON(value) ? value.rawJSON : undefined
}
