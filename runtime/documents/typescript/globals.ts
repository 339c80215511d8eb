// Names that Node defines itself, in all versions from 20 on: those of every file, those of CommonJS only, and those
// that code on a command line (`node -e`) has in addition.

const EVERYWHERE =
  'AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt ' +
  'BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CloseEvent ' +
  'CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView Date ' +
  'DecompressionStream DisposableStack Error ErrorEvent EvalError Event EventSource EventTarget File ' +
  'FinalizationRegistry Float16Array Float32Array Float64Array FormData Function Headers Infinity ' +
  'Int16Array Int32Array Int8Array Intl Iterator JSON Map Math MessageChannel MessageEvent MessagePort NaN ' +
  'Navigator Number Object Performance PerformanceEntry PerformanceMark PerformanceMeasure ' +
  'PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming Promise Proxy RangeError ' +
  'ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ' +
  'ReadableStreamDefaultController ReadableStreamDefaultReader ReferenceError Reflect RegExp Request ' +
  'Response Set SharedArrayBuffer Storage String SubtleCrypto SuppressedError Symbol SyntaxError Temporal ' +
  'TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream ' +
  'TransformStreamDefaultController TypeError URIError URL URLPattern URLSearchParams Uint16Array ' +
  'Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly WebSocket WritableStream ' +
  'WritableStreamDefaultController WritableStreamDefaultWriter arguments atob btoa clearImmediate clearInterval ' +
  'clearTimeout console crypto decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval fetch ' +
  'gc global globalThis isFinite isNaN localStorage navigator parseFloat parseInt performance process ' +
  'queueMicrotask sessionStorage setImmediate setInterval setTimeout structuredClone undefined unescape'

const COMMON_JS = 'exports module require __dirname __filename'

/** Modules available without an import in code on a command line. */
const MODULES =
  'assert async_hooks buffer child_process cluster constants dgram diagnostics_channel dns domain events ' +
  'fs http http2 https inspector net node:sea node:sqlite node:test os path perf_hooks punycode ' +
  'querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi ' +
  'worker_threads zlib'

/** The kind of code: on a command line, an ES module, or a file whose kind is unknown. */
export type ModuleKind = 'inline' | 'es' | 'any'

/** True for a name that needs no definition. */
export function isGlobal(name: string, kind: ModuleKind): boolean {
  if (KNOWN.has(name)) return true
  return kind === 'inline' ? OF_MODULES.has(name) || isCommonJs(name) : kind === 'any' && isCommonJs(name)
}

/** True for a name that CommonJS defines and an ES module lacks. */
export function isCommonJs(name: string): boolean {
  return OF_COMMON_JS.has(name)
}

const KNOWN: ReadonlySet<string> = new Set(EVERYWHERE.split(' '))
const OF_COMMON_JS: ReadonlySet<string> = new Set(COMMON_JS.split(' '))
const OF_MODULES: ReadonlySet<string> = new Set(MODULES.split(' '))
