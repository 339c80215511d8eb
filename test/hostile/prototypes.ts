// A guard that calls what the globals have, and lists which prototypes of the results another guard could change.
// Classes that docs/security.md leaves open are not called, nor is what ends, blocks or changes the thread.

import { isPromise } from 'node:util/types'

type Call = (given: readonly unknown[]) => unknown

const UNCALLED = new Set(
  (
    'Atomics CloseEvent EventSource FormData Function Headers MessageEvent Proxy Reflect Request Response WebSocket console ' +
    'eval fetch gc global globalThis localStorage navigator process queueMicrotask reportError require sessionStorage ' +
    'setImmediate setInterval setTimeout constructor create nodeTiming prepareStackTrace prototype setPrototypeOf'
  ).split(' '),
)
const SYMBOLS = new Set<string | symbol>([Symbol.iterator, Symbol.asyncIterator, Symbol.matchAll])
const DEEPEST = 5

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null

/** What functions are called with, in turn: between them, most functions take something of it. */
const given = (): readonly (readonly unknown[])[] => [
  [],
  ['a'],
  [1],
  [{}],
  [[1, 2]],
  [() => 1],
  [/a/g, 'b'],
  ['a', { granularity: 'word' }],
  ['en', { type: 'region' }],
  ['http://x/y'],
  ['gzip'],
  [new Date(0), new Date(1)],
  [new ArrayBuffer(8)],
  [new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])],
  [new Map([[1, 2]])],
  [Promise.resolve(1)],
  [{ next: () => ({ done: true }) }],
  [{ mode: 'byob' }],
  [{ initial: 1, maximum: 1 }],
  [{ value: 'i32', mutable: true }, 1],
  [{ element: 'anyfunc', initial: 1 }],
]

export async function tool_execute_before() {
  const known = new Set<unknown>()
  const explored = new Set<unknown>()
  const open: string[] = []
  const queue: { readonly value: object; readonly path: string; readonly depth: number }[] = []
  const add = (value: unknown, path: string, depth: number) => {
    if (!isObject(value) || depth > DEEPEST) return
    const prototype = Object.getPrototypeOf(value)
    for (let own = prototype; own !== null && !known.has(own); own = Object.getPrototypeOf(own)) {
      known.add(own)
      if (isOpen(own)) open.push(path)
    }
    // One object of each class.
    const isPlain = prototype === Object.prototype || prototype === null || typeof value === 'function'
    const key = isPlain ? path : prototype
    if (!explored.has(key)) queue.push({ value, path, depth })
    explored.add(key)
  }
  const tryAll = async (call: Call, path: string, depth: number) => {
    for (const values of given())
      try {
        const result = call(values)
        const waited = isPromise(result)
          ? await Promise.race([result, new Promise((resolve) => setTimeout(resolve, 1))])
          : result
        if (typeof waited !== 'function') add(waited, `${path}()`, depth + 1)
      } catch {}
  }
  for (const key of Object.getOwnPropertyNames(globalThis))
    if (!UNCALLED.has(key)) add(Reflect.get(globalThis, key), key, 0)
  const made = {
    generator: (function* () {})(),
    asyncGenerator: (async function* () {})(),
    async: async () => {},
  }
  for (const [name, value] of Object.entries(made)) add(value, name, 0)
  for (const { value, path, depth } of queue) {
    for (const key of keysOf(value)) {
      const name = String(key)
      let member: unknown
      try {
        member = Reflect.get(value, key)
      } catch {
        continue
      }
      add(member, `${path}.${name}`, depth + 1)
      if (typeof member !== 'function') continue
      const isClass = /^[A-Z]/.test(name) && typeof key === 'string'
      if (!isClass) await tryAll((values) => Reflect.apply(member, value, values), `${path}.${name}`, depth)
    }
    const name = path.split('.').at(-1) ?? ''
    if (typeof value === 'function' && /^[A-Z]\w+$/.test(name))
      await tryAll((values) => Reflect.construct(value, values), `new ${path}`, depth)
  }
  return { open, count: known.size }
}

function keysOf(value: object): ReadonlySet<string | symbol> {
  const keys = new Set<string | symbol>()
  const ends: readonly unknown[] = [null, Object.prototype, Function.prototype]
  for (let own = value; !ends.includes(own); own = Object.getPrototypeOf(own))
    for (const key of Reflect.ownKeys(own))
      if (typeof key === 'symbol' ? SYMBOLS.has(key) : !key.startsWith('_') && !UNCALLED.has(key))
        keys.add(key)
  return keys
}

// Whether something that code calls or compares can be replaced, or hidden by a property in between.
function isOpen(prototype: object): boolean {
  if (typeof prototype === 'function') return false
  const relied = Reflect.ownKeys(prototype)
    .map((key) => Reflect.getOwnPropertyDescriptor(prototype, key) as PropertyDescriptor)
    .filter(({ value, get }) => get !== undefined || typeof value === 'function' || typeof value === 'string')
  return (
    relied.length > 0 &&
    (Object.isExtensible(prototype) ||
      relied.some((own) => own.configurable === true || own.writable === true))
  )
}
