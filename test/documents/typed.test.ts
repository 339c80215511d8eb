// What the contract's types find in modules that have no types of their own: each row is a file with its findings
// marked, and every reported finding must be marked.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { marksOf, readMarked, showMarked } from '../support/marked.ts'
import { typedIfAny } from './typedView.ts'

type Row = readonly [title: string, dialect: DialectId, path: string, text: string]

/** The same text as JavaScript and as TypeScript. */
const BOTH: readonly Row[] = [
  [
    'a misspelt field of an exported extension',
    'secureyeoman',
    'extensions/a',
    `
export default {
  name: 'a',
  hooks: {
    tool_execute_before: async (ctx) => {
      if (ctx.toolNam === 'bash') return null
              ^^^^^^^ field.unknown
      return ctx
    },
    async tool_execute_after({ toolName, outptu, input: { anything } }) {
                                         ^^^^^^ field.unknown
      return null
             ^^^^ result.null
    },
    agent_init: ctx => { console.log(ctx['agentNme'], ctx.tools.length) },
                                         ^^^^^^^^^^ field.unknown
  },
}`,
  ],
  [
    'a handler that a field of a hook class holds, and HookEvent, which is no payload',
    'kaizen',
    '.kaizen/hooks/a',
    `
import { BaseHook, HookEvent } from 'hookbench/kaizen'

export class Count extends BaseHook {
  events = [HookEvent.PRE_TOOL_USE]
  seen = [HookEvent.NOT_THERE]
  handle = async (context) => {
    if (context.data.tool_nam === 'bash') return { success: 'yes' }
                     ^^^^^^^^ field.unknown
                                                   ^^^^^^^ result.type
    return { success: true }
  }
}`,
  ],
  [
    'module.exports, exports by name, constants and functions',
    'secureyeoman',
    'extensions/a',
    `
exports.agent_init = async function (ctx) {
  console.log(ctx.agentNmae)
                  ^^^^^^^^^ field.unknown
}
const stop = async ({ reasn }) => {}
                      ^^^^^ field.unknown
exports.agent_shutdown = stop
exports.stream_chunk = chunk
async function chunk(ctx) {
  return { ...ctx, text: ctx.txt }
                             ^^^ field.unknown
}`,
  ],
  [
    'an extension put together from constants',
    'secureyeoman',
    'extensions/a',
    `
const before = async (context) => {
  const { input, ...rest } = context
  for (const key of Object.keys(input)) if (input[key].danger.level > 3) return null
  return { ...rest, input, toolname: 1 }
                           ^^^^^^^^ result.unknown
}
const hooks = { tool_execute_before: before }
module.exports = { name: 'a', hooks }`,
  ],
  [
    'answers of another shape',
    'secureyeoman',
    'extensions/a',
    `
export default {
  name: 'a',
  hooks: {
    before_llm_call: async (ctx) => {
      if (ctx.stream) return { ...ctx, temperature: 'hot' }
                                       ^^^^^^^^^^^ result.type
      if (ctx.messages.length > 9) return { messages: ctx.messages.slice(-9) }
                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ result.type
      return ctx.messages[0].role === 'system' ? ctx : 'no'
                                                       ^^^^ result.type
    },
    after_llm_call: async (ctx) => ctx.stopReason === 'max_tokens' ? { ...ctx, stopReason: 'stopped' } : null,
                                                                               ^^^^^^^^^^ result.type
                                                                                                         ^^^^ result.null
    memory_recall_before: (ctx) => ctx,
  },
}`,
  ],
  [
    'a transform that can end without its payload',
    'secureyeoman',
    'extensions/a',
    `
export default {
  name: 'a',
  hooks: {
    async stream_chunk(ctx) {
          ^^^^^^^^^^^^ result.missing
      if (ctx.channel === 'text') return ctx
    },
    async tool_execute_after(ctx) {
      if (!ctx.success) return
                        ^^^^^^ result.missing
      return ctx
    },
    async before_llm_call(ctx) {
          ^^^^^^^^^^^^^^^ result.missing
      ctx.messages.push({ role: 'system', content: 'Be brief.' })
    },
    async prompt_assembly_after(ctx) {
      throw new Error('never')
    },
    async prompt_assembly_before(ctx) {
      if (ctx.sections.length > 3) return ctx
      process.exit(1)
    },
    async message_loop_end(ctx) {},
  },
}`,
  ],
  [
    'values a field never has',
    'secureyeoman',
    'extensions/a',
    `
export default {
  name: 'a',
  hooks: {
    agent_shutdown: async ({ reason, error }) => {
      if (reason === 'crash' || error === 'anything') return
                     ^^^^^^^ value.impossible
    },
    async stream_end(ctx) {
      const why = ctx.stopReason
      switch (why) {
        case 'end_turn':
        case 'tool_usee':
             ^^^^^^^^^^^ value.impossible
          return
      }
      if ('textt' !== ctx.text && ctx.event === 'stream_chunk') return
    },
  },
}`,
  ],
  [
    'what the code has checked, and what nobody can know',
    'secureyeoman',
    'extensions/a',
    `
const seen = {}
export default {
  name: 'a',
  hooks: {
    async tool_execute_before(ctx) {
      if ('sandbox' in ctx) console.log(ctx.sandbox)
      if (ctx.dryRun) return ctx
      if (typeof ctx.userId === 'string') console.log(ctx.userId.length)
      const agent = ctx.agent ?? ctx.subagent ?? 'main'
      const name = ctx.tool_name || ctx.toolName
      const size = ctx.request?.body?.length ?? (ctx.args || []).length
      const { trace = 'none' } = ctx
      const { command = '', args: { first } = {} } = ctx.input
      ctx.startedAt = Date.now()
      console.log(ctx.startedAt, ctx[name], ctx.hasOwnProperty('a'), agent, trace, command, first, size)
      const copy = { ...ctx, extra: { deep: 1 } }
      seen[ctx.toolCallId] = copy.extra.deep + copy.other
      copy.input.whatever.it.holds()
      return { ...copy, input: { ...ctx.input, cwd: process.cwd() } }
    },
    async tool_execute_after(ctx) {
      ctx = await enrich(ctx)
      if (ctx.enriched) ctx.enriched.by.whom()
      return ctx
    },
    async before_llm_call(ctx) {
      const any = JSON.parse('{}')
      return any.skip ? any : Object.assign({}, ctx, { more: true })
    },
    async after_llm_call(...args) {
      return args[0]
    },
    async stream_chunk(ctx) {
      return wrap(ctx)
    },
    async memory_save_before(ctx) {
      let answer = null
      if (ctx.tags.includes('keep')) answer = ctx
      return answer
    },
    async delegation_before(ctx) {
      const budget = ctx.tokenBudget - 100
      return { ...ctx, tokenBudget: Math.max(budget, 0), ...(budget < 0 ? { task: 'less' } : {}) }
    },
  },
}
async function enrich(ctx) { return { ...ctx, enriched: { by: { whom() {} } } } }
function wrap(value) { return value }`,
  ],
  [
    'wrapped, imported and computed handlers are nobody\u2019s business',
    'secureyeoman',
    'extensions/a',
    `
import { guard } from './guard.js'
import { logged } from 'somewhere'
const name = 'agent_' + 'init'
export default {
  name: 'a',
  hooks: {
    tool_execute_before: guard,
    tool_execute_after: logged(async (ctx) => ctx.whatever),
    [name]: async (ctx) => ctx.whatever,
    get stream_chunk() { return (ctx) => ctx.whatever },
  },
}`,
  ],
  [
    'classes with handle',
    'kaizen',
    '.kaizen/hooks/a',
    `
export class Audit {
  events = ['pre_tool_use', 'post_tool_use']
  count = 0
  async handle(context) {
    this.count += 1
    if (context.event_type === 'pre_tool_use') console.log(context.data.tool_nme, context.data.tool_input.any.thing)
                                                                        ^^^^^^^^ field.unknown
    if (context.data.result) return { success: true, data: { cost: context.data.estimated_cost_usd } }
    if (this.count > 3) return { sucess: false }
                                 ^^^^^^ result.type
    return { success: false, errr: 'too much' }
                             ^^^^ result.unknown
  }
}

export class All { async handle(context) { this.last = context.agentid; return { success: !!this.last } } }
                                                               ^^^^^^^ field.unknown
export class Half { events = ['pre_tool_use']; async handle(context) { if (context.metadata) return null } }
             ^^^^ result.missing
                                                                                                    ^^^^ result.null`,
  ],
  [
    'lists of a HooksConfig',
    'compilr',
    '.compilr/hooks/a',
    `
const limit = (ctx) => {
  if (ctx.iteration > 9) return { skip: true, reason: 'too many' }
}

export default {
  beforeIteration: [limit],
  beforeTool: [
    async (ctx) => {
      ctx.metadata.calls = (ctx.metadata.calls ?? 0) + 1
      if (ctx.tool === 'bash') return { skip: true, reslt: { success: false } }
              ^^^^ field.unknown
                                                    ^^^^^ result.unknown
      ctx.signal?.throwIfAborted()
    },
    ({ toolName }) => (toolName === 'web' ? { block: true } : undefined),
                                              ^^^^^ result.unknown
  ],
  afterTool: [function (ctx) { return { result: { success: 'yes' } } }],
                                                  ^^^^^^^ result.type
  onError: [({ phase, error }) => phase === 'network' ? { handled: true } : { error: new Error(error.message) }],
                                            ^^^^^^^^^ value.impossible
}`,
  ],
  [
    'a broken handler gets nothing, its neighbours do',
    'secureyeoman',
    'extensions/a',
    `
export default {
  name: 'a',
  hooks: {
    async agent_init(ctx) { ctx.nonsense.of( },
    async agent_shutdown(ctx) { ctx.raeson },
                                    ^^^^^^ field.unknown
  },
}
const after = 1`,
  ],
]

const ROWS: readonly Row[] = [
  ...BOTH.flatMap(([title, dialect, path, text]): readonly Row[] => [
    [title, dialect, `${path}.js`, text],
    [title, dialect, `${path}.ts`, text],
  ]),
  [
    'an executable in JavaScript',
    'kodelet',
    '.kodelet/hooks/guard',
    `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs')
if (process.argv[2] === 'hook') {
  console.log('before_tool_call')
  process.exit(0)
}
const payload = JSON.parse(readFileSync(0, 'utf8'))
const { tool_inptu, conv_id } = payload
        ^^^^^^^^^^ field.unknown
const config = JSON.parse(readFileSync(payload.cwd + '/guard.json', 'utf8'))
if (config.deny.includes(payload.tool_name)) writeFileSync('log', JSON.stringify({ anything: conv_id }))
if (payload.tool_input.command === 'rm') console.log(JSON.stringify({ blocked: 'yes', reason: 'no' }))
                                                                      ^^^^^^^ result.type
else process.stdout.write(JSON.stringify({ block: true }) + '\\n')
                                           ^^^^^ result.unknown
`,
  ],
  [
    'an executable that gathers stdin',
    'kodelet',
    '.kodelet/hooks/turn',
    `#!/usr/bin/env node
async function main() {
  if (process.argv[2] === 'hook') return console.log('agent_stop')
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const payload = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  for (const message of payload.messages) if (message.rol === 'user') return
                                                      ^^^ field.unknown
  console.log(JSON.stringify({ follow_up_messages: 'go on' }))
                               ^^^^^^^^^^^^^^^^^^ result.type
}
main()
`,
  ],
  [
    'an executable with helpers and events',
    'kodelet',
    '.kodelet/hooks/helper.ts',
    `#!/usr/bin/env -S node --experimental-strip-types
function readInput(): Promise<string> {
  return new Promise((done) => {
    let text = ''
    process.stdin.on('data', (piece) => { text += piece })
    process.stdin.on('end', () => done(text))
  })
}
const run = async () => {
  const input = JSON.parse(await readInput())
  console.error(input.mesage)
                      ^^^^^^ field.unknown
  console.log(JSON.stringify({ blocked: input.message.includes('secret') }))
}
if (process.argv[2] === 'hook') console.log('user_message_send')
else run()
`,
  ],
  [
    'an executable that is handed its text',
    'kodelet',
    '.kodelet/hooks/text.mjs',
    `#!/usr/bin/env node
import { argv, stdin } from 'node:process'
import { text } from 'node:stream/consumers'
if (argv[2] === 'hook') console.log('user_message_send')
else {
  const { messge, cwd } = JSON.parse(await text(stdin))
          ^^^^^^ field.unknown
  console.log(JSON.stringify(messge === cwd ? { blocked: true } : {}))
}
`,
  ],
  [
    'an author\u2019s own types go before ours',
    'secureyeoman',
    'extensions/own.ts',
    `
interface Ctx { toolNam: string }
type Hooks = { tool_execute_before(ctx: Ctx): Promise<unknown> }
const hooks: Hooks = { tool_execute_before: async (ctx) => ctx.toolNam }
export default { name: 'own', hooks }
export const other = { hooks: { async agent_init(ctx: Ctx) { ctx.toolNam } } }`,
  ],
  [
    'types that the author\u2019s compiler cannot find are ours',
    'secureyeoman',
    'extensions/typed.ts',
    `
import type { Extension, ToolContext } from 'hookbench/secureyeoman'
export default {
  name: 'typed',
  hooks: {
    agent_init: async (ctx) => console.log(ctx.agentNam),
                                               ^^^^^^^^ field.unknown
    tool_execute_before: async (ctx: ToolContext): Promise<ToolContext | null> => (ctx.toolNam ? ctx : null),
                                                                                       ^^^^^^^ field.unknown
    tool_execute_after: async (ctx: any) => ctx.anything,
  },
} satisfies Extension`,
  ],
  [
    'JSDoc that says nothing is no type',
    'secureyeoman',
    'extensions/doc.js',
    `
/**
 * Starts.
 * @param {Object} ctx - the context
 */
export async function agent_init(ctx) { console.log(ctx.agentNam) }
                                                        ^^^^^^^^ field.unknown
/** @param {{ own: string }} ctx */
export async function agent_shutdown(ctx) { console.log(ctx.own, ctx.other) }`,
  ],
  [
    'astral characters before a finding',
    'secureyeoman',
    'extensions/astral.js',
    `export async function agent_init(ctx) { console.log('\u{1F600}\u{1F600}', ctx.agentNam) }
                                                                ^^^^^^^^ field.unknown`,
  ],
]

for (const [title, dialect, path, source] of ROWS) {
  test(`${title} (${path})`, async () => {
    const { text, marks } = readMarked(source)
    const problems = (await typedIfAny(dialect, path, text))?.problems() ?? []
    const found = marksOf(text, problems)
    assert.equal(showMarked(text, [...found].sort()), showMarked(text, [...marks].sort()))
  })
}

test('a module that is no hook has no typed view', async () => {
  for (const text of [
    'export const add = (a, b) => a + b',
    'export default { name: "plugin", setup() {} }',
    '',
  ])
    assert.equal(await typedIfAny('secureyeoman', 'extensions/tool.js', text), undefined)
})
