// Gives the hooks of a locked thread copies of performance entries. Node puts objects into them that others work with:
// the headers of an answer to node:http, addresses of node:dns, the arguments of a timed function.

import perf, { type PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks'

type Call = (...args: unknown[]) => unknown
type Observed = (list: PerformanceObserverEntryList) => void

const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect
const { isPrototypeOf: inherits } = Object.prototype

/** Must run before Node's modules are locked. `bind` makes a function run as part of the call that is running now. */
export function withholdEntries(bind: (run: Call) => Call): void {
  const { performance, PerformanceObserver: Hidden } = perf
  const prototype = getPrototypeOf(performance) as object
  for (const name of ['getEntries', 'getEntriesByName', 'getEntriesByType']) {
    const get = Reflect.get(prototype, name) as Call
    replace(prototype, name, function (this: unknown, ...given: unknown[]) {
      return copied(apply(get, this, given))
    })
  }

  // Node calls methods of an observer with entries, so nobody gets the observer that Node knows.
  class Observer {
    static get supportedEntryTypes() {
      return (Hidden as unknown as { supportedEntryTypes: readonly string[] }).supportedEntryTypes
    }
    readonly #hidden: PerformanceObserver
    constructor(callback: Observed) {
      const observed =
        typeof callback === 'function'
          ? (bind((list) => apply(callback, this, [copied(list), this])) as Observed)
          : callback
      this.#hidden = new Hidden(observed)
    }
    observe(options: Parameters<PerformanceObserver['observe']>[0]) {
      this.#hidden.observe(options)
    }
    disconnect() {
      this.#hidden.disconnect()
    }
    takeRecords() {
      return copied(this.#hidden.takeRecords())
    }
  }
  defineProperty(Observer, 'name', { value: Hidden.name })
  for (const holder of [perf, globalThis]) replace(holder, Hidden.name, Observer)
}

function replace(holder: object, name: string, value: unknown): void {
  const enumerable = getOwnPropertyDescriptor(holder, name)?.enumerable === true
  defineProperty(holder, name, { value, enumerable, writable: true, configurable: true })
}

const clone = structuredClone
const OF_NODE = [perf.PerformanceEntry.prototype, perf.PerformanceObserverEntryList.prototype]

// Entries and lists of them keep their data in properties of their own. What cannot be copied is left out.
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied)
  if (!OF_NODE.some((prototype) => apply(inherits, prototype, [value]))) return cloned(value)
  const copy = Object.create(getPrototypeOf(value as object)) as object
  for (const key of ownKeys(value as object)) {
    const property = getOwnPropertyDescriptor(value as object, key)
    if (property !== undefined && 'value' in property)
      defineProperty(copy, key, { ...property, value: copied(property.value) })
  }
  return copy
}

function cloned(value: unknown): unknown {
  try {
    return clone(value)
  } catch {
    return undefined
  }
}
