// Errors in payloads and results: an Error in this process, `{ name, message, stack?, cause? }` everywhere else.

import { defined } from './defined.ts'
import { isObject, type Json } from './json.ts'

/** An Error as data. Anything that is not an Error passes through. */
export function errorToWire(value: unknown, depth = 0): Json {
  if (!(value instanceof Error)) return value as Json
  return {
    name: value.name,
    message: value.message,
    ...defined({ stack: value.stack }),
    ...(value.cause === undefined || depth > 4 ? {} : { cause: errorToWire(value.cause, depth + 1) }),
  }
}

/** An Error created from its wire form, so that a hook's `instanceof Error` and `.message` work. */
export function errorFromWire(value: unknown, depth = 0): unknown {
  if (!isObject(value) || typeof value.message !== 'string') return value
  const error = new Error(value.message)
  if (typeof value.name === 'string') error.name = value.name
  if (typeof value.stack === 'string') error.stack = value.stack
  // The stack of this call would be wrong about where the error was thrown.
  else delete error.stack
  if (value.cause !== undefined && depth <= 4) error.cause = errorFromWire(value.cause, depth + 1)
  return error
}

/** A copy of `value` with the named top-level fields mapped; the same reference when none is there. */
export function mapFields(
  value: unknown,
  fields: readonly string[] | undefined,
  map: (field: unknown) => unknown,
): unknown {
  if (fields === undefined || !isObject(value)) return value
  let copy: Record<string, unknown> | undefined
  for (const field of fields) {
    if (!Object.hasOwn(value, field)) continue
    const mapped = map(value[field])
    if (mapped === value[field]) continue
    copy ??= { ...value }
    copy[field] = mapped
  }
  return copy ?? value
}

/** A thrown value as text for users: one line, and the stack where there is one. Never throws. */
export function describeThrown(error: unknown): { readonly message: string; readonly stack: string } {
  try {
    if (!(error instanceof Error))
      return { message: `threw ${shown(error)}, which is not an Error`, stack: '' }
    const message = `${error.name}: ${error.message}`
    return { message, stack: typeof error.stack === 'string' ? error.stack : message }
  } catch {
    return { message: 'threw something that cannot be described', stack: '' }
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value)
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
