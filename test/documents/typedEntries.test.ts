// What can be completed at a cursor, what is shown about a place, and which places are fields of the contract.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectId } from '../../runtime/contract/dialectId.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { cutCursor } from '../support/marked.ts'
import { typedOf } from './typedView.ts'

type Row = readonly [title: string, dialect: DialectId, path: string, text: string, entries: string]

const TOOL = 'event sessionId timestamp toolName toolCallId input'
const INIT = 'event sessionId timestamp agentId agentName workspace provider model tools'

/** The same text as JavaScript and as TypeScript. An entry with `|` before it replaces what has been typed. */
const ROWS: readonly Row[] = [
  ['a dot', 'secureyeoman', 'extensions/a', hooks('agent_init: async (ctx) => { ctx.$0 }'), INIT],
  [
    'a dot with the name begun',
    'secureyeoman',
    'extensions/a',
    hooks('agent_init: ctx => ctx.ag$0'),
    all('|', INIT),
  ],
  [
    'a dot before another statement',
    'secureyeoman',
    'extensions/a',
    hooks('async agent_init(ctx) {\n ctx.$0\n const a = 1 }'),
    INIT,
  ],
  ['an optional chain', 'secureyeoman', 'extensions/a', hooks('async agent_init(ctx) { ctx?.$0 }'), INIT],
  [
    'the middle of a name',
    'secureyeoman',
    'extensions/a',
    hooks('async agent_init(ctx) { log(ctx.age$0ntId) }'),
    all('|', INIT),
  ],
  [
    'a nested object',
    'secureyeoman',
    'extensions/a',
    hooks('async after_llm_call({ usage }) { usage.$0 }'),
    'inputTokens outputTokens cachedTokens',
  ],
  [
    'an item of a list',
    'secureyeoman',
    'extensions/a',
    hooks('async before_llm_call(ctx) { ctx.messages.map((m) => m.$0) }'),
    'role content toolCallId',
  ],
  [
    'in a body that does not parse, no key of the braces around it',
    'compilr',
    '.compilr/hooks/a',
    'export default { beforeIteration: [async function a(ctx) {\n const { $0, messages } = ctx\n return }] }',
    '',
  ],
  [
    'brackets',
    'secureyeoman',
    'extensions/a',
    hooks("async tool_execute_before(ctx) { ctx['$0'] }"),
    all('', TOOL),
  ],
  [
    'a parameter taken apart',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before({ $0 }) { }'),
    TOOL,
  ],
  [
    'a parameter taken apart, half done',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before({ input, to$0 }) { }'),
    '|event |sessionId |timestamp |toolName |toolCallId',
  ],
  [
    'a payload taken apart',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before(ctx) { const { $0 } = ctx }'),
    TOOL,
  ],
  [
    'an answer',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before(ctx) { return { ...ctx, $0 } }'),
    TOOL,
  ],
  [
    'an answer with a key',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before(ctx) { return { ...ctx, input: {}, too$0 } }'),
    '|event |sessionId |timestamp |toolName |toolCallId',
  ],
  [
    'a compared value',
    'secureyeoman',
    'extensions/a',
    hooks("async agent_shutdown(ctx) { if (ctx.reason === '$0') {} }"),
    'completed requested error',
  ],
  [
    'a case',
    'secureyeoman',
    'extensions/a',
    hooks("async agent_shutdown({ reason }) { switch (reason) { case 're$0': } }"),
    '|completed |requested |error',
  ],
  [
    'a value in an answer',
    'secureyeoman',
    'extensions/a',
    hooks("async stream_chunk(ctx) { return { ...ctx, channel: '$0' } }"),
    'text thinking',
  ],
  [
    'nothing the author knows better',
    'secureyeoman',
    'extensions/a',
    hooks('async agent_init(ctx) { const own = { a: 1 }; own.$0 }'),
    '',
  ],
  [
    'nothing of a string',
    'secureyeoman',
    'extensions/a',
    hooks('async agent_init(ctx) { ctx.agentName.$0 }'),
    '',
  ],
  [
    'nothing in an open object',
    'secureyeoman',
    'extensions/a',
    hooks('async tool_execute_before(ctx) { ctx.input.$0 }'),
    '',
  ],
  [
    'nothing in a comment',
    'secureyeoman',
    'extensions/a',
    hooks('async agent_init(ctx) {\n // ctx.$0\n }'),
    '',
  ],
  ['nothing outside', 'secureyeoman', 'extensions/a', `${hooks('async agent_init(ctx) {}')}\n$0`, ''],
  [
    'an export by name',
    'secureyeoman',
    'extensions/a',
    'exports.agent_init = async (ctx) => { ctx.$0 }',
    INIT,
  ],
  [
    'module.exports',
    'secureyeoman',
    'extensions/a',
    'module.exports = { name: "a", hooks: { agent_init: async (ctx) => { ctx.$0 } } }',
    INIT,
  ],
  [
    'a class',
    'kaizen',
    '.kaizen/hooks/a',
    "export class A { events = ['pre_tool_use']\n async handle(context) { context.data.$0 } }",
    'tool_name tool_input',
  ],
  [
    'a class of two events, narrowed',
    'kaizen',
    '.kaizen/hooks/a',
    "export class A { events = ['pre_agent_loop', 'post_agent_loop']\n async handle(context) { if (context.event_type === 'post_agent_loop') { context.data.$0 } } }",
    'inputs result',
  ],
  [
    'what a class reports',
    'kaizen',
    '.kaizen/hooks/a',
    "export class A { events = ['pre_tool_use']\n async handle(context) { return { $0 } } }",
    'success data error duration_ms',
  ],
  [
    'a list',
    'compilr',
    '.compilr/hooks/a',
    'export default { onError: [async (ctx) => { ctx.$0 }] }',
    'error phase toolName sessionId iteration signal metadata',
  ],
  [
    'what a list answers',
    'compilr',
    '.compilr/hooks/a',
    'export default { beforeTool: [async (ctx) => ({ $0 })] }',
    'skip result input',
  ],
]

const EXECUTABLE = (rest: string): string => `#!/usr/bin/env node
if (process.argv[2] === 'hook') { console.log('turn_end'); process.exit() }
const payload = JSON.parse(require('fs').readFileSync('/dev/stdin', 'utf8'))
${rest}
`

for (const [title, dialect, path, source, expected] of ROWS) {
  for (const ending of ['js', 'ts']) {
    test(`${title} (${ending})`, async () => {
      const { text, offset } = cutCursor(source)
      assert.equal(shown((await typedOf(dialect, `${path}.${ending}`, text)).entries(offset)), expected)
    })
  }
}

test('an executable: the payload and what is printed', async () => {
  const payload = 'event response turn_number conv_id cwd invoked_by recipe_name'
  for (const [rest, expected] of [
    ['payload.$0', payload],
    ['const { $0 } = payload', payload],
    ["if (payload.invoked_by === '$0') {}", 'main subagent'],
  ] as const) {
    const { text, offset } = cutCursor(EXECUTABLE(rest))
    assert.equal(shown((await typedOf('kodelet', '.kodelet/hooks/turn', text)).entries(offset)), expected)
  }
  const printing = EXECUTABLE('console.log(JSON.stringify({ $0 }))').replace('turn_end', 'before_tool_call')
  const { text, offset } = cutCursor(printing)
  assert.equal(
    shown((await typedOf('kodelet', '.kodelet/hooks/turn', text)).entries(offset)),
    'blocked reason input',
  )
})

test('events complete as keys of the hooks and of a configuration', async () => {
  const extension = cutCursor(hooks('agent_init() {}, $0'))
  const found = (await typedOf('secureyeoman', 'extensions/a.js', extension.text)).entries(extension.offset)
  assert.equal(found.length, Object.keys(dialects.secureyeoman.events).length - 1)
  assert.ok(found.every(({ kind, name }) => kind === 'event' && name !== 'agent_init'))
  const lists = cutCursor('export default { beforeTool: [(ctx) => {}], $0 }')
  const keys = (await typedOf('compilr', '.compilr/hooks/a.js', lists.text)).entries(lists.offset)
  const others = Object.keys(dialects.compilr.events).filter((event) => event !== 'beforeTool')
  assert.equal(shown(keys), others.join(' '))
})

test('entries carry type and documentation of the contract', async () => {
  const { text, offset } = cutCursor(hooks('agent_init: async (ctx) => { ctx.$0 }'))
  const [, , , agent] = (await typedOf('secureyeoman', 'extensions/a.js', text)).entries(offset)
  assert.deepEqual(agent, {
    name: 'agentId',
    kind: 'field',
    detail: 'agentId: string',
    documentation: 'Id of the agent.',
    range: { start: offset, end: offset },
  })
})

test('a place is explained where the contract knows it', async () => {
  const rows = [
    ['agent_init: async (ctx) => { ctx.agent$0Name }', 'agentName: string', 'Name of the agent.'],
    ['agent_init: async ({ agentId$0 }) => {}', 'agentId: string', 'Id of the agent.'],
    [
      'agent_init: async (c$0tx) => {}',
      'ctx: AgentInitContext',
      '`agent_init`: Runs when an agent has started, before its first message.',
    ],
    ['stream_chunk: async (ctx) => ({ ...ctx, te$0xt: "" })', 'text: string', 'The text of this chunk.'],
    ['agent_shutdown: async (ctx) => ctx.err$0or', 'error?: string', 'The error, if the reason is error.'],
    ['agent_init: async (ctx) => { con$0sole.log(ctx) }', undefined, undefined],
  ] as const
  for (const [source, signature, documentation] of rows) {
    for (const ending of ['js', 'ts']) {
      const { text, offset } = cutCursor(hooks(source))
      const about = (await typedOf('secureyeoman', `extensions/a.${ending}`, text)).about(offset)
      assert.equal(about?.signature, signature)
      assert.equal(about?.documentation, documentation)
      if (about !== undefined) assert.match(text.slice(about.range.start, about.range.end), /^\w+$/)
    }
  }
})

test('fields are found with side, events and path, through names and helpers', async () => {
  const text = hooks(`
    async before_llm_call(ctx) {
      const last = ctx.messages.at(-1)
      const { role } = last
      if (last.content === '') ctx.model = 'small'
      if (!ctx.maxTokens) return ctx
      return { ...ctx, messages: ctx.messages.filter((m) => m['role'] !== role), temperature: 0 }
    }`)
  const fields = (await typedOf('secureyeoman', 'extensions/a.js', text)).fields()
  assert.deepEqual(
    fields.map(({ path, side, access, sure, range }) => {
      const shown = `${side.of} ${path.join('.')} ${access}${sure ? '' : ' ?'}`
      assert.equal(text.slice(range.start, range.end), path.at(-1))
      assert.deepEqual('events' in side && side.events, ['before_llm_call'])
      return shown
    }),
    [
      'payload messages read',
      'payload messages.*.role read',
      'payload messages.*.content read',
      'payload model write',
      'payload maxTokens read ?',
      'result messages write',
      'payload messages read',
      'payload messages.*.role read',
      'result temperature write',
    ],
  )
})

test('a field is a spot under the cursor, and other names are none', async () => {
  const source = 'agent_init: async (ctx) => { const { agentId: id } = ctx; log(id, ctx.tools[0]) }'
  const text = hooks(source)
  const typed = await typedOf('secureyeoman', 'extensions/a.ts', text)
  assert.deepEqual(typed.spot(text.indexOf('agentId') + 7)?.path, ['agentId'])
  assert.deepEqual(typed.spot(text.indexOf('tools'))?.path, ['tools'])
  assert.equal(typed.spot(text.indexOf('log(')), undefined)
})

function hooks(body: string): string {
  return `export default { name: 'a', hooks: { ${body} } }`
}

function all(mark: string, names: string): string {
  return names
    .split(' ')
    .map((name) => mark + name)
    .join(' ')
}

function shown(
  entries: readonly { readonly name: string; readonly range: { start: number; end: number } }[],
): string {
  return entries.map(({ name, range }) => (range.end > range.start ? `|${name}` : name)).join(' ')
}
