// Payloads that hold what no thread can be sent (functions, symbols, promises): a copy without it, and the way back
// into an answer, so that one function of an agent's costs no hook its call and the agent none of its functions.

import type { EventRecord } from '../../contract/eventRecord.ts'
import { isObject } from '../../contract/json.ts'

type Left = { readonly path: readonly string[]; readonly value: unknown; readonly kind: string }

export type LeftOut = {
  /** The payload as far as it can be copied. */
  readonly payload: unknown
  readonly left: readonly Left[]
}

const NAMED = 5

/** The value without what cannot be copied; the same parts stay the same parts, circles too. */
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

/** One line for people; undefined when nothing was left out. */
export function leftOutNote({ left }: LeftOut): string | undefined {
  if (left.length === 0) return undefined
  const named = left.slice(0, NAMED).map(({ path, kind }) => `${path.join('.')} (${kind})`)
  const more = left.length > NAMED ? ` and ${left.length - NAMED} more` : ''
  return `was left out of the payload, because it cannot be copied to the worker of a hook: ${named.join(', ')}${more}`
}

/** An answer that is a payload, with what was left out of the payload back in its places. */
export function putBack(answer: unknown, { left }: LeftOut, record: EventRecord): unknown {
  const { anyOf = [] } = record.result as { anyOf?: readonly unknown[] }
  return [record.result, ...anyOf].includes(record.payload) ? putBackFields(answer, left) : answer
}

/** The same for fields of a payload that travel by themselves. */
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

// What structured cloning copies field by field: lists, plain objects, instances of classes.
function isContainer(value: unknown): value is Record<string, unknown> {
  if (Array.isArray(value)) return true
  return isObject(value) && Object.prototype.toString.call(value) === '[object Object]'
}
