// Copies a value as if it were sent to another thread; what cannot be copied throws the same error.
// Plain data, the usual case, is copied by hand, because structured cloning costs several times as much.

import { isProxy } from 'node:util/types'

const DEEPEST = 100
const MOST_NODES = 100_000

const ODD = Symbol('not plain data')
let nodes = 0

/** A copy of plain data, or of anything that can be cloned. Throws what structuredClone throws. */
export function copied(value: unknown): unknown {
  nodes = 0
  const copy = plainCopy(value, 0)
  return copy === ODD ? structuredClone(value) : copy
}

// Returns ODD for anything that is not plain data, and for values so deep that they may be circular.
function plainCopy(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' || typeof value === 'symbol' ? ODD : value
  }
  if (depth > DEEPEST || ++nodes > MOST_NODES || isProxy(value)) return ODD
  return Array.isArray(value) ? listCopy(value, depth + 1) : objectCopy(value, depth + 1)
}

function listCopy(list: readonly unknown[], depth: number): unknown {
  if (Object.getPrototypeOf(list) !== Array.prototype) return ODD
  const copy = list.slice()
  for (let i = 0; i < copy.length; i++) {
    const item = copy[i]
    if (typeof item === 'string' || typeof item === 'number') continue
    const own = plainCopy(item, depth)
    if (own === ODD) return ODD
    if (own !== item) copy[i] = own
  }
  return copy
}

function objectCopy(value: object, depth: number): unknown {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return ODD
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const item = copy[key]
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') continue
    const own = plainCopy(item, depth)
    if (own === ODD) return ODD
    if (own === item) continue
    if (key !== '__proto__') copy[key] = own
    // Assigning a field of that name would set the prototype.
    else
      Object.defineProperty(copy, key, { value: own, enumerable: true, writable: true, configurable: true })
  }
  return copy
}
