// Names that Node gives every module, of all versions from 20 on, those of CommonJS included.

const NAMES =
  'AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt ' +
  'BigInt64Array BigUint64Array Blob Boolean BroadcastChannel Buffer ByteLengthQueuingStrategy CloseEvent ' +
  'CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException DataView Date ' +
  'DecompressionStream DisposableStack Error ErrorEvent EvalError Event EventSource EventTarget File ' +
  'FinalizationRegistry Float16Array Float32Array Float64Array FormData Function Headers Infinity Int16Array ' +
  'Int32Array Int8Array Intl Iterator JSON Map Math MessageChannel MessageEvent MessagePort NaN Navigator ' +
  'Number Object Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver ' +
  'PerformanceObserverEntryList PerformanceResourceTiming Promise Proxy RangeError ReadableByteStreamController ' +
  'ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController ' +
  'ReadableStreamDefaultReader ReferenceError Reflect RegExp Request Response Set SharedArrayBuffer Storage ' +
  'String SubtleCrypto SuppressedError Symbol SyntaxError Temporal TextDecoder TextDecoderStream TextEncoder ' +
  'TextEncoderStream TransformStream TransformStreamDefaultController TypeError URIError URL URLPattern ' +
  'URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly ' +
  'WebSocket WritableStream WritableStreamDefaultController WritableStreamDefaultWriter arguments assert ' +
  'async_hooks atob btoa buffer child_process clearImmediate clearInterval clearTimeout cluster console ' +
  'constants crypto decodeURI decodeURIComponent dgram diagnostics_channel dns domain encodeURI ' +
  'encodeURIComponent escape eval events exports fetch fs gc global globalThis http http2 https inspector ' +
  'isFinite isNaN localStorage module navigator net node:sea node:sqlite node:test os parseFloat parseInt path ' +
  'perf_hooks performance process punycode querystring queueMicrotask readline repl require sessionStorage ' +
  'setImmediate setInterval setTimeout stream string_decoder structuredClone sys timers tls trace_events tty ' +
  'undefined unescape url util v8 vm wasi worker_threads zlib'

/** True for a name that needs no definition. */
export function isGlobal(name: string): boolean {
  return KNOWN.has(name) || /^__(dirname|filename)$/.test(name)
}

const KNOWN: ReadonlySet<string> = new Set(NAMES.split(' '))
