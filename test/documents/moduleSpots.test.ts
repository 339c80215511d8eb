// The spots of modules that syntax alone shows: each row is a text and the spots found in it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exports } from '../../runtime/contract/dialect.ts'
import { understandDocument } from '../../runtime/documents/understand.ts'
import { EVENTS } from './check.ts'

const ROWS: readonly (readonly [exports: Exports, text: string, spots: string])[] = [
  [
    'extension',
    "export default { name: 'a', hooks: { agent_init() {}, 'message_sent': (c) => {}, nonsense() {} } }",
    "event:agent_init(bare) event:message_sent(') event:nonsense(bare)",
  ],
  ['extension', 'export async function agent_init(ctx) {}\nexport const other = 1', 'event:agent_init(bare)'],
  ['extension', 'exports["agent_init"] = () => {}', 'event:agent_init(")'],
  [
    'lists',
    'export default { beforeTool: [(c) => {}], "afterTool": [], before: [], note: 1 }',
    'event:beforeTool(bare) event:afterTool(") event:before(bare)',
  ],
  [
    'classes',
    "export class A { events = ['pre_tool_use', `nonsense`] as const; handle() {} }",
    "event:pre_tool_use(') event:nonsense(`)",
  ],
  [
    'classes',
    'export class A { constructor() { this.events = ["pre_tool_use"] } handle() {} }',
    'event:pre_tool_use(")',
  ],
  [
    'executable',
    "#!/usr/bin/env node\nif (process.argv[2] === 'hook') console.log('turn_end')",
    "event:turn_end(')",
  ],
  [
    'extension',
    "import a from './a.ts'\nconst b = require('../b')\nexport { c } from 'pkg'\nexport function agent_init() { return import('./d.mjs') }",
    'file:./a.ts file:../b event:agent_init(bare) file:./d.mjs',
  ],
  [
    'extension',
    "const { HOME, PORT: port = 1 } = process.env\nexport const agent_init = () => [process.env.TOKEN, process.env['KEY'], process.env[port]]",
    'variable:HOME variable:PORT event:agent_init(bare) variable:TOKEN variable:KEY',
  ],
  ['extension', 'export const helper = process.env.TOKEN', ''],
]

for (const [exports, text, expected] of ROWS) {
  test(`${exports}: ${text.split('\n')[0]}`, async () => {
    const path = exports === 'executable' ? '/a/hook' : '/a/hook.ts'
    const { spots } = await understandDocument({ path, text, exports, events: EVENTS[exports] })
    const shown = spots.map((spot) => {
      const written = text.slice(spot.range.start, spot.range.end)
      if (spot.kind === 'event') {
        assert.equal(spot.name, written)
        return `event:${written}(${spot.quote})`
      }
      return `${spot.kind}:${written}`
    })
    assert.equal(shown.join(' '), expected)
  })
}
