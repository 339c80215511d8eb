// Overrides payload fields, as `--set path=value` does. Works on copies.

/** A request that cannot be fulfilled; the message is meant for the user. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest'
}

/** Limits of one request. Payloads that are nested deeper are refused wherever they come from. */
const MOST_SET = 1000
const MOST_STEPS = 500

/** Parses `path=value` texts. A value that is valid JSON is parsed, any other is used as text. Throws a BadRequest. */
export function parseSet(texts: readonly string[]): Readonly<Record<string, unknown>> {
  if (texts.length > MOST_SET) throw new BadRequest(`--set: at most ${MOST_SET} values can be set at once`)
  return Object.fromEntries(texts.map(parseOne))
}

/** A copy of the payload with each path set. `a\.b` is one field with a dot in its name. Throws a BadRequest. */
export function withSet(payload: unknown, set: Readonly<Record<string, unknown>>): unknown {
  if (Object.keys(set).length > MOST_SET)
    throw new BadRequest(`--set: at most ${MOST_SET} values can be set at once`)
  let copy = payload
  for (const [path, value] of Object.entries(set)) copy = setAt(copy, segments(path), value, path)
  return copy
}

/** The value at a path, or undefined. Throws a BadRequest. */
export function valueAtPath(payload: unknown, path: string): unknown {
  return segments(path).reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    payload,
  )
}

function parseOne(text: string): readonly [string, unknown] {
  const at = text.indexOf('=')
  if (at < 1) throw new BadRequest(`--set ${text}: expected path=value, as in --set tool_input.command=ls`)
  const path = text.slice(0, at).trim()
  segments(path)
  return [path, jsonOrText(text.slice(at + 1))]
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function segments(path: string): readonly string[] {
  const keys = path.split(/(?<!\\)\./, MOST_STEPS + 1)
  if (keys.length > MOST_STEPS)
    throw new BadRequest(`--set ${path.slice(0, 40)}…: a path has at most ${MOST_STEPS} parts`)
  if (keys.includes('')) throw new BadRequest(`--set ${path}: a part of the path is empty`)
  return keys.map((key) => key.replaceAll('\\.', '.'))
}

function setAt(value: unknown, [key, ...rest]: readonly string[], to: unknown, path: string): unknown {
  if (key === undefined) return to
  if (Array.isArray(value)) {
    const index = /^\d{1,9}$/.test(key) ? Number(key) : Number.NaN
    if (!(index <= value.length)) {
      throw new BadRequest(`--set ${path}: \`${key}\` is not an index of an array of length ${value.length}`)
    }
    const list: unknown[] = [...value]
    list[index] = setAt(value[index], rest, to, path)
    return list
  }
  if (typeof value !== 'object' && value !== undefined) {
    throw new BadRequest(
      `--set ${path}: cannot set \`${key}\` in ${JSON.stringify(value)}, which has no fields`,
    )
  }
  const fields: Record<string, unknown> = { ...value }
  const old = Object.hasOwn(fields, key) ? fields[key] : undefined
  // Not an assignment, because a field may be named `__proto__`.
  Object.defineProperty(fields, key, {
    value: setAt(old, rest, to, path),
    enumerable: true,
    writable: true,
    configurable: true,
  })
  return fields
}
