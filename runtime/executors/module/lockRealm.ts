// Locks the built-in objects of a thread, so that no hook can alter what another one relies on: the globals, everything
// reachable from them, the process, and Node's modules as they are loaded (lockModules.ts).
// Hooks can still add properties of their own. Packages that hooks share are not covered.

import { lockModules } from './lockModules.ts'
import { allowInHeirs, freeze, leaveOpen, lock, lockWithValue } from './locks.ts'

/** The objects of the language, which are frozen as a whole. */
const LANGUAGE = (
  'Object Function Array Boolean Number BigInt String Symbol RegExp Date Promise Proxy Reflect JSON Math Atomics Intl ' +
  'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator ArrayBuffer SharedArrayBuffer DataView Int8Array ' +
  'Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array ' +
  'Float16Array Float32Array Float64Array Error AggregateError EvalError RangeError ReferenceError SyntaxError ' +
  'TypeError URIError parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent ' +
  'escape unescape eval'
).split(' ')

/** Merely looking at one of these loads seventy modules of Node, so they stay open. */
const FETCHING = new Set(
  'CloseEvent EventSource FormData Headers MessageEvent Request Response WebSocket'.split(' '),
)

/** Properties of `process` that Node or common packages assign, and that say nothing about a call. */
const ASSIGNED_OF_PROCESS = /^(?:_.*|chdir|debugPort|domain|env|reallyExit|title)$/

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
  // Length and format of stacks are set by many packages and affect no decision.
  leaveOpen(Error)
  for (const key of Reflect.ownKeys(Error)) if (key !== 'stackTraceLimit') lock(Error, key)
  freezeSegments()
  for (const name of LANGUAGE) freeze(Reflect.get(globalThis, name))
  for (const hidden of withoutName()) freeze(hidden)
  // What they print is the output of a call, and affects no decision.
  leaveOpen(console)
  lockWithValue(console, 'Console')
  leaveOpen(process)
  lockModules()
  for (const key of Reflect.ownKeys(process)) {
    if (typeof key === 'string' && !ASSIGNED_OF_PROCESS.test(key)) lockWithValue(process, key)
  }
  for (const key of Reflect.ownKeys(globalThis)) {
    if (typeof key !== 'string' || !FETCHING.has(key)) lockWithValue(globalThis, key)
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
    new URLSearchParams().keys(),
    ...iteratorHelpers(),
    (function* () {})(),
    (async function* () {})(),
    function* () {},
    async () => {},
    async function* () {},
  ].map((one) => Object.getPrototypeOf(one))
}

// To make a segmenter takes ten milliseconds, so what its results inherit from is frozen when a hook has made one.
function freezeSegments(): void {
  const { prototype } = Intl.Segmenter
  const { segment: makeSegments } = prototype
  const own = {
    segment(this: Intl.Segmenter, text: string) {
      const segments = Reflect.apply(makeSegments, this, [text])
      freeze(Object.getPrototypeOf(segments))
      freeze(Object.getPrototypeOf(segments[Symbol.iterator]()))
      return segments
    },
  }
  Object.defineProperty(prototype, 'segment', { value: own.segment, writable: true, configurable: true })
}

function iteratorHelpers(): readonly object[] {
  const iterator: unknown = Reflect.get(globalThis, 'Iterator')
  if (typeof iterator !== 'function') return []
  const { from } = iterator as unknown as { from(source: object): { map(change: () => unknown): object } }
  const wrapped = Reflect.apply(from, iterator, [{ next: () => ({ done: true, value: undefined }) }])
  return [wrapped, wrapped.map(() => undefined)]
}
