// Locks Node's own modules in a thread whose globals are locked: the exports of each one that is loaded, with their
// classes and prototypes. Of the classes that Node does not export only those in `MADE` are covered.

import module from 'node:module'
import { lockClassesOf, lockExports, refuse } from './locks.ts'

const LOADED = 'NativeModule '

const { defineProperty, set, setPrototypeOf } = Reflect
const { getBuiltinModule } = process
const { isBuiltin } = module
const { binding } = process as unknown as { binding: (name: string) => object }

/** By module, objects whose classes, and those of their parts, have no name. */
const MADE: Readonly<Record<string, () => readonly object[]>> = {
  async_hooks() {
    const { AsyncLocalStorage, AsyncResource } = getBuiltinModule('async_hooks')
    // The values of all stores are in one of its parts.
    return [new AsyncLocalStorage().run(true, () => new AsyncResource('UNNAMED'))]
  },
  // Texts of files, requests and answers are read by its parts, too.
  buffer: () => [new Blob(['a'])],
  crypto() {
    const { createHash, createHmac, createSecretKey } = getBuiltinModule('crypto')
    return [createHash('sha256'), createHmac('sha256', 'key'), createSecretKey('key', 'utf8')]
  },
  diagnostics_channel() {
    // The class of a channel changes with its first subscriber.
    const channel = getBuiltinModule('diagnostics_channel').channel(Symbol('subscribed'))
    channel.subscribe(() => {})
    return [channel]
  },
  fs: () => [getBuiltinModule('fs').statSync('/', { bigint: true })],
  net() {
    const { BlockList, SocketAddress } = getBuiltinModule('net')
    return [new BlockList(), new SocketAddress({})]
  },
  sqlite() {
    const { DatabaseSync } = getBuiltinModule('node:sqlite')
    const database = new DatabaseSync(':memory:')
    return [database.prepare('select 1').iterate()]
  },
}

/** Locks what is loaded now, and every other module before anybody gets it. */
export function lockModules(): void {
  const { moduleLoadList: list } = process as unknown as { moduleLoadList: readonly string[] }
  // Node appends the name of each module that it has loaded, whichever way a hook requests it: by its name, or by a
  // function that needs the module. A proxy as the prototype of the list learns of every new element.
  const appended: ProxyHandler<object> = {
    set(target, key, entry, receiver) {
      lockLoaded(String(entry))
      return set(target, key, entry, receiver)
    },
  }
  setPrototypeOf(list, new Proxy(Array.prototype, appended))
  // A hook that changes the list itself would hide from this what is loaded afterwards.
  const copy = { get: () => Object.freeze([...list]), enumerable: true, configurable: false }
  defineProperty(process, 'moduleLoadList', copy)
  for (const name of ['registerHooks', 'register']) refuse(module, name, 'module')
  for (const entry of [...list]) lockLoaded(entry)
  // What named imports give of a module was read when it was first imported. Reading it again, through getters that are
  // locked by now, locks the classes that only a getter exports.
  module.syncBuiltinESMExports()
}

// Also modules that nobody names: their classes can be reached from objects.
function lockLoaded(entry: string): void {
  const name = entry.startsWith(LOADED) ? entry.slice(LOADED.length) : ''
  // Some modules, such as `node:sqlite`, exist only with the scheme.
  if (!isBuiltin(`node:${name}`)) return
  lockExports(getBuiltinModule(`node:${name}`))
  lockUnnamed(name)
}

// What the exports do not lead to, but objects do.
function lockUnnamed(name: string): void {
  for (const made of MADE[name]?.() ?? []) lockClassesOf(made)
  // Its getter cannot be redefined, so it is not locked on first use.
  if (name === 'crypto') lockExports(getBuiltinModule('crypto').webcrypto)
  if (name !== 'net') return
  // What streams and programs are made of.
  for (const handles of ['pipe_wrap', 'process_wrap', 'tcp_wrap'])
    for (const exported of Object.values(binding(handles)))
      if (typeof exported === 'function') lockExports(exported)
}
