// Runs CommonJS hook files, including typed ones, whatever the nearest package.json says about their file extension.
// Modules of packages are loaded by Node's own require.

import module from 'node:module'
import { dirname } from 'node:path'
import vm from 'node:vm'
import { type ModuleSource, WRAPPER } from './format.ts'

const SHELF = 'hookbench.commonjs'

// Taken before a hook loads, which could replace them.
const { createRequire, Module } = module
const { compileFunction, constants } = vm
const { getBuiltinModule } = process

type World = {
  source(): ModuleSource
  /** The local file that a specifier resolves to; undefined if it is not local. */
  local(specifier: string, node: NodeJS.Require): string | undefined
  require(path: string): unknown
}

/** The exports of one file. `modules` is the cache of its load; in a cycle, a file gets the exports made so far. */
export function runCommonJs(path: string, modules: Map<string, NodeJS.Module>, world: World): unknown {
  const known = modules.get(path)
  if (known !== undefined) return known.exports
  const { format, source } = world.source()
  const node = createRequire(path)
  if (format === 'json') return JSON.parse(source)
  if (format === 'module') return node(path)
  const self = new Module(path)
  self.filename = path
  self.paths = node.resolve.paths('x') ?? []
  modules.set(path, self)
  const require = Object.assign((specifier: string): unknown => {
    const found = world.local(specifier, node)
    return found === undefined ? node(specifier) : world.require(found)
  }, node)
  self.require = require
  try {
    const run = compileFunction(source, [...WRAPPER], {
      filename: path,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    run.call(self.exports, self.exports, require, self, path, dirname(path))
  } catch (error) {
    modules.delete(path)
    throw error
  }
  self.loaded = true
  return self.exports
}

/** The source of an ES module with the same exports, so that they can be imported by name. */
export function facade(exports: unknown): string {
  // Hooks could guess a number, and take the exports of others.
  const key = getBuiltinModule('node:crypto').randomUUID()
  shelf.set(key, exports)
  const names = typeof exports === 'object' && exports !== null ? Object.keys(exports) : []
  const lines = names
    .filter((name) => name !== 'default' && name.isWellFormed())
    .map(
      (name, index) =>
        `const _${index} = exported[${JSON.stringify(name)}]; export { _${index} as ${JSON.stringify(name)} }`,
    )
  return [
    `const exported = globalThis[Symbol.for(${JSON.stringify(SHELF)})](${JSON.stringify(key)})`,
    'export default exported',
    ...lines,
  ].join('\n')
}

const shelf = new Map<string, unknown>()
Object.defineProperty(globalThis, Symbol.for(SHELF), {
  value: (key: string) => {
    const exports = shelf.get(key)
    shelf.delete(key)
    return exports
  },
})
