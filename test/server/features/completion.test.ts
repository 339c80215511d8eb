// What completion offers at spots, from which shapes, in which order; and whole hooks in files without content.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialects } from '../../../runtime/contract/dialects/index.ts'
import type { Hook } from '../../../runtime/contract/hook.ts'
import { defaultSettings } from '../../../runtime/contract/settings.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import { openTyping } from '../../../runtime/documents/typing.ts'
import { complete } from '../../../server/features/completion/complete.ts'
import type { CompletionGround } from '../../../server/features/completion/item.ts'
import { inMemory, ROOT, type SpotHere, withDocument } from '../../support/project.ts'

const GUARD = '.kodelet/hooks/guard'
const KODELETS = Object.keys(dialects.kodelet.events)
const before = { of: 'payload', events: ['before_tool_call'] } as const
const answer = { of: 'result', events: ['before_tool_call'] } as const

const ground = (hooks: readonly Hook[] = []): CompletionGround => ({
  hooks: async () => hooks,
  settings: { ...defaultSettings, environment: { set: { TOKEN: 'secret' }, drop: [] } },
  variables: ['HOME', 'PATH'],
})

/** The labels offered at the `$0` of a file with only this spot there. */
async function offered(file: string, text: string, spot: SpotHere, given = ground()) {
  const { view, offset } = await inMemory({ [file]: text }).cursor()
  const start = offset - (/\w*$/.exec(view.text.slice(0, offset))?.[0].length ?? 0)
  const end = offset + (/^\w*/.exec(view.text.slice(offset))?.[0].length ?? 0)
  const spotted = withDocument(view, { spots: [{ ...spot, range: { start, end } } as Spot] })
  return complete(spotted, offset, given)
}

const field = (side: object, path: readonly (string | number)[], more: object = {}) =>
  ({ kind: 'field', side, path, quote: '"', access: 'read', sure: true, ...more }) as SpotHere
const value = (side: object, path: readonly (string | number)[], more: object = {}) =>
  ({ kind: 'value', side, path, quote: '"', access: 'read', sure: true, ...more }) as SpotHere

const ROWS: readonly {
  readonly what: string
  readonly file?: string
  readonly text: string
  readonly spot: SpotHere
  readonly offers: readonly string[]
}[] = [
  {
    what: 'a payload: required fields first, in the order of the record',
    text: 'payload["$0"]',
    spot: field(before, ['']),
    offers: [
      'event',
      'conv_id',
      'cwd',
      'invoked_by',
      'tool_name',
      'tool_input',
      'tool_user_id',
      'recipe_name',
    ],
  },
  {
    what: 'the fields of all events that may be meant, each once',
    text: 'payload["$0"]',
    spot: field({ of: 'payload', events: ['user_message_send', 'agent_stop'] }, ['']),
    offers: ['event', 'conv_id', 'cwd', 'invoked_by', 'message', 'messages', 'recipe_name'],
  },
  {
    what: 'an answer: what stands in it already is left out, what is being typed is not',
    text: '{"blocked": true, "re$0"}',
    spot: field(answer, ['re'], { access: 'write', siblings: ['blocked', 're'] }),
    offers: ['reason', 'input'],
  },
  {
    what: 'an open shape: nothing',
    text: 'payload["tool_input"]["$0"]',
    spot: field(before, ['tool_input', '']),
    offers: [],
  },
  {
    what: 'a value that can be one of two',
    text: 'if payload["invoked_by"] == "$0":',
    spot: value(before, ['invoked_by']),
    offers: ['main', 'subagent'],
  },
  {
    what: 'a value of which all is known but null',
    text: '{"blocked": $0}',
    spot: value(answer, ['blocked'], { access: 'write' }),
    offers: ['true', 'false', 'null'],
  },
  {
    what: 'a text: nothing',
    text: 'payload["cwd"] == "$0"',
    spot: value(before, ['cwd']),
    offers: [],
  },
  {
    what: 'event names of the dialect',
    text: 'echo "$0"',
    spot: { kind: 'event', name: '', quote: '"' } as SpotHere,
    offers: KODELETS,
  },
  {
    what: 'event names as members of an enumeration',
    text: 'HookEvent.AGENT$0',
    spot: { kind: 'event', name: 'agent', quote: 'bare', written: 'upper' },
    offers: KODELETS.map((name) => name.toUpperCase()),
  },
  {
    what: 'environment variables by name, those of the settings first',
    text: 'echo $$0',
    spot: { kind: 'variable', name: '' } as SpotHere,
    offers: ['TOKEN', 'HOME', 'PATH'],
  },
  {
    what: 'keys of the settings',
    file: '.hookbench/settings.json',
    text: '{ "recording": { "$0" } }',
    spot: field({ of: 'settings' }, ['recording', ''], { access: 'write' }),
    offers: ['maxBytes', 'keep'],
  },
  {
    what: 'values of the settings',
    file: '.hookbench/settings.json',
    text: '{ "severities": { "field.unknown": "$0" } }',
    spot: value({ of: 'settings' }, ['severities', 'field.unknown'], { access: 'write' }),
    offers: ['error', 'warning', 'info', 'off'],
  },
  {
    what: 'the keys of a matcher, where a case allows one',
    file: '.hookbench/cases/one.json',
    text: '{ "matchers": { "reason": { "$0" } } }',
    spot: field({ of: 'case' }, ['matchers', 'reason', ''], { access: 'write' }),
    offers: ['$match', '$any', '$type'],
  },
]

for (const { what, file = GUARD, text, spot, offers } of ROWS) {
  test(`offered for ${what}`, async () => {
    const items = await offered(file, text, spot)
    assert.deepEqual(
      items.map(({ label }) => label),
      offers,
    )
  })
}

test('a problem code is a key of the severities', async () => {
  const spot = field({ of: 'settings' }, ['severities', ''], { access: 'write' })
  const items = await offered('.hookbench/settings.json', '{ "severities": { "$0" } }', spot)
  assert.ok(items.some(({ label }) => label === 'field.unknown'))
})

test('the ids of hooks are offered where the settings switch some off, with what they answer', async () => {
  const { project } = inMemory({ 'extensions/a.ts': 'export async function agent_init(ctx) {}\n' })
  const spot = value({ of: 'settings' }, ['disabled', 0], { access: 'write' })
  const items = await offered(
    '.hookbench/settings.json',
    '{ "disabled": ["$0"] }',
    spot,
    ground(await project.hooks()),
  )
  assert.deepEqual(
    items.map(({ label, detail }) => [label, detail]),
    [['secureyeoman:workspace:a.ts', 'agent_init (workspace)']],
  )
})

test('values of environment variables are not shown', async () => {
  const items = await offered(GUARD, 'echo $$0', { kind: 'variable', name: '' } as SpotHere)
  const texts = items.flatMap(({ label, detail, documentation, insert }) => [
    label,
    detail,
    documentation?.(),
    insert,
  ])
  assert.ok(texts.every((text) => text === undefined || !text.includes('secret')))
})

test('a quoted key that is begun in an object goes on with its colon', async () => {
  const spot = field(answer, ['re'], { access: 'write' })
  const [open] = await offered(GUARD, 'echo \'{"re$0', spot)
  assert.equal(open?.insert, 'blocked": ')
  const [closed] = await offered(GUARD, 'x = {"re$0"}', spot)
  assert.equal(closed?.insert, 'blocked')
})

const WRITTEN: readonly (readonly [string, string, string, string])[] = [
  // [file, text, label, the text afterwards], with the real readers
  ['.hookbench/settings.json', '{ "fail$0" }', 'failOpen', '{ "failOpen":  }'],
  ['.hookbench/settings.json', '{ $0 }', 'failOpen', '{ "failOpen":  }'],
  ['.hookbench/settings.json', '{ "fail$0": true }', 'failOpen', '{ "failOpen": true }'],
  ['.hookbench/settings.json', '{ "failOpen": $0 }', 'true', '{ "failOpen": true }'],
  ['secureyeoman.yaml', 'extensions:\n  hot$0\n', 'hotReload', 'extensions:\n  hotReload: \n'],
  ['secureyeoman.yaml', 'extensions:\n  hot$0: true\n', 'hotReload', 'extensions:\n  hotReload: true\n'],
  [
    'secureyeoman.yaml',
    'extensions:\n  webhooks:\n    - hook: $0\n',
    'agent_init',
    'extensions:\n  webhooks:\n    - hook: agent_init\n',
  ],
  [
    'secureyeoman.yaml',
    'extensions:\n  webhooks:\n    - secret: ${$0}\n',
    'HOME',
    'extensions:\n  webhooks:\n    - secret: ${HOME}\n',
  ],
  [
    'secureyeoman.yaml',
    'extensions:\n  webhooks:\n    - url: "https://a/${HO$0"\n',
    'HOME',
    'extensions:\n  webhooks:\n    - url: "https://a/${HOME}"\n',
  ],
  [
    'secureyeoman.yaml',
    'extensions:\n  webhooks:\n    - url: $0\n',
    'https://',
    'extensions:\n  webhooks:\n    - url: https://\n',
  ],
  [
    'secureyeoman.yaml',
    'extensions:\n  maxExecutionTime: $0\n',
    '5000',
    'extensions:\n  maxExecutionTime: 5000\n',
  ],
  ['.hookbench/settings.json', '{ "maxExecutionTime": $0 }', '5000', '{ "maxExecutionTime": 5000 }'],
]

for (const [file, source, label, after] of WRITTEN) {
  test(`${label} at ${JSON.stringify(source)} becomes ${JSON.stringify(after)}`, async () => {
    const { view, offset } = await inMemory({ [file]: source }).cursor()
    const item = (await complete(view, offset, ground())).find((one) => one.label === label)
    assert.ok(item !== undefined, `${label} is not offered`)
    const { start, end } = item.range
    assert.equal(view.text.slice(0, start) + item.insert + view.text.slice(end), after)
    assert.ok(item.filter.startsWith(view.text.slice(start, offset)), 'an editor finds it by what is typed')
  })
}

test('the events of a case are those of the dialect that it names', async () => {
  const source = '{ "v": 1, "dialect": "kodelet", "event": "$0" }'
  const { view, offset } = await inMemory({ '.hookbench/cases/a.json': source }).cursor()
  const items = await complete(view, offset, ground())
  assert.deepEqual(
    items.map(({ label }) => label),
    KODELETS,
  )
})

const HANDLERS: readonly (readonly [string, string, string, string | undefined])[] = [
  // [file, text, event, the text afterwards with the next cursor position]
  [
    'extensions/a.js',
    'export default { name: "a", hooks: { $0 } }',
    'tool_execute_before',
    'export default { name: "a", hooks: { async tool_execute_before(ctx) {\n  $0\n  return ctx\n}, } }',
  ],
  [
    'extensions/a.js',
    'export default { name: "a", hooks: { $0 } }',
    'agent_init',
    'export default { name: "a", hooks: { async agent_init(ctx) {\n  $0\n}, } }',
  ],
  [
    '.compilr/hooks/a.js',
    'export default { afterTool: [async () => {}], $0 }',
    'beforeTool',
    'export default { afterTool: [async () => {}], beforeTool: [\n  async (ctx) => {\n    $0\n  },\n], }',
  ],
  ['.compilr/hooks/a.js', 'export default { afterTool: [async () => {}], $0 }', 'afterTool', undefined],
]

for (const [file, source, event, after] of HANDLERS) {
  test(`${event} at ${JSON.stringify(source)} ${after === undefined ? 'is handled already' : 'comes with a handler'}`, async () => {
    const typing = await openTyping({ root: ROOT })
    try {
      const { view, offset } = await inMemory({ [file]: source }, { typing: async () => typing }).cursor()
      const items = await complete(view, offset, ground())
      const item = items.find(({ label }) => label === `${event}(ctx) { … }`)
      const { start, end } = item?.range ?? { start: 0, end: 0 }
      const text = item && view.text.slice(0, start) + item.snippet + view.text.slice(end)
      assert.equal(text, after)
      assert.equal(item?.insert.includes('$'), after === undefined ? undefined : false)
    } finally {
      typing.close()
    }
  })
}

const EMPTY: readonly (readonly [string, string, readonly string[]])[] = [
  ['extensions/a.ts', '$0', ['hook: agent_init', 'hook: agent_shutdown']],
  ['extensions/a.ts', '// My hook.\n\nho$0', ['hook: agent_init', 'hook: agent_shutdown']],
  ['extensions/a.ts', 'const x = 1\nho$0', []],
  ['extensions/a.ts', '// ho$0', []],
  ['.kaizen/hooks/a.py', '$0', ['hook: pre_tool_use', 'hook: post_tool_use']],
  [GUARD, '#!/usr/bin/env python3\n$0', ['hook: before_tool_call', 'hook: after_tool_call']],
  [GUARD, '$0', ['hook: before_tool_call (python)', 'hook: before_tool_call (shell)']],
  ['.hookbench/settings.json', '$0', []],
]

for (const [file, text, first] of EMPTY) {
  test(`${JSON.stringify(text)} in ${file} is offered ${first.length === 0 ? 'no whole hook' : first.join(', ')}`, async () => {
    const { view, offset } = await inMemory({ [file]: text }).cursor()
    const items = (await complete(view, offset, ground())).filter(({ kind }) => kind === 'whole-hook')
    assert.deepEqual(
      items.slice(0, 2).map(({ label }) => label),
      first,
    )
  })
}

test('no whole hook is offered in a file with a long text of comments', async () => {
  const { view, offset } = await inMemory({ 'extensions/a.ts': `${'// A note.\n'.repeat(200)}ho$0` }).cursor()
  assert.deepEqual(await complete(view, offset, ground()), [])
})

test('what several spots of one place offer is offered once', async () => {
  const { view, offset } = await inMemory({ [GUARD]: 'x$0' }).cursor()
  const range = { start: 0, end: offset }
  const spots = [field(before, ['x']), field({ of: 'payload', events: ['turn_end'] }, ['x'])]
  const here = withDocument(view, { spots: spots.map((spot) => ({ ...spot, range }) as Spot) })
  const labels = (await complete(here, offset, ground())).map(({ label }) => label)
  assert.ok(labels.includes('tool_name') && labels.includes('turn_number'))
  assert.equal(new Set(labels).size, labels.length)
})

test('a whole hook takes the place of a first line that it brings itself, and the name of its file', async () => {
  const { view, offset } = await inMemory({
    '.kodelet/hooks/no_sudo': '#!/usr/bin/env bash\nbefore$0',
  }).cursor()
  const [item] = await complete(view, offset, ground())
  assert.ok(item !== undefined)
  const { range, clears } = item
  assert.equal(view.text.slice(0, clears?.start) + item.insert + view.text.slice(range.end), item.insert)
  assert.equal(clears?.end, range.start)
  assert.match(item.insert, /^#!\/usr\/bin\/env bash\n# no_sudo: /)
  assert.match(item.snippet ?? '', /\$\{1:no_sudo\}/)
})

test('what stands on several lines is not replaced', async () => {
  const { view, offset } = await inMemory({ 'extensions/a.ts': 'const a = `to\n$0`' }).cursor()
  const spot = { ...field(before, ['to\n'], { quote: '`' }), range: { start: 11, end: offset } } as Spot
  assert.deepEqual(await complete(withDocument(view, { spots: [spot] }), offset, ground()), [])
})
