// SecureYeoman's extension modules: every form they come in, and which modules are not extensions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, read } from './check.ts'

const ts = 'extensions/_10_x.ts'
const js = 'extensions/_10_x.js'
const cjs = 'extensions/_10_x.cjs'

check('extension', [
  [
    'a default-exported extension',
    ts,
    `export default { name: 'a', hooks: { async tool_execute_before(ctx) { return ctx } } }`,
    'hook tool_execute_before',
  ],
  [
    'handlers of all spellings',
    ts,
    `function later() {}
    export default { name: 'a', version: '1', hooks: {
      agent_init: async (ctx) => {}, 'message_sent': later, async auth_failure(ctx) {}, ['agent_shutdown']: function () {}, later } }`,
    'hook agent_init message_sent auth_failure agent_shutdown later !event.unknown',
  ],
  [
    'an extension behind names and types',
    ts,
    `import type { Extension } from 'x'
    const hooks = { agent_init: async () => {} } satisfies Partial<Handlers>
    const extension: Extension = Object.freeze({ name: 'a', hooks }) as Extension
    export default (extension)`,
    'hook agent_init',
  ],
  [
    'an extension exported by name',
    ts,
    `export const extension: Extension = { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init',
  ],
  ['module.exports', cjs, `module.exports = { name: 'a', hooks: { agent_init() {} } }`, 'hook agent_init'],
  [
    'exports.extension',
    cjs,
    `exports.extension = { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init',
  ],
  [
    'module.exports = { extension }',
    cjs,
    `const extension = { name: 'a', hooks: { agent_init() {} } }\nmodule.exports = { extension }`,
    'hook agent_init',
  ],
  [
    'exports.default, as a compiler writes it',
    cjs,
    `Object.defineProperty(exports, '__esModule', { value: true })\nexports.default = { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init',
  ],
  [
    'the parts of an extension, exported by name',
    ts,
    `export const name = 'a'\nexport const hooks = { agent_init() {} }`,
    'hook agent_init',
  ],
  [
    'the parts of an extension on exports',
    cjs,
    `exports.name = 'a'\nexports.hooks = { agent_init() {} }`,
    'hook agent_init',
  ],
  ['hooks of somebody else, exported by name', ts, `export const hooks = { onClick() {} }`, 'none'],
  [
    'an extension that a helper hands back',
    ts,
    `import { defineExtension } from 'x'\nexport default defineExtension({ name: 'a', hooks: { agent_init() {} } })`,
    'hook agent_init',
  ],
  [
    'a helper that takes what the host does not',
    ts,
    `export default defineExtension({ name: 'a', hooks: { agent_init: { order: 1, run() {} } } })`,
    'undecided',
  ],
  [
    'chained CommonJS exports',
    cjs,
    `exports = module.exports = { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init',
  ],
  [
    'export as default',
    js,
    `const e = { name: 'a', hooks: { agent_init() {} } }\nexport { e as default }`,
    'hook agent_init',
  ],
  [
    'a spread of local constants',
    ts,
    `const base = { agent_init() {}, message_sent() {} }
    export default { name: 'a', hooks: { ...base, message_sent: async () => {} } }`,
    'hook agent_init message_sent',
  ],
  [
    'a spread of something unknown',
    ts,
    `import { base } from './base.ts'
    export default { name: 'a', hooks: { ...base, message_sent() {} } }`,
    'undecided message_sent',
  ],
  [
    'a computed event',
    ts,
    `export default { name: 'a', hooks: { [process.env.EVENT]: () => {}, agent_init() {} } }`,
    'undecided agent_init',
  ],
  ['hooks from a call', ts, `export default { name: 'a', hooks: makeHooks() }`, 'undecided'],
  [
    'an extension from a call',
    ts,
    `export default withLogging({ name: 'a', hooks: { agent_init() {} } })`,
    'undecided',
  ],
  ['an extension from another file', ts, `export { default } from './real.ts'`, 'undecided'],
  ['an imported extension', ts, `import e from './real.ts'\nexport default e`, 'undecided'],
  ['everything from another file', ts, `export * from './handlers.ts'`, 'undecided'],
  [
    'a misspelt event',
    ts,
    `export default { name: 'a', hooks: { tool_execute_befor: async () => {} } }`,
    'hook tool_execute_befor !event.unknown',
  ],
  [
    'a handler that is a number',
    ts,
    `export default { name: 'a', hooks: { agent_init: 3 } }`,
    'hook !hook.handler',
  ],
  [
    'a handler that is a string constant',
    ts,
    `const x = 'no'\nexport default { name: 'a', hooks: { agent_init: x, message_sent() {} } }`,
    'hook message_sent !hook.handler',
  ],
  [
    'a handler left out on purpose',
    ts,
    `export default { name: 'a', hooks: { agent_init: undefined } }`,
    'hook',
  ],
  ['an extension without hooks yet', ts, `export default { name: 'a', hooks: {} }`, 'hook'],
  [
    'a handler that may be a function',
    ts,
    `export default { name: 'a', hooks: { agent_init: debounce(run) } }`,
    'hook agent_init',
  ],
  [
    'bare handlers',
    ts,
    `export async function tool_execute_before(ctx) { return null }\nexport const agent_init = async () => {}`,
    'hook tool_execute_before agent_init',
  ],
  [
    'bare handlers under another name',
    ts,
    `function f() {}\nexport { f as tool_execute_before }`,
    'hook tool_execute_before',
  ],
  [
    'bare handlers from another file',
    ts,
    `export { tool_execute_before } from './impl.ts'`,
    'hook tool_execute_before',
  ],
  [
    'bare CommonJS handlers',
    cjs,
    `exports.tool_execute_before = async () => {}\nmodule.exports.agent_init = function () {}`,
    'hook tool_execute_before agent_init',
  ],
  [
    'an object of bare CommonJS handlers',
    cjs,
    `module.exports = { tool_execute_before(ctx) {}, helper() {} }`,
    'hook tool_execute_before',
  ],
  ['a bare handler that is no function', ts, `export const agent_init = true`, 'hook !hook.handler'],
  [
    'a misspelt handler, alone',
    ts,
    `export async function tool_execute_befor(ctx) { return ctx }`,
    'hook tool_execute_befor !event.unknown',
  ],
  [
    'a misspelt constant, alone',
    ts,
    `export const tool_exceute_before = async (ctx) => ctx`,
    'hook tool_exceute_before !event.unknown',
  ],
  [
    'a misspelt re-export of a local function',
    ts,
    `async function guard(ctx) { return ctx }\nexport { guard as tool_execute_befor }`,
    'hook tool_execute_befor !event.unknown',
  ],
  [
    'a misspelt re-export from another file',
    ts,
    `export { guard as tool_execute_befor } from './guard.ts'`,
    'hook tool_execute_befor !event.unknown',
  ],
  [
    'a misspelt handler that a call makes',
    ts,
    `export const agent_innit = once(async () => {})`,
    'hook agent_innit !event.unknown',
  ],
  [
    'misspelt CommonJS handlers',
    cjs,
    `exports.tool_execute_befor = async () => {}\nmodule.exports.agent_innit = function () {}`,
    'hook tool_execute_befor agent_innit !event.unknown !event.unknown',
  ],
  [
    'a misspelt handler in a default-exported object',
    js,
    `export default { async tool_execute_befor(ctx) { return ctx } }`,
    'hook tool_execute_befor !event.unknown',
  ],
  [
    'a handler in another spelling, alone',
    ts,
    `export async function toolExecuteBefore(ctx) { return ctx }`,
    'hook toolExecuteBefore !event.unknown',
  ],
  [
    'a misspelt handler beside another is one too',
    ts,
    `export async function tool_execute_befor(ctx) {}\nexport async function agent_init() {}`,
    'hook agent_init tool_execute_befor !event.unknown',
  ],
  [
    'another word is no slip',
    ts,
    `export async function message_send(text) {}\nexport function agent_info() {}\nexport function messageSent() {}`,
    'none',
  ],
  [
    'another word, in a file that imports the types',
    ts,
    `import type { MessageContext } from 'hookbench/secureyeoman'\nexport async function message_send(ctx: MessageContext) {}`,
    'hook message_send !event.unknown',
  ],
  ['a misspelt name of no function', ts, `export const tool_execute_befor = 3`, 'none'],
  [
    'a bare handler beside a default export',
    ts,
    `export default function activate() {}\nexport function agent_init() {}`,
    'hook agent_init',
  ],
  [
    'a type of an event name',
    ts,
    `export type agent_init = () => void\nexport interface agent_shutdown {}`,
    'none',
  ],
  ['a declared type export', ts, `type agent_init = 1\nexport type { agent_init }`, 'none'],
  [
    'a file that mentions an event',
    ts,
    `// agent_init\nexport const names = ['agent_init', "tool_execute_before"]\nconst agent_init = () => {}`,
    'none',
  ],
  ['another default function', ts, `export default function activate(context) {}`, 'none'],
  ['another default object', ts, `export default { name: 'vite', plugins: [] }`, 'none'],
  ["another system's hooks", ts, `export default { hooks: { 'build:done': () => {} } }`, 'none'],
  ['an empty file', ts, ``, 'none'],
  ['no extension that does not parse', ts, `const x = {`, 'none'],
  [
    'an extension that does not parse',
    ts,
    `export default { name: 'a', hooks: { agent_init() { return ( } } }`,
    'hook agent_init !syntax.error',
  ],
  [
    'a JavaScript extension with types',
    js,
    `export default { name: 'a', hooks: { agent_init(ctx: Context) {} } }`,
    'hook agent_init !syntax.error',
  ],
  [
    'an enum',
    ts,
    `enum A { x }\nexport default { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'a constant enum',
    ts,
    `const enum A { x }\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  ['a declared enum', ts, `declare enum A { x }\nexport function agent_init() {}`, 'hook agent_init'],
  [
    'a namespace with values',
    ts,
    `namespace A { export const x = 1 }\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'a namespace of types',
    ts,
    `namespace A { export interface X {} }\nexport function agent_init() {}`,
    'hook agent_init',
  ],
  [
    'parameter properties',
    ts,
    `class A { constructor(private x: number, readonly y = 1) {} }\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported !syntax.unsupported',
  ],
  [
    'import equals',
    ts,
    `import x = require('x')\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'export equals',
    ts,
    `export = { name: 'a', hooks: { agent_init() {} } }`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'a decorator',
    ts,
    `@sealed class A {}\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'an assertion in angle brackets',
    ts,
    `const x = <any>y\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'JSX in JavaScript',
    js,
    `const x = <b/>\nexport function agent_init() {}`,
    'hook agent_init !syntax.unsupported',
  ],
  [
    'CRLF and characters beyond 16 bits',
    ts,
    `// 😀\r\nexport default {\r\n  name: '😀',\r\n  hooks: { '😀': 1, agent_init() {} },\r\n}\r\n`,
    'hook agent_init !event.unknown !hook.handler',
  ],
  ['a byte order mark', ts, `\uFEFFexport function agent_init() {}`, 'hook agent_init'],
  [
    'a TypeScript module of another ending',
    'x.mts',
    `export function agent_init(ctx: unknown): void {}`,
    'hook agent_init',
  ],
  ['a Python file among extensions', 'x.py', `def agent_init(): pass`, 'none'],
  [
    'a reassigned export',
    ts,
    `let hooks = { agent_init() {} }\nhooks.message_sent = () => {}\nexport default { name: 'a', hooks }`,
    'undecided',
  ],
])

test('an extension says its name', async () => {
  const document = await read(
    'extension',
    ts,
    `const NAME = 'redact'\nexport default { name: NAME, hooks: { agent_init() {} } }`,
  )
  assert.equal(document.name, 'redact')
})

test('an unknown event comes with the nearest one and stands under its own name', async () => {
  const source = `export default { name: 'a', hooks: { toolExecuteBefore: async () => {} } }`
  const document = await read('extension', ts, source)
  const [problem] = document.problems
  assert.match(problem?.message ?? '', /Did you mean "tool_execute_before"\?/)
  assert.equal(source.slice(problem?.range?.start, problem?.range?.end), 'toolExecuteBefore')
})

test('imports are the relative files a module loads, whatever the spelling', async () => {
  const document = await read(
    'extension',
    ts,
    `import './side.ts'
     import a, { type B } from "./a.ts"
     import type { C } from './types-only.ts'
     import fs from 'node:fs'
     export { d } from '../d.mjs'
     export type { E } from './types-only.ts'
     const f = require('./f')
     const g = await import(\`./g.js\`)
     const h = await import('./' + name)
     import i = require('./i.cjs')
     export function agent_init() { return import('./a.ts') }`,
  )
  assert.deepEqual(document.imports, ['./side.ts', './a.ts', '../d.mjs', './f', './g.js', './i.cjs'])
})

test('a require by another name loads files all the same', async () => {
  const document = await read(
    'extension',
    ts,
    `import module, { createRequire, createRequire as make } from 'node:module'
     const { createRequire: again } = require('node:module')
     const r = createRequire(import.meta.url)
     const s = make(import.meta.url)
     let u
     u = module.createRequire(__filename)
     const same = r
     const maker = module.createRequire
     const v = maker(__filename)
     r('./r.cjs'); s('./s.cjs'); u('./u.cjs'); v('./v.cjs'); same('./same.cjs'); r.resolve('./resolved.cjs')
     again(__filename)('./again.cjs')
     createRequire(import.meta.url)('./direct.cjs')
     other('./other.cjs')`,
  )
  const names = ['r', 's', 'u', 'v', 'same', 'resolved', 'again', 'direct']
  assert.deepEqual(
    document.imports,
    names.map((name) => `./${name}.cjs`),
  )
})

test('a computed event that is a constant is known, and stands at its key', async () => {
  const source = `const EVENT = 'agent_init'\nexport default { name: 'a', hooks: { [EVENT]: () => {} } }`
  const document = await read('extension', ts, source)
  const [site] = document.sites
  assert.equal(document.shape, 'hook')
  assert.deepEqual(site?.events, ['agent_init'])
  assert.equal(source.slice(site?.range.start, site?.range.end), 'EVENT')
})

// Modules that belong to another program when they are found in a folder of a shared name.
const UNCLAIMED: readonly (readonly [title: string, source: string, unclaimed: boolean])[] = [
  ['an Extension', `export default { name: 'a', hooks: { agent_init() {} } }`, false],
  ['a misspelt handler alone', `export async function tool_execute_befor(ctx) {}`, false],
  ['an Extension with computed hooks', `export default { name: 'a', hooks: makeHooks() }`, false],
  ['a helper around an Extension', `export default withLogging({ hooks: { agent_init() {} } })`, false],
  [
    'a call that imports the types',
    `/** @type {import('hookbench/secureyeoman').Extension} */\nexport default make()`,
    false,
  ],
  ['a call', `export default defineHook(({ action }) => action('items.create', () => {}))`, true],
  [
    'a call that names an event as text alone',
    `export default definePlugin({ id: 'a', register(api) { api.on('message_sent', () => {}) } })`,
    true,
  ],
  ['an imported default', `import init from './init.ts'\nexport default init`, true],
  ['a barrel', `export * from './a.ts'`, true],
  ['an object with a name and a spread', `export default { name: 'a', ...base }`, true],
  ['hooks of nobody we know', `export default { name: 'a', hooks: { build_done() {} } }`, true],
  ['an Extension without hooks yet', `export default { name: 'a', hooks: {} }`, true],
  [
    "a misspelt handler beside another program's default export",
    `export default function (pi) {}\nexport async function tool_execute_befor() {}`,
    true,
  ],
]

for (const [title, source, unclaimed] of UNCLAIMED) {
  test(`${title} ${unclaimed ? 'may be of any program' : 'is of this agent'}`, async () => {
    const document = await read('extension', ts, source)
    assert.equal(document.unclaimed === true, unclaimed)
    assert.notEqual(document.shape, 'none')
  })
}
