// Locks Node's own modules in a thread whose globals are locked: the exports of each one that is loaded, with their
// classes and prototypes. What Node does not export, such as the class of a file handle, is not covered.

import { ReadStream, statSync, WriteStream } from 'node:fs'
import module from 'node:module'
import { lockExports, refuse } from './locks.ts'

const LOADED = 'NativeModule '

/** Locks what is loaded now, and every module from the moment that a hook can get it. */
export function lockModules(): void {
  const { moduleLoadList: list } = process as unknown as { moduleLoadList: readonly string[] }
  const { getBuiltinModule } = process
  const { isBuiltin, registerHooks } = module
  let next = 0

  // Also those that nobody names: their classes can be reached from objects.
  const lockLoaded = () => {
    for (; next < list.length; next++) {
      const entry = list[next] ?? ''
      const name = entry.startsWith(LOADED) ? entry.slice(LOADED.length) : ''
      // Some modules, such as `node:sqlite`, exist only with the scheme.
      if (isBuiltin(`node:${name}`)) lockExports(getBuiltinModule(`node:${name}`))
      if (name === 'fs') lockFiles()
      // Its getter cannot be redefined, so it is not locked on first use.
      if (name === 'crypto') lockExports(getBuiltinModule(name)?.webcrypto)
    }
  }
  const get = (name: string) => {
    const exported = getBuiltinModule(name)
    lockLoaded()
    return exported
  }

  process.getBuiltinModule = get as typeof getBuiltinModule
  registerHooks({
    resolve(specifier, context, following) {
      const found = following(specifier, context)
      if (found.url.startsWith('node:')) get(found.url)
      return found
    },
  })
  for (const name of ['registerHooks', 'register']) refuse(module, name, 'module')
  module.syncBuiltinESMExports()
  lockLoaded()
}

// Classes of which its functions make objects, although nobody has got them by their names.
function lockFiles(): void {
  const { constructor: BigIntStats } = statSync('/', { bigint: true })
  for (const made of [ReadStream, WriteStream, BigIntStats]) lockExports(made)
}
