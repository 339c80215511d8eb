// SecureYeoman's YAML configuration: its effects, and the messages about mistakes in it.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { readExtensions } from '../../runtime/documents/extensions.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { fc } from '../support/property.ts'
import { writeTree } from '../support/tree.ts'
import { context, yeoman } from './yeoman.ts'

/** The values that a configuration states, and its problems, one per line. */
function read(text: string, env: Record<string, string> = {}) {
  const { stated, problems } = readExtensions(text, '/ws/secureyeoman.yaml', env)
  for (const { code, path } of problems) {
    assert.deepEqual([code, path], ['settings.invalid', '/ws/secureyeoman.yaml'])
  }
  const messages = problems.map(({ message, range }) => {
    assert.ok(range !== undefined)
    return `line ${text.slice(0, range.start).split('\n').length}: ${message}`
  })
  return { stated, messages }
}

test("the ADR's own configuration is read field for field", () => {
  const { stated, messages } = read(
    `extensions:
  enabled: true
  directories:
    - ~/.secureyeoman/extensions
  hotReload: true                  # watch directories for changes
  webhooks:
    - hook: auth_failure
      url: https://siem.internal/api/events
      secret: \${WEBHOOK_SECRET}    # HMAC-SHA256 signature in X-Signature header
      timeout: 5000
    - hook: message_received
      url: https://analytics.internal/api/messages
  maxExecutionTime: 5000           # ms, per extension per hook
  failOpen: true                   # on extension error, continue pipeline (vs fail-closed)
`,
    { WEBHOOK_SECRET: 'hush' },
  )
  assert.deepEqual(messages, [])
  assert.deepEqual(stated, {
    enabled: true,
    directories: ['~/.secureyeoman/extensions'],
    hotReload: true,
    webhooks: [
      { hook: 'auth_failure', url: 'https://siem.internal/api/events', secret: 'hush', timeout: 5000 },
      { hook: 'message_received', url: 'https://analytics.internal/api/messages' },
    ],
    maxExecutionTime: 5000,
    failOpen: true,
  })
})

test('no message has the value of a variable in it, and names are never one', () => {
  const WORD = 'hunter2-correcthorse'
  const { stated, messages } = read(
    `extensions:
  enabled: \${WORD}
  maxExecutionTime: \${WORD}
  directories: ["\${WORD}", "./x/\${WORD}"]
  webhooks:
    - hook: \${WORD}
      url: https://a.example
    - hook: a
      url: \${WORD}
    - hook: a
      url: https://a.example
      timeout: \${WORD}
`,
    { WORD },
  )
  assert.deepEqual(stated, { directories: [], webhooks: [] })
  assert.deepEqual(messages, [
    'line 2: extensions.enabled: the value of ${WORD} is no boolean, so it is ignored',
    'line 3: extensions.maxExecutionTime: the value of ${WORD} is no integer, so it is ignored',
    'line 4: extensions.directories[0]: environment variables are not replaced here, so it is ignored',
    'line 4: extensions.directories[1]: environment variables are not replaced here, so it is ignored',
    'line 6: extensions.webhooks[0].hook: environment variables are not replaced here, so nothing is sent there',
    'line 9: extensions.webhooks[1].url is not a URL; expected something like https://example.com/events, so nothing is sent there',
    'line 12: extensions.webhooks[2].timeout: the value of ${WORD} is no integer, so nothing is sent there',
  ])
})

test('of an address with variables their names are kept, and how it is written without its query', () => {
  const { stated } = read(
    'extensions:\n  webhooks:\n    - hook: a\n      url: "https://a.example/${ONE}\\e/?k=${TWO}&l=${ONE}"\n',
    { ONE: '1', TWO: '2' },
  )
  assert.deepEqual(stated.webhooks, [
    {
      hook: 'a',
      url: 'https://a.example/1\u001b/?k=2&l=1',
      shown: 'https://a.example/${ONE}…/',
      variables: ['ONE', 'TWO'],
    },
  ])
})

test('aliases that multiply end the reading with one message', () => {
  const keys = Array.from({ length: 2000 }, (_, at) => `k${at}: 1`).join(', ')
  const again = (line: string) => `${line}\n`.repeat(2000)
  for (const text of [
    `extensions:\n  webhooks:\n    - &w { ${keys} }\n${again('    - *w')}`,
    `extensions:\n  webhooks:\n    - &w { ${keys} }\n${again('    - { <<: *w }')}`,
  ]) {
    const { stated, unreadable, problems } = readExtensions(text, '/ws/secureyeoman.yaml', {})
    const messages = problems.map(({ message }) => message)
    assert.deepEqual(messages, ['Its aliases stand for more than 131072 values.'])
    assert.deepEqual([stated, unreadable], [{}, true])
  }
})

// Each row: a text, the part of it that still counts, and the messages.
const wrong: readonly (readonly [string, string, object, readonly (string | RegExp)[]])[] = [
  ['no text', '', {}, []],
  ['no block', 'model: small\n', {}, []],
  ['an empty block', 'extensions:\n', {}, []],
  ['broken YAML', 'extensions:\n  enabled: [true\n', {}, [/^line 3: this is not YAML: [^;]+$/]],
  [
    'webhooks that nobody can be told by',
    'extensions:\n  webhooks:\n    - { hook: a, url: nowhere }\n    - { hook: b, url: "ftp://x.example/y" }\n    - { hook: c, url: "https://x.example" }\n    - hook: d\n      url: https://me:word@x.example\n',
    { webhooks: [{ hook: 'c', url: 'https://x.example' }] },
    [
      'line 3: extensions.webhooks[0].url is not a URL; expected something like https://example.com/events, so nothing is sent there',
      'line 4: extensions.webhooks[1].url begins with ftp:; expected https: or http:, so nothing is sent there',
      /^line 7: extensions\.webhooks\[3\]\.url has a user name or password, which is not sent; [^:]+$/,
    ],
  ],
  ['a list', '- one\n', {}, ['line 1: expected a mapping with `extensions:`']],
  [
    'a number for the block',
    'extensions: 3\n',
    {},
    ['line 1: extensions: expected object, got 3, so it is ignored'],
  ],
  [
    'a wrong type',
    'extensions:\n  enabled: "yes"\n  failOpen: false\n',
    { failOpen: false },
    ['line 2: extensions.enabled: expected boolean, got "yes", so it is ignored'],
  ],
  [
    'no time at all',
    'extensions:\n  maxExecutionTime: 0\n',
    {},
    ['line 2: extensions.maxExecutionTime: expected 1 or more, got 0, so it is ignored'],
  ],
  [
    'a misspelt key',
    'extensions:\n  hotRelod: true\n',
    {},
    ['line 2: extensions has no "hotRelod", so it is ignored. Did you mean "hotReload"?'],
  ],
  [
    'one wrong folder among good ones',
    'extensions:\n  directories:\n    - ~/one\n    - 2\n',
    { directories: ['~/one'] },
    ['line 4: extensions.directories[1]: expected string, got 2, so it is ignored'],
  ],
  [
    'merged mappings, what stands here before what is merged',
    `extensions:\n  webhooks:\n    - &one\n      hook: a\n      url: https://a.example\n    - <<: *one\n      hook: b\n`,
    {
      webhooks: [
        { hook: 'a', url: 'https://a.example' },
        { hook: 'b', url: 'https://a.example' },
      ],
    },
    [],
  ],
  [
    'a missing variable',
    `extensions:\n  webhooks:\n    - hook: a\n      url: https://a.example\n      secret: \${NOPE}\n`,
    { webhooks: [] },
    ['line 5: extensions.webhooks[0].secret: the environment variable NOPE is not set, so this is ignored'],
  ],
  [
    'a webhook without a hook',
    'extensions:\n  webhooks:\n    - url: https://a.example\n',
    { webhooks: [] },
    ['line 3: extensions.webhooks[0].hook is missing, so nothing is sent there'],
  ],
  [
    'a key twice',
    'extensions:\n  enabled: true\n  enabled: false\n',
    {},
    [/^line 3: this is not YAML: Map keys must be unique/],
  ],
]
for (const [what, text, stated, messages] of wrong) {
  test(`${what}: correct parts apply, and wrong ones are reported with their line`, () => {
    const found = read(text)
    assert.deepEqual(found.stated, stated)
    assert.equal(found.messages.length, messages.length, found.messages.join('\n'))
    for (const [at, line] of messages.entries()) {
      if (typeof line === 'string') assert.equal(found.messages[at], line)
      else assert.match(found.messages[at] ?? '', line)
    }
  })
}

test('any text at all is read without a throw', () => {
  const yamlish = fc.stringMatching(/^[-:{}[\]&*!|>'"#${} a-e\n\t]{0,60}$/)
  fc.assert(
    fc.property(yamlish, (text) => {
      read(text)
      read(`extensions:\n  webhooks: ${text}`)
    }),
    { numRuns: 200 },
  )
})

test('an alias is what it stands for', () => {
  const { stated } = read('extensions:\n  directories: &d [~/a]\n', {})
  assert.deepEqual(read('d: &d [~/a]\nextensions:\n  directories: *d\n').stated, stated)
})

test('the one directory of the shipped SecureYeoman is a further folder of extensions', async (t) => {
  assert.deepEqual(read('extensions: { directory: ./ext }').stated, { directories: ['./ext'] })
  assert.deepEqual(read('extensions: { directory: ./ext, directories: [~/a] }').stated, {
    directories: ['~/a', './ext'],
  })
  const { manager } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions: { enabled: true, directory: ./ext, allowWebhooks: false, webhookTimeout: 5000, maxHooksPerPoint: 10 }
    //- /ws/ext/guard.mjs
    export const tool_execute_before = async () => null
  `,
  )
  assert.equal(await manager.executeVeto('tool_execute_before', context('tool_execute_before')), null)
})

test('directories add to the built-in places, and ~ is the home', async (t) => {
  const { manager } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions:
      directories: [~/more, shared]
    //- /home/.secureyeoman/config.yaml
    extensions:
      directories: [~/mine]
    //- /home/more/a.mjs
    export const agent_init = async () => {}
    //- /home/mine/b.mjs
    export const agent_init = async () => {}
    //- /ws/shared/c.mjs
    export const agent_init = async () => {}
    //- /ws/extensions/d.mjs
    export const agent_init = async () => {}
    `,
  )
  assert.deepEqual(
    manager.getLoadedExtensions().map(({ name, source }) => `${name} ${source}`),
    ['a user', 'b user', 'c workspace', 'd workspace'],
  )
})

test("the workspace's file goes before the user's, value by value", async (t) => {
  const tree = writeTree(`
    //- /ws/secureyeoman.yaml
    extensions:
      maxExecutionTime: 70
    //- /home/.secureyeoman/config.yaml
    extensions:
      maxExecutionTime: 90
      failOpen: false
    //- /ws/extensions/a.mjs
    export const agent_init = async () => {}
    //- /ws/.kaizen/hooks/b.mjs
    export class B { async handle() { return { success: true } } }
  `)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  assert.equal(workspace.extensions.maxExecutionTime, 70)
  assert.equal(workspace.extensions.failOpen, false)
  const times = workspace.list().filter(({ runner }) => runner === 'module')
  assert.deepEqual(
    times.map(({ dialect, timeoutMs }) => `${dialect} ${timeoutMs}`),
    ['secureyeoman 70', 'kaizen 5000'],
    'another dialect keeps its own time',
  )
})

for (const [what, broken] of [
  ['half a list', 'extensions:\n  failOpen: false\n  hotReload: [tr'],
  ['half a first word', 'exten'],
  ['half a block', 'extensions: e'],
] as const) {
  test(`a configuration saved half (${what}) keeps its last valid value`, async (t) => {
    const tree = writeTree(`
      //- /home/
      //- /ws/secureyeoman.yaml
      extensions:
        failOpen: false
        enabled: false
      //- /ws/extensions/a.mjs
      export const tool_execute_before = () => { throw new Error('down') }
    `)
    const open = () =>
      openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace', isolation: 'none' })
    const workspace = await open()
    t.after(async () => {
      await workspace.close()
      tree.remove()
    })
    const held = () => {
      const { failOpen, enabled } = workspace.extensions
      return [failOpen, enabled, workspace.list().find(({ name }) => name === 'a')?.state]
    }
    const file = tree.at('/ws/secureyeoman.yaml')
    assert.deepEqual(held(), [false, false, 'disabled'])
    const whole = readFileSync(file, 'utf8')
    const messages = () =>
      workspace.problems.filter(({ path }) => path === file).map(({ message }) => message)
    for (const text of [broken, '', broken]) {
      writeFileSync(file, text)
      await workspace.reload()
      assert.deepEqual(held(), [false, false, 'disabled'])
      assert.match(messages().join(), /; the last good version stays in effect$/)
    }
    writeFileSync(file, whole.replaceAll('false', 'true'))
    await workspace.reload()
    assert.deepEqual(held(), [true, true, 'active'])
    assert.deepEqual(messages(), [])
    writeFileSync(file, broken)
    const late = await open()
    t.after(() => late.close())
    assert.equal(late.extensions.failOpen, false, 'nobody knows what it said')
    assert.match(late.problems.map(({ message }) => message).join(), /`failOpen` is false/)
    const given = context('tool_execute_before')
    const outcome = await late.fire('tool_execute_before', given, { dialect: 'secureyeoman' })
    assert.equal(outcome.decision, 'deny')
  })
}

test('a configuration that was deleted means nothing any more, and half of one that is new lets no failure pass', async (t) => {
  const tree = writeTree(`
    //- /home/
    //- /ws/secureyeoman.yaml
    extensions: { enabled: false, failOpen: true }
  `)
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), trust: 'workspace' })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  rmSync(tree.at('/ws/secureyeoman.yaml'))
  await workspace.reload()
  assert.deepEqual([workspace.extensions.enabled, workspace.extensions.failOpen], [true, undefined])
  writeFileSync(tree.at('/ws/secureyeoman.yaml'), 'extensions: { fail')
  await workspace.reload()
  assert.deepEqual([workspace.extensions.enabled, workspace.extensions.failOpen], [true, false])
})

test('enabled: false switches every extension off, and says where', async (t) => {
  const { manager } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions: { enabled: false }
    //- /ws/extensions/a.mjs
    export const tool_execute_before = async () => null
    `,
  )
  const [info] = manager.getLoadedExtensions()
  assert.equal(info?.state, 'disabled')
  assert.match(info?.why ?? '', /`enabled: false`/)
  const given = context('tool_execute_before')
  assert.deepEqual(await manager.executeVeto('tool_execute_before', given), given)
})

test('what the embedder says goes before the files', async (t) => {
  const { manager } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions: { failOpen: false, maxExecutionTime: 60000 }
    //- /ws/extensions/hangs.mjs
    export const tool_execute_before = () => new Promise(() => {})
    `,
    { settings: { failOpen: true, maxExecutionTime: 100 } },
  )
  const given = context('tool_execute_before')
  assert.deepEqual(await manager.executeVeto('tool_execute_before', given), given)
})

test('mistakes of a configuration are reported while it loads, and the rest applies', async (t) => {
  const { manager, log } = await yeoman(
    t,
    `
    //- /ws/secureyeoman.yaml
    extensions:
      failOpen: nope
      enabled: false
    //- /ws/extensions/a.mjs
    export const agent_init = async () => {}
    `,
  )
  assert.match(
    log[0] ?? '',
    /secureyeoman\.yaml: line 2: extensions\.failOpen: expected boolean, got "nope", so it is ignored$/,
  )
  assert.equal(manager.getLoadedExtensions()[0]?.state, 'disabled')
})

test('a file of the largest size has all its values read if it has no alias', () => {
  const text = `extensions:\n  directories: [${'a,'.repeat(60_000)}a]\n`
  assert.equal(readExtensions(text, '/ws/secureyeoman.yaml', {}).stated.directories?.length, 60_001)
})
