// Which local code a module hook may load: pinned files only, whatever path is used to reach them.

import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { after, test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const PROJECT = `
  //- /home/
  //- /ws/package.json
  { "name": "myproj", "workspaces": ["packages/*"], "exports": { "./*": "./*" },
    "imports": { "#lib/*": "./extensions/lib/*" } }
  //- /ws/packages/pol/package.json
  { "name": "pol", "exports": "./index.js" }
  //- /ws/packages/pol/index.js
  exports.word = 'pol'
  //- /ws/node_modules/real/package.json
  { "name": "real", "exports": "./index.js" }
  //- /ws/node_modules/real/index.js
  exports.word = require('./word.js')
  //- /ws/node_modules/real/word.js
  module.exports = 'real'
  //- /ws/extensions/lib/h.ts
  export const word: string = 'h'
  //- /ws/extensions/lib/q.cjs
  exports.word = 'q'
  //- /ws/extensions/lib/m.mts
  export const word: string = 'm'
  //- /ws/extensions/lib/c.cts
  exports.word = 'c' as string
  //- /ws/extensions/lib/folder/index.cts
  exports.word = 'folder' as string
`

/** Fires one event at one hook with this text, in a project of its own. */
async function firedWith(text: string, ending = 'ts'): Promise<Outcome> {
  const tree = writeTree(PROJECT)
  after(tree.remove)
  tree.write(`//- /ws/extensions/_10_hook.${ending}\n${text}\n`)
  symlinkSync('../packages/pol', tree.at('/ws/node_modules/pol'))
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  try {
    const example = recordOf('secureyeoman', 'tool_execute_before')?.example
    return await workspace.fire('tool_execute_before', example, { dialect: 'secureyeoman' })
  } finally {
    await workspace.close()
  }
}

const handler = 'export const tool_execute_before = (context: object) => ({ ...context, input: { word } })'
const plain = 'exports.tool_execute_before = (context) => ({ ...context, input: { word } })'
const made = `import { createRequire } from 'node:module'\n`

const loaded: readonly { how: string; text: string; word: string; ending?: string }[] = [
  { how: 'a package', text: `import { word } from 'real'\n${handler}`, word: 'real' },
  {
    how: 'a package that is required',
    text: `const { word } = require('real')\n${plain}`,
    word: 'real',
    ending: 'cjs',
  },
  {
    how: 'pinned code by the name of its own project',
    text: `import './lib/h.ts'\nimport { word } from 'myproj/extensions/lib/h.ts'\n${handler}`,
    word: 'h',
  },
  {
    how: 'pinned code that is required by the name of its own project',
    text: `require('./lib/q.cjs')\nconst { word } = require('myproj/extensions/lib/q.cjs')\n${plain}`,
    word: 'q',
    ending: 'cjs',
  },
  {
    how: 'pinned code that is required by a short name of its own project',
    text: `require('./lib/q.cjs')\nconst { word } = require('#lib/q.cjs')\n${plain}`,
    word: 'q',
    ending: 'cjs',
  },
  {
    how: 'what Hookbench and Node bring, by require()',
    text: `require('path')\nconst word = typeof require('hookbench/secureyeoman').emit\n${plain}`,
    word: 'function',
    ending: 'cjs',
  },
  { how: 'a .mts file', text: `import { word } from './lib/m.mts'\n${handler}`, word: 'm' },
  { how: 'a .cts file', text: `import { word } from './lib/c.cts'\n${handler}`, word: 'c' },
  {
    how: 'a .cts file without its ending',
    text: `const { word } = require('./lib/c')\n${plain}`,
    word: 'c',
    ending: 'cjs',
  },
  {
    how: 'a folder',
    text: `const { word } = require('./lib/folder')\n${plain}`,
    word: 'folder',
    ending: 'cjs',
  },
  {
    how: 'what a renamed require loads',
    text: `${made}const r = createRequire(import.meta.url)\nconst { word } = r('./lib/q.cjs')\n${handler}`,
    word: 'q',
  },
]

for (const { how, text, word, ending } of loaded) {
  test(`a hook may load ${how}`, async () => {
    const { hooks, payload } = await firedWith(text, ending)
    assert.deepEqual([hooks[0]?.status, hooks[0]?.why], ['returned', undefined])
    assert.deepEqual((payload as { input: unknown }).input, { word })
  })
}

const refused: readonly { how: string; text: string; file: RegExp; ending?: string; remedy?: RegExp }[] = [
  {
    how: 'code by the name of its own project',
    text: `import { word } from 'myproj/extensions/lib/h.ts'\n${handler}`,
    file: /"myproj\/extensions\/lib\/h\.ts" in .*_10_hook\.ts loads .*lib\/h\.ts, which is not one of/,
  },
  {
    how: 'code that is required by the name of its own project',
    text: `const { word } = require('myproj/extensions/lib/q.cjs')\n${plain}`,
    file: /loads .*lib\/q\.cjs, which is not one of/,
    ending: 'cjs',
  },
  {
    how: 'a package of the same repository that node_modules links to',
    text: `import { word } from 'pol'\n${handler}`,
    file: /"pol" in .* loads .*packages\/pol\/index\.js, which is not one of/,
  },
  {
    how: 'a linked package that is required',
    text: `const { word } = require('pol')\n${plain}`,
    file: /"pol" in .* loads .*packages\/pol\/index\.js, which is not one of/,
    ending: 'cjs',
  },
  {
    how: 'a linked package that a made require loads',
    text: `${made}const { word } = createRequire(import.meta.url)('pol')\n${handler}`,
    file: /"pol" in .* loads .*packages\/pol\/index\.js, which is not one of/,
  },
  {
    how: 'a linked package by import()',
    text: `const { word } = await import('pol')\n${handler}`,
    file: /"pol" in .* loads .*packages\/pol\/index\.js, which is not one of/,
  },
  {
    how: 'a file whose name is made up as it runs',
    text: `const name = ['q'].join('')\nconst { word } = require('./lib/' + name + '.cjs')\n${plain}`,
    file: /"\.\/lib\/q\.cjs" in .* loads .*lib\/q\.cjs, which is not one of/,
    ending: 'cjs',
    remedy: /write the path literally/,
  },
]

for (const { how, text, file, ending, remedy = /by a relative path/ } of refused) {
  test(`a hook may not load ${how}, and hears what to do`, async () => {
    const { hooks } = await firedWith(text, ending)
    assert.equal(hooks[0]?.status, 'failed')
    assert.match(hooks[0]?.why ?? '', file)
    assert.match(hooks[0]?.why ?? '', remedy)
    assert.match(hooks[0]?.why ?? '', /trust the hook again/)
  })
}
