// Locks Node's own modules in a thread whose globals are locked: the exports of each one that is loaded, with their
// classes and prototypes. Of the classes that Node does not export only those are covered that lockUnnamed names.

import module from 'node:module'
import { lockClassOf, lockExports, refuse } from './locks.ts'

const LOADED = 'NativeModule '

const { defineProperty, set, setPrototypeOf } = Reflect
const { getBuiltinModule } = process
const { isBuiltin } = module

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

// What locking the exports does not reach.
function lockUnnamed(name: string): void {
  // Its getter cannot be redefined, so it is not locked on first use.
  if (name === 'crypto') lockExports(getBuiltinModule('crypto').webcrypto)
  else if (name === 'fs') lockClassOf(getBuiltinModule('fs').statSync('/', { bigint: true }))
  else if (name === 'sqlite') {
    const { DatabaseSync } = getBuiltinModule('node:sqlite')
    const database = new DatabaseSync(':memory:')
    lockClassOf(database.prepare('select 1').iterate())
    // Not in Node 22.
    if ('createTagStore' in database) lockClassOf(database.createTagStore())
    database.close()
  }
}
