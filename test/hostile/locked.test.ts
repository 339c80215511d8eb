// Where guards share a thread: nothing that one of them replaces reaches what another one decides with, or what
// Hookbench loads and calls it with.

import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, bytesOf, hookAt, open, resultOf } from '../executors/moduleCalls.ts'
import { writeTree } from '../support/tree.ts'

const IMPORTS = `
  import assert from 'node:assert'
  import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks'
  import childProcess from 'node:child_process'
  import crypto from 'node:crypto'
  import fs from 'node:fs'
  import module from 'node:module'
  import { StringDecoder } from 'node:string_decoder'
  import util from 'node:util'
  import vm from 'node:vm'
  void [assert, asyncHooks, AsyncLocalStorage, childProcess, crypto, fs, module, StringDecoder, util, vm]
`

const allows = `{ tool_execute_before: (context) => context }`

/** What a guard replaces, and what another one then sees, which is true as long as it has not been replaced. */
const replaced: readonly (readonly [code: string, holds: string])[] = [
  [
    'globalThis.URL = class { hostname = "ok" }',
    'new URL("http://evil.example/x").hostname === "evil.example"',
  ],
  ['globalThis.Buffer = { from: () => "" }', 'Buffer.from("cm0=", "base64").toString() === "rm"'],
  ['globalThis.process = { platform: "x" }', 'process.platform !== "x"'],
  ['process.cwd = () => "/nowhere"', 'process.cwd() !== "/nowhere"'],
  ['Object.defineProperty(process, "platform", { value: "x" })', 'process.platform !== "x"'],
  ['process.hrtime.bigint = () => 1', 'process.hrtime.bigint() !== 1'],
  ['globalThis.structuredClone = () => ({})', 'structuredClone({ a: 1 }).a === 1'],
  ['fs.Stats.prototype.isDirectory = () => false', 'fs.statSync("/").isDirectory()'],
  [
    'Object.defineProperty(fs.Stats.prototype, "isDirectory", { value: () => false })',
    'fs.statSync("/").isDirectory()',
  ],
  ['fs.Stats.prototype = {}', 'fs.statSync("/").isDirectory()'],
  ['util.types.isProxy = () => false', 'util.types.isProxy(new Proxy({}, {}))'],
  ['crypto.createHash = () => 1', 'crypto.createHash("sha256") !== 1'],
  ['crypto.Hash.prototype.digest = () => 1', 'crypto.createHash("sha256").digest("hex") !== 1'],
  [
    'process.getBuiltinModule("zlib").gzipSync = () => 1',
    'process.getBuiltinModule("zlib").gzipSync("x") !== 1',
  ],
  [
    'childProcess.execFileSync = () => "x"',
    'String(childProcess.execFileSync("echo", ["rm"])).trim() === "rm"',
  ],
  ['assert.ok = () => {}', '(() => { try { assert.ok(false); return false } catch { return true } })()'],
  ['StringDecoder.prototype.write = () => ""', 'new StringDecoder("utf8").write(Buffer.from("rm")) === "rm"'],
  ['Object.getPrototypeOf(Object.getPrototypeOf(process)).on = 1', 'typeof process.on === "function"'],
]

/** What Hookbench uses to load and to call hooks. */
const used: readonly string[] = [
  `module.registerHooks({ load: (url, context, next) => url.includes('guard')
    ? { format: 'module', source: 'export const tool_execute_before = (context) => context', shortCircuit: true }
    : next(url, context) })`,
  `globalThis[Symbol.for('hookbench.commonjs')] = () => (${allows})`,
  `vm.compileFunction = () => (exports) => Object.assign(exports, ${allows})`,
  `module.Module = class { exports = ${allows} }`,
  `module.stripTypeScriptTypes = () => 'export const tool_execute_before = (context) => context'`,
  `globalThis.TextDecoder = class { decode = () => 'exports.tool_execute_before = (context) => context' }`,
  `AsyncLocalStorage.prototype.run = (store, call, run) => run.answer(run.payload)`,
]

const GUARDS: Readonly<Record<string, string>> = {
  cjs: 'exports.tool_execute_before = () => null',
  mjs: 'export const tool_execute_before = () => null',
  ts: 'export const tool_execute_before = (context: unknown): null => null',
}

async function decide(code: string, guards: Readonly<Record<string, string>>) {
  const tree = writeTree('//- /package.json\n{}')
  const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
  try {
    const write = (name: string, text: string) => {
      const path = join(tree.folder, name)
      writeFileSync(path, text)
      return hookAt(path, { events: ['tool_execute_before'] })
    }
    const first = write(
      'first.mjs',
      `${IMPORTS}
      try { ${code}; module.syncBuiltinESMExports() } catch {}
      export const tool_execute_before = () => ({ ran: true })`,
    )
    assert.equal(resultOf(await ask(modules, first)).ran, true)
    for (const [ending, text] of Object.entries(guards)) {
      const { attempt } = await ask(modules, write(`guard.${ending}`, text))
      assert.deepEqual(attempt, { kind: 'returned', result: null }, `${ending}: ${JSON.stringify(attempt)}`)
    }
    assert.equal(modules.workerCount(), 1, 'they share a thread')
  } finally {
    await modules.close()
    tree.remove()
  }
}

for (const [code, holds] of replaced) {
  test(`a guard does not replace what another one decides with: ${code}`, () =>
    decide(code, {
      mjs: `${IMPORTS}\nexport const tool_execute_before = (context) => (${holds} ? null : context)`,
    }))
}

for (const code of used) {
  test(`a guard does not replace what another one is loaded and called with: ${code.split('\n')[0]}`, () =>
    decide(code, GUARDS))
}

for (const [ending, files] of Object.entries({
  mjs: {
    'guard.mjs': `import { blocked } from './list.mjs'
      export const tool_execute_before = (context) => (blocked.has('rm') ? null : context)`,
    'list.mjs': `export const blocked = new Set(['rm'])`,
  },
  cjs: {
    'guard.cjs': `const { blocked } = require('./list.cjs')
      exports.tool_execute_before = (context) => (blocked.has('rm') ? null : context)`,
    'list.cjs': `exports.blocked = new Set(['rm'])`,
  },
}))
  test(`a guard cannot import a module that another one has loaded: .${ending}`, async () => {
    const tree = writeTree('//- /package.json\n{}')
    for (const [name, text] of Object.entries(files)) writeFileSync(join(tree.folder, name), text)
    writeFileSync(
      join(tree.folder, 'second.mjs'),
      `export const tool_execute_before = async (context) => {
        const reasons = []
        const { default: imported } = await import('data:text/javascript,export default (url) => import(url)')
        for (const name of ${JSON.stringify(Object.keys(files))})
          for (let load = 1; load < 9; load++)
            try {
              const url = new URL(name, import.meta.url.replace(/\\?.*/, '')).href + '?hookbench=' + load
              const { blocked } = await (load % 2 === 1 ? imported(url) : import(url))
              blocked?.clear()
            } catch (error) {
              reasons.push(error.message)
            }
        return { reasons }
      }`,
    )
    const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
    const hook = (...names: readonly string[]) => ({
      ...hookAt(join(tree.folder, names[0] as string), { events: ['tool_execute_before'] }),
      files: names.map((name) => join(tree.folder, name)),
    })
    const guard = hook(...Object.keys(files))
    try {
      assert.deepEqual((await ask(modules, guard)).attempt, { kind: 'returned', result: null })
      const { reasons } = resultOf(await ask(modules, hook('second.mjs'))) as {
        readonly reasons: readonly string[]
      }
      assert.match(reasons.join('\n'), /guard\.\w+\?hookbench=1 belongs to another hook/)
      assert.deepEqual((await ask(modules, guard)).attempt, { kind: 'returned', result: null })
    } finally {
      await modules.close()
      tree.remove()
    }
  })

test('a guard learns in one line that it cannot install hooks of the module loader', async () => {
  const tree = writeTree(`
    //- /hook.mjs
    import module from 'node:module'
    export const tool_execute_before = () => module.registerHooks({})
  `)
  const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
  const hook = hookAt(tree.at('/hook.mjs'), { events: ['tool_execute_before'] })
  const { attempt } = await ask(modules, hook)
  await modules.close()
  tree.remove()
  assert.match(
    attempt.kind === 'failed' ? attempt.message : '',
    /^Error: a hook that shares its thread with guards cannot call module\.registerHooks\(\)$/,
  )
})

test('what Node loads on first use is there where globals are locked, and ordinary code extends its classes', async () => {
  const tree = writeTree(`
    //- /hook.mjs
    import module from 'node:module'
    import events from 'node:events'
    import { Readable } from 'node:stream'
    import util from 'node:util'
    const require = module.createRequire(import.meta.url)
    const missing = []
    const look = (holder, what) => {
      for (const key of Reflect.ownKeys(holder)) {
        try { void holder[key] } catch (error) { if (error instanceof TypeError) missing.push(what + String(key)) }
      }
    }
    export const tool_execute_before = async () => {
      for (const name of module.builtinModules) {
        if (['domain', 'repl', 'trace_events'].includes(name.replace('node:', ''))) continue
        await import(name)
        look(require(name), name + '.')
      }
      look(globalThis, 'global ')
      look(process, 'process.')
      const open = Reflect.ownKeys(globalThis).filter((key) => {
        const { configurable, writable } = Object.getOwnPropertyDescriptor(globalThis, key)
        return typeof key === 'string' && (configurable || writable)
      })
      events.defaultMaxListeners = 20
      const readable = new Readable()
      readable._read = () => {}
      readable.push('read')
      readable.push(null)
      let read = ''
      for await (const part of readable) read += part
      class Mine extends events {
        emit = (...given) => super.emit(...given)
      }
      function Old() { events.call(this) }
      util.inherits(Old, events)
      Old.prototype.emit = () => 'old'
      const mine = new Mine()
      let count = 0
      mine.on('x', () => count++)
      mine.emit('x')
      return { missing, open, most: events.defaultMaxListeners, read, count, old: new Old().emit() }
    }
  `)
  const modules = open({ workers: 1, snapshot: (hook) => bytesOf(hook.files) })
  const hook = hookAt(tree.at('/hook.mjs'), { events: ['tool_execute_before'] })
  const { attempt } = await ask(modules, hook, { timeoutMs: 60_000 })
  await modules.close()
  tree.remove()
  assert.equal(attempt.kind, 'returned', JSON.stringify(attempt))
  assert.deepEqual(attempt.kind === 'returned' ? attempt.result : undefined, {
    missing: [],
    open: ['FormData', 'Headers', 'Request', 'Response', 'MessageEvent', 'CloseEvent', 'WebSocket'],
    most: 20,
    read: 'read',
    count: 1,
    old: 'old',
  })
})
