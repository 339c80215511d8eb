// Payloads with parts that cannot be sent to a thread (functions, symbols, promises): removes those parts, and puts
// them back into an answer, so that the hook still runs and the agent keeps its functions.

import type { EventRecord } from '../../contract/eventRecord.ts'
import { isObject } from '../../contract/json.ts'

type Left = { readonly path: readonly string[]; readonly value: unknown; readonly kind: string }

export type LeftOut = {
  /** The payload without the parts that cannot be copied. */
  readonly payload: unknown
  readonly left: readonly Left[]
}

const NAMED = 5

/** The value without parts that cannot be copied; shared and circular references are preserved. */
export function withoutUncopyable(value: unknown): LeftOut {
  const left: Left[] = []
  const seen = new Map<object, unknown>()
  return { payload: copy(value, []), left }

  function copy(item: unknown, path: readonly string[]): unknown {
    const kind = uncopyable(item)
    if (kind !== undefined) {
      left.push({ path, value: item, kind })
      return undefined
    }
    if (!isContainer(item)) return item
    const known = seen.get(item)
    if (known !== undefined) return known
    const own: Record<string, unknown> | unknown[] = Array.isArray(item) ? [] : {}
    seen.set(item, own)
    for (const [key, part] of Object.entries(item)) {
      const copied = copy(part, [...path, key])
      if (copied === undefined && part !== undefined && !Array.isArray(own)) continue
      Object.defineProperty(own, key, { value: copied, enumerable: true, writable: true, configurable: true })
    }
    return own
  }
}

/** A one-line note for the user; undefined if nothing was left out. */
export function leftOutNote({ left }: LeftOut): string | undefined {
  if (left.length === 0) return undefined
  const named = left.slice(0, NAMED).map(({ path, kind }) => `${path.join('.')} (${kind})`)
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : ''
  return `was left out of the payload, because it cannot be copied to the worker of a hook: ${named.join(', ')}${more}`
}

/** Restores the left-out parts in an answer that is a payload; other answers are returned unchanged. */
export function putBack(answer: unknown, { left }: LeftOut, record: EventRecord): unknown {
  const { anyOf = [] } = record.result as { anyOf?: readonly unknown[] }
  return [record.result, ...anyOf].includes(record.payload) ? putBackFields(answer, left) : answer
}

/** Same for payload fields that are carried over on their own. */
export function putBackFields<T>(fields: T, left: readonly Left[]): T {
  for (const { path, value } of left) {
    const name = path.at(-1)
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), fields)
    if (name === undefined || !isContainer(parent) || parent[name] !== undefined) continue
    Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true })
  }
  return fields
}

function uncopyable(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return typeof value
  if (value instanceof Promise) return 'Promise'
  return value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef
    ? value.constructor.name
    : undefined
}

// Values that structured cloning copies field by field: arrays, plain objects, class instances.
function isContainer(value: unknown): value is Record<string, unknown> {
  if (Array.isArray(value)) return true
  return isObject(value) && Object.prototype.toString.call(value) === '[object Object]'
}
