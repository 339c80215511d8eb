// Freezes the built-in objects of a thread, so that no hook can alter what another one relies on: the globals,
// everything reachable from them, and the exports of Node's most common modules.
// Hooks can still add properties of their own. Packages that hooks share are not covered.

import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import querystring from 'node:querystring'
import url from 'node:url'
import util from 'node:util'

// Listed by name, because merely reading Node's other globals loads many of its modules.
const LANGUAGE = (
  'Object Function Array Boolean Number BigInt String Symbol RegExp Date Promise Proxy Reflect JSON Math Atomics Intl ' +
  'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ArrayBuffer SharedArrayBuffer DataView Int8Array ' +
  'Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
  'Float16Array Float32Array Float64Array Error AggregateError EvalError RangeError ReferenceError SyntaxError ' +
  'TypeError URIError parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
  'escape unescape eval'
).split(' ')

/** Inherited by nearly all objects, and assigned by ordinary code: `this.name = 'MyError'`, `shape.toString = …`. */
const ASSIGNED: readonly (readonly [object, readonly string[]])[] = [
  [
    Object.prototype,
    [
      'constructor',
      'hasOwnProperty',
      'isPrototypeOf',
      'propertyIsEnumerable',
      'toLocaleString',
      'toString',
      'valueOf',
    ],
  ],
  [Function.prototype, ['constructor', 'toString']],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }) => [prototype, ['constructor', 'message', 'name', 'toString']] as const,
  ),
]

/** Locks the built-in objects of this thread's realm. Must run after all of Hookbench's own patches. */
export function lockRealm(): void {
  for (const [object, keys] of ASSIGNED) for (const key of keys) allowInHeirs(object, key)
  const seen = new Set<object>()
  // Length and format of stacks are set by many packages and affect no decision.
  seen.add(Error)
  for (const key of Reflect.ownKeys(Error)) if (key !== 'stackTraceLimit') lock(Error, key)
  for (const name of LANGUAGE) {
    freeze(Reflect.get(globalThis, name), seen)
    lock(globalThis, name)
  }
  for (const hidden of withoutName()) freeze(hidden, seen)
  for (const known of [Buffer, URL, URLSearchParams, TextDecoder, TextEncoder, AbortSignal]) {
    lockKeys(known)
    lockKeys(known.prototype)
  }
  // Only their existing properties: packages add markers of their own to these objects.
  for (const exported of [fs, fs.promises, os, path, path.posix, path.win32, querystring, url, util]) {
    lockKeys(exported)
  }
}

/** Prototypes that cannot be reached from any global. */
function withoutName(): readonly object[] {
  return [
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    'x'.matchAll(/x/g),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
    ...iteratorHelpers(),
    (function* () {})(),
    (async function* () {})(),
    function* () {},
    async () => {},
    async function* () {},
  ].map((one) => Object.getPrototypeOf(one))
}

function iteratorHelpers(): readonly object[] {
  const iterator: unknown = Reflect.get(globalThis, 'Iterator')
  if (typeof iterator !== 'function') return []
  const { from } = iterator as unknown as { from(source: object): { map(change: () => unknown): object } }
  const wrapped = Reflect.apply(from, iterator, [{ next: () => ({ done: true, value: undefined }) }])
  return [wrapped, wrapped.map(() => undefined)]
}

// Freezes whole objects instead of single properties: V8 keeps its fast paths for frozen objects and
// gives them up for redefined properties. Getters are not called.
function freeze(value: unknown, seen: Set<object>): void {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  freeze(Object.getPrototypeOf(value), seen)
  for (const key of Reflect.ownKeys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key)
    freeze(property?.value, seen)
    freeze(property?.get, seen)
    freeze(property?.set, seen)
  }
  Object.freeze(value)
}

function lockKeys(object: object): void {
  for (const key of Reflect.ownKeys(object)) lock(object, key)
}

function lock(object: object, key: string | symbol): void {
  const property = Object.getOwnPropertyDescriptor(object, key)
  if (property?.configurable !== true) return
  const locked = 'value' in property ? { writable: false, configurable: false } : { configurable: false }
  Object.defineProperty(object, key, locked)
}

// A frozen property could not be assigned on inheriting objects either, so
// it becomes an accessor that allows just that.
function allowInHeirs(object: object, key: string): void {
  const property = Object.getOwnPropertyDescriptor(object, key)
  if (property?.configurable !== true || !('value' in property)) return
  const { value, enumerable = false } = property
  const { defineProperty } = Object
  defineProperty(object, key, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === object) throw new TypeError(`${key} is shared by all hooks and cannot be replaced`)
      defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true })
    },
    enumerable,
    configurable: false,
  })
}
