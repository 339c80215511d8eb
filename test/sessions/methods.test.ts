// The verbs as methods: they return the JSON of the command line, and a one-line error for anything that fails.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { COMPILED } from '../support/compiled.ts'
import { startServer } from '../support/hookServer.ts'
import { toolCall } from '../support/kodeletPayload.ts'

const GUARD = `//- /ws/.kodelet/hooks/guard 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
echo '{"blocked": true, "reason": "no"}'
`
// Answers differently each time, and leaves a mark.
const COUNTING = `//- /ws/.kodelet/hooks/counts 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
runs="$(dirname "$0")/../../runs"
printf x >> "$runs"
printf '{"blocked": true, "reason": "run %s"}' "$(wc -c < "$runs" | tr -d ' ')"
`
const CALLS_GUARD = '{"type":"command","command":"sh guard.sh"}'
const SHARED = `
//- /ws/.claude/settings.json
{"hooks":{"PreToolUse":[{"hooks":[${CALLS_GUARD}]}]}}
//- /ws/.codex/hooks.json
{"hooks":{"PreToolUse":[{"hooks":[${CALLS_GUARD}]}]}}
//- /ws/guard.sh
echo '{"continue": false}'
`
const FULL = toolCall('ls', { conv_id: 'c', cwd: '/', invoked_by: 'main' })
const CLI = fileURLToPath(new URL('../../runtime/cli/main.ts', import.meta.url))

test('a verb answers over the wire what it prints as JSON', async (t) => {
  const { tree, root, dial } = await startServer(t, `${GUARD}//- /ws/p.json\n${JSON.stringify(FULL)}`)
  const client = await dial()
  const cli = (...args: readonly string[]) => {
    const where = ['--workspace', root, '--home', tree.at('home'), '--trust-workspace']
    const { stdout, stderr } = spawnSync(process.execPath, [...COMPILED, CLI, ...where, ...args, '--json'], {
      encoding: 'utf8',
      cwd: root,
    })
    assert.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const event = 'before_tool_call'
  assert.deepEqual(await client.call('list', { dialect: 'kodelet' }), cli('list', '--dialect', 'kodelet'))
  assert.deepEqual(await client.call('explain', { event }), cli('explain', event))
  const steady = (outcome: object) =>
    JSON.parse(JSON.stringify(outcome), (key, value) => (key === 'durationMs' ? 0 : value))
  assert.deepEqual(
    steady(await client.call('run', { event, payload: FULL, record: true })),
    steady(cli('run', event, '--payload', 'p.json')),
  )
  assert.deepEqual(await client.call('recordings/list'), cli('recordings', 'list'))
  assert.deepEqual(
    await client.call('recordings/show', { recording: 'latest' }),
    cli('recordings', 'show', 'latest'),
  )
  const compared = await client.call<{ agents: object }>('compare', { event, payload: FULL })
  assert.deepEqual(steady(compared.agents), steady(cli('run', event, '--payload', 'p.json', '--all')))
  const event1 = await client.call('recordings/show', { recording: 'latest', event: 1 })
  assert.deepEqual(event1, cli('recordings', 'show', 'latest', '1'))
  assert.deepEqual(await client.call('stats'), cli('stats'))
  assert.deepEqual(
    steady(await client.call('replay', { recordings: ['latest'] })),
    steady(cli('replay', 'latest')),
  )
  assert.deepEqual(await client.call('test'), cli('test'))
  assert.deepEqual(await client.call('record', { word: 'on' }), cli('record', 'status'))
  const imported = await client.call<{ events: number }>('recordings/import', { text: JSON.stringify(FULL) })
  assert.equal(imported.events, 1)
  assert.equal((await client.call<{ deleted: string[] }>('recordings/prune', { keep: 0 })).deleted.length, 2)
  const wrote = await client.call<{ path: string }>('new', { dialect: 'kodelet', event, name: 'extra' })
  assert.ok(existsSync(wrote.path))
})

test('compare says in sentences what `run --all` prints below its table', async (t) => {
  const { dial } = await startServer(t, SHARED)
  const client = await dial()
  const payload = recordOf('claude-code', 'PreToolUse')?.example
  const { differences } = await client.call<{ differences: readonly string[] }>('compare', {
    ...{ event: 'PreToolUse', dialect: 'claude-code', payload },
  })
  const [differ, called] = differences
  assert.match(differ ?? '', /^They differ\. .*Claude Code/)
  assert.match(called ?? '', /^guard\.sh is called by Claude Code, Codex and Copilot CLI at the same moment/)
})

test('trust is granted over the wire only with a confirmation by a person', async (t) => {
  const { dial } = await startServer(t, GUARD, { trust: 'ledger' })
  const client = await dial()
  const states = async () =>
    (await client.call<{ id: string; state: string }[]>('list', { dialect: 'kodelet' }))
      .filter(({ id }) => id.includes('guard'))
      .map(({ state }) => state)
  assert.deepEqual(await states(), ['untrusted'])
  assert.equal(
    (await client.fails('trust')).message,
    'nothing was trusted: this would allow these hooks to run: kodelet:workspace:guard; review it, then pass "yes": true.',
  )
  assert.deepEqual(await states(), ['untrusted'])
  assert.equal((await client.call<object[]>('trust', { yes: true })).length, 1)
  assert.deepEqual(await states(), ['active'])
  await client.call('untrust', { target: 'guard' })
  assert.deepEqual(await states(), ['untrusted'])
  await client.call('trust', { edits: true, yes: true })
  assert.deepEqual(await states(), ['active'])
})

const REFUSED: readonly (readonly [method: string, params: object, code: number, message: RegExp])[] = [
  ['lst', {}, -32_601, /^there is no method "lst"\. Did you mean "list"\?$/],
  ['__proto__', {}, -32_601, /^there is no method "__proto__"\./],
  ['fire', {}, -32_602, /^fire: session, event and payload are missing/],
  ['fire', { session: 'x', event: 'before_tool_call', payload: {} }, -32_602, /^There is no session "x"/],
  ['list', { dialekt: 'kodelet' }, -32_602, /^list: dialekt is /],
  ['list', { dialect: 'kodelt' }, -32_602, /Did you mean "kodelet"\?/],
  ['explain', { event: 'before_tool_cal' }, -32_602, /Did you mean "before_tool_call"\?/],
  ['run', { event: 'before_tool_call', payload: deep(600) }, -32_602, /nested more than 512 levels/],
  ['run', { event: 'before_tool_call', payload: {}, strict: true }, -32_602, /does not match the schema/],
  ['run', { event: 'before_tool_call', payload: {}, hook: 'gard' }, -32_602, /Did you mean/],
  ['replay', { recordings: ['none'] }, -32_602, /./],
  ['replay', { recordings: ['latest'], shard: '9' }, -32_602, /./],
  ['recordings/show', { recording: 'none' }, -32_602, /./],
  ['recordings/import', {}, -32_602, /expects either "text" or "file"/],
  ['cases/save', { recording: 'latest', event: 'before_tool_call', name: 'n' }, -32_602, /expects either/],
  [
    'cases/save',
    { event: 'before_tool_call', payload: {}, name: 'n', outcome: { decision: 'no' } },
    -32_602,
    /^cases\/save: outcome/,
  ],
  [
    'cases/save',
    {
      event: 'before_tool_call',
      payload: {},
      name: 'n',
      outcome: { id: 'a', name: 'a', status: 'returned' },
    },
    -32_602,
    /expects "hook"/,
  ],
  [
    'cases/save',
    {
      event: 'before_tool_call',
      payload: {},
      name: 'n',
      outcome: { decision: 'no', changed: false, context: [], followUps: [], hooks: [] },
    },
    -32_602,
    /^cannot make a case of this: {2}.*decision/,
  ],
  ['record', { word: 'maybe' }, -32_602, /^record: word: /],
  ['new', { dialect: 'kodelet', event: 'before_tool_call', name: '../x' }, -32_602, /cannot be a file name/],
  ['reload', { workspace: '/nowhere' }, -32_602, /^The workspace folder does not exist: \/nowhere\.$/],
  ['reload', { workspace: 'a\0' }, -32_602, /^The workspace folder does not exist: /],
  ['reload', { workspace: 'a'.repeat(5000) }, -32_602, /^The workspace folder does not exist: /],
]

test('what was shown is kept as a case without firing anything again', async (t) => {
  const { root, dial } = await startServer(t, COUNTING)
  const client = await dial()
  const runs = () => readFileSync(join(root, 'runs'), 'utf8').length
  const event = 'before_tool_call'
  const outcome = await client.call<{ hooks: readonly object[] }>('run', {
    event,
    payload: FULL,
    record: true,
  })
  const shown = { event, payload: FULL, outcome, hook: 'counts' }
  type Saved = { readonly path: string; readonly case: Record<string, unknown> }
  const saved = await client.call<Saved>('cases/save', { ...shown, name: 'as shown' })
  const recorded = await client.call<Saved>('cases/save', {
    recording: 'latest',
    event: 1,
    outcome: { ...outcome.hooks[0], verdict: { decision: 'deny', reason: 'run 7' } },
    hook: 'counts',
    name: 'as replayed',
  })
  assert.equal(runs(), 1)
  assert.deepEqual(saved.case, {
    v: 1,
    name: 'as shown',
    dialect: 'kodelet',
    event,
    payload: FULL,
    hook: 'kodelet:workspace:counts',
    expect: { decision: 'deny', reason: 'run 1', changed: false },
  })
  assert.deepEqual(recorded.case, {
    ...saved.case,
    name: 'as replayed',
    expect: { decision: 'deny', reason: 'run 7', changed: false },
  })
  assert.deepEqual(JSON.parse(readFileSync(saved.path, 'utf8')), saved.case)
})

test('what cannot be done gets one line and a code, and the connection goes on', async (t) => {
  const { dial, logged } = await startServer(t, GUARD)
  const client = await dial()
  for (const [method, params, code, message] of REFUSED) {
    const error = await client.fails(method, params)
    assert.equal(error.code, code, `${method}: ${error.message}`)
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
  }
  assert.deepEqual(logged, [])
})

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let n = 0; n < levels; n++) value = [value]
  return value
}
