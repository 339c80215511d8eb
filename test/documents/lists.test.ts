// compilr's HooksConfig files: every function of every list is a hook.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, read } from './check.ts'

const ts = '.compilr/hooks/guard.ts'
const cjs = '.compilr/hooks/guard.cjs'

check('lists', [
  [
    'a HooksConfig',
    ts,
    `import type { HooksConfig } from '@compilr-dev/agents'
    export default { beforeTool: [async function skip(ctx) { return { skip: true } }], afterTool: [(ctx) => undefined] } satisfies HooksConfig`,
    'hook beforeTool[0]:skip=beforeTool afterTool[0]=afterTool',
  ],
  [
    'functions by name',
    ts,
    `const redact = async (ctx) => {}\nfunction count() {}
    const config: HooksConfig = { beforeTool: [redact, count], onError: [count] }\nexport default config`,
    'hook beforeTool[0]:redact=beforeTool beforeTool[1]:count=beforeTool onError[0]:count=onError',
  ],
  [
    'lists by name',
    cjs,
    `const beforeTool = [function a() {}]\nmodule.exports = { beforeTool, afterLLM: [] }`,
    'hook beforeTool[0]:a=beforeTool',
  ],
  [
    'a function made by a call',
    ts,
    `export default { beforeTool: [limit(10), audit.log] }`,
    'hook beforeTool[0]:limit=beforeTool beforeTool[1]:log=beforeTool',
  ],
  [
    'a spread makes what follows undecided',
    ts,
    `export default { beforeTool: [a, ...others, b] }\nfunction a() {}\nfunction b() {}`,
    'undecided beforeTool[0]:a=beforeTool',
  ],
  [
    'a spread of a list of this file',
    ts,
    `const first = [function a() {}, function b() {}]\nexport default { beforeTool: [...first, function c() {}] }`,
    'hook beforeTool[0]:a=beforeTool beforeTool[1]:b=beforeTool beforeTool[2]:c=beforeTool',
  ],
  [
    'a spread of a list that grows',
    ts,
    `const first = [function a() {}]\nfirst.push(b)\nexport default { beforeTool: [...first, function c() {}] }`,
    'undecided',
  ],
  [
    'a config that a helper hands back',
    ts,
    `export default defineHooks({ beforeTool: [function a() {}] })`,
    'hook beforeTool[0]:a=beforeTool',
  ],
  [
    'exports.default',
    cjs,
    `exports.default = { beforeTool: [function a() {}] }`,
    'hook beforeTool[0]:a=beforeTool',
  ],
  ['a function that may be left out', ts, `export default { beforeTool: [debug && log] }`, 'undecided'],
  [
    'a spread of a local config',
    ts,
    `const base = { beforeTool: [function a() {}] }\nexport default { ...base, afterTool: [function b() {}] }`,
    'hook beforeTool[0]:a=beforeTool afterTool[0]:b=afterTool',
  ],
  [
    'a spread of something unknown',
    ts,
    `import base from './base.ts'\nexport default { ...base, afterTool: [function b() {}] }`,
    'undecided afterTool[0]:b=afterTool',
  ],
  ['a computed list', ts, `export default { [name]: [() => {}] }`, 'undecided'],
  ['a list from a call', ts, `export default { beforeTool: hooks() }`, 'undecided'],
  ['a config from a call', ts, `export default createLoggingHooks()`, 'undecided'],
  [
    'a misspelt list',
    ts,
    `export default { beforeTools: [() => {}] }`,
    'hook beforeTools[0]=beforeTools !event.unknown',
  ],
  [
    'one function instead of a list',
    ts,
    `export default { beforeTool: async () => {} }`,
    'hook !hook.handler',
  ],
  ['a method instead of a list', ts, `export default { async beforeTool(ctx) {} }`, 'hook !hook.handler'],
  [
    'a text in a list',
    ts,
    `export default { beforeTool: ['no', () => {}] }`,
    'hook beforeTool[1]=beforeTool !hook.handler',
  ],
  [
    'a list left out',
    ts,
    `export default { beforeTool: undefined, afterTool: [() => {}] }`,
    'hook afterTool[0]=afterTool',
  ],
  ['no default export', ts, `export const hooks = { beforeTool: [() => {}] }`, 'none'],
  ['another default export', ts, `export default class Agent {}`, 'none'],
  ['a config that does not parse', ts, `export default { beforeTool: [`, 'hook !syntax.error'],
  ['a file that does not parse at all', ts, `%%%`, 'undecided !syntax.error'],
  [
    'an enum beside the config',
    ts,
    `enum Level { low }\nexport default { beforeTool: [() => {}] }`,
    'hook beforeTool[0]=beforeTool !syntax.unsupported',
  ],
])

test('lists of lists that come to more than anybody writes are left undecided', async () => {
  const levels = Array.from({ length: 12 }, (_, at) => `const a${at + 1} = [${`...a${at}, `.repeat(8)}]`)
  const text = `const a0 = [() => {}]\n${levels.join('\n')}\nexport default { beforeTool: [...a12] }`
  const { shape, sites } = await read('lists', ts, text)
  assert.equal(shape, 'undecided')
  assert.ok(sites.length < 1000)
  assert.equal(
    (await read('lists', ts, 'const a = [...a]\nexport default { beforeTool: a }')).shape,
    'undecided',
  )
})
