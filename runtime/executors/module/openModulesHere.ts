// Runs TS and JS hooks in this process, for embedders that explicitly request it: the payload is passed by reference,
// including functions. Files load from the trusted bytes; a hook in an endless loop cannot be stopped here.

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Call, type Executor, type GiveUp, gaveUp } from '../../contract/call.ts'
import { defined } from '../../contract/defined.ts'
import type { Hook } from '../../contract/hook.ts'
import { isObject } from '../../contract/json.ts'
import type { ModuleSnapshot } from './flight.ts'
import { prepareStripping, sourceOf } from './format.ts'
import { type FoundHandler, findHandler } from './handlers.ts'
import { importHook, installLoader } from './loader.ts'
import type { ModuleTarget } from './messages.ts'
import { describe, describeLoad } from './thrown.ts'
import { EMIT } from './virtual.ts'

export type HereOptions = {
  /** The bytes to run for a hook, or why it may not run. Called for every call. */
  readonly snapshot: (hook: Hook) => ModuleSnapshot | { readonly untrusted: string }
  /** Receives what hooks emit through `hookbench/secureyeoman`. */
  readonly onEmit?: (event: string, data: unknown, hook: Hook) => void
  /** For debuggers: this process runs one hook once, and its files keep their own URLs. */
  readonly plain?: true
}

type Module = {
  readonly namespace: Readonly<Record<string, unknown>>
  readonly instances: Map<string, unknown>
}

/** Opens the executor that runs hooks in this process. */
export function openModulesHere({ snapshot, onEmit, plain }: HereOptions): Executor {
  const inFlight = new Set<Call>()
  const modules = new Map<string, { readonly hash: string; readonly module: Promise<Module> }>()
  let closed = false
  return { run, cancel, close }

  function run(call: Call) {
    if (closed) return call.done(gaveUp(call, 'aborted'))
    let taken: ReturnType<HereOptions['snapshot']>
    try {
      taken = snapshot(call.hook)
    } catch (error) {
      return call.done({ kind: 'failed', reason: 'crashed', ...thrown(describeLoad(error, call.hook.path)) })
    }
    if ('untrusted' in taken) {
      return call.done({ kind: 'failed', reason: 'untrusted', message: taken.untrusted })
    }
    inFlight.add(call)
    const emit = (event: string, data: unknown) => onEmit?.(event, data, call.hook)
    emitting.run(emit, () => void execute(call, taken))
  }

  async function execute(call: Call, taken: ModuleSnapshot): Promise<void> {
    const { payload } = call
    let found: FoundHandler
    try {
      const { namespace, instances } = await loaded(call, taken)
      found = findHandler(namespace, targetOf(call), instances)
    } catch (error) {
      return failed(call, describeLoad(error, call.hook.path))
    }
    if (!inFlight.has(call)) return
    try {
      if (call.dialect.signal === 'field') giveSignal(payload, call)
      const result = await found.handle.call(found.self, payload, new HandlerContext(call))
      if (inFlight.delete(call)) call.done({ kind: 'returned', result })
    } catch (error) {
      failed(call, describe(error))
      // Calls the hook's own error handler; its result is ignored.
      try {
        await found.onError?.(error, payload)
      } catch {}
    }
  }

  function loaded({ hook, dialect }: Call, { files, hash }: ModuleSnapshot): Promise<Module> {
    const known = modules.get(hook.path)
    if (known?.hash === hash) return known.module
    const module = load(hook.path, [...files], Object.keys(dialect.events), plain)
    modules.set(hook.path, { hash, module })
    return module
  }

  function failed(call: Call, what: { readonly message: string; readonly stack: string }): void {
    if (inFlight.delete(call)) call.done({ kind: 'failed', reason: 'crashed', ...thrown(what) })
  }

  // The engine aborts the signal; a later answer of the handler is ignored.
  function cancel(call: Call, reason: GiveUp): void {
    if (inFlight.delete(call)) call.done(gaveUp(call, reason))
  }

  async function close(): Promise<void> {
    closed = true
    for (const call of [...inFlight]) cancel(call, 'aborted')
  }
}

type Emit = (event: string, data: unknown) => void

// Several sessions may share this process: what a hook emits goes to the session that called it.
const emitting = new AsyncLocalStorage<Emit>()
let ready: Promise<void> | undefined
let loads = 0

async function load(
  path: string,
  files: readonly (readonly [string, Uint8Array])[],
  events: readonly string[],
  plain: true | undefined,
): Promise<Module> {
  ready ??= prepare()
  await ready
  const namespace = await importHook({
    kind: 'load',
    load: ++loads,
    file: loads,
    path,
    files,
    events,
    ...defined({ plain }),
  })
  return { namespace, instances: new Map() }
}

async function prepare(): Promise<void> {
  await prepareStripping()
  stripQuietly()
  installLoader()
  Reflect.set(globalThis, Symbol.for(EMIT), (event: unknown, data: unknown) => {
    if (typeof event !== 'string')
      throw new TypeError(`emit() takes the event's name first, got ${typeof event}`)
    emitting.getStore()?.(event, data)
  })
}

// Suppresses Node's ExperimentalWarning about type stripping, which is printed once
// per process and does not concern an embedder's users.
function stripQuietly(): void {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    sourceOf('quiet.ts', new Uint8Array())
  } finally {
    process.emitWarning = emitWarning
  }
}

function targetOf({ hook, dialect, event, record }: Call): ModuleTarget {
  return {
    kind: 'target',
    load: 0,
    dialect: dialect.id,
    event,
    part: hook.part,
    exports: dialect.exports,
    signal: dialect.signal,
    errors: record.errors,
    travels: record.travels,
  }
}

/** Reads the call's signal only when the handler does: creating one costs more than most handlers. */
class HandlerContext {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }
}

// Not enumerable, so that it is not copied, compared or recorded. A signal that the embedder set is kept.
function giveSignal(payload: unknown, call: Call): void {
  if (!isObject(payload) || !Object.isExtensible(payload) || Object.keys(payload).includes('signal')) return
  Object.defineProperty(payload, 'signal', { get: () => call.signal, enumerable: false, configurable: true })
}

function thrown({ message, stack }: { readonly message: string; readonly stack: string }) {
  return { message, ...(stack === '' ? {} : { raw: { stdout: '', stderr: stack } }) }
}
