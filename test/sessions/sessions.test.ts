// Sessions over the socket: their facts, their order, their recordings, and what ends with them.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { Outcome, Step } from '../../runtime/contract/outcome.ts'
import { listProcesses, runtimeId } from '../../runtime/executors/processes.ts'
import { type RpcClient, startServer } from '../support/hookServer.ts'
import { toolCall } from '../support/kodeletPayload.ts'

// Returns the payload with its session id, after the requested delay.
const ECHO = `//- /ws/extensions/echo.mjs
export async function tool_execute_before(context) {
  await new Promise((resolve) => setTimeout(resolve, context.input.ms ?? 0))
  return { ...context, input: { ...context.input, seen: context.sessionId } }
}
`
const SLEEPS = `//- /ws/.kodelet/hooks/sleeps 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
touch "$(dirname "$0")/../../started"
sleep 60
`

async function begin(client: RpcClient, params: object = {}): Promise<string> {
  return (await client.call<{ session: string }>('session/start', params)).session
}

function fire(client: RpcClient, session: string, input: object, more: object = {}): Promise<Outcome> {
  const payload = { event: 'tool_execute_before', toolName: 'echo', toolCallId: 't', timestamp: 1, input }
  return client.call('fire', { session, event: 'tool_execute_before', payload, ...more })
}

test('what a session knows is filled in where a payload is silent, and only there', async (t) => {
  const { dial, root } = await startServer(t, '')
  const client = await dial()
  const facts = { conversation: 'c-1', cwd: '/srv/shop', subagent: true, recipe: 'review' }
  const session = await begin(client, facts)
  const filled = await client.call<Outcome>('fire', {
    session,
    event: 'before_tool_call',
    payload: toolCall('ls'),
  })
  const own = { conv_id: 'mine', cwd: '/elsewhere', invoked_by: 'main', recipe_name: 'none' }
  const fired = await client.call<Outcome>('fire', {
    session,
    event: 'before_tool_call',
    payload: toolCall('ls', own),
  })
  const { conv_id, cwd, invoked_by, recipe_name } = filled.payload as Record<string, unknown>
  assert.deepEqual([conv_id, cwd, invoked_by, recipe_name], ['c-1', '/srv/shop', 'subagent', 'review'])
  assert.deepEqual(fired.payload, toolCall('ls', own))
  const plain = await begin(client)
  const outcome = await client.call<Outcome>('fire', {
    session: plain,
    event: 'before_tool_call',
    payload: toolCall('ls'),
  })
  assert.deepEqual(outcome.payload, toolCall('ls', { conv_id: plain, cwd: root, invoked_by: 'main' }))
  assert.deepEqual(outcome.notes, [])
})

test('firings of one session and event settle in the order sent; sessions do not wait for each other', async (t) => {
  const { dial } = await startServer(t, ECHO)
  const client = await dial()
  const [one, two] = [await begin(client), await begin(client)]
  const settled: string[] = []
  const note = (name: string) => () => void settled.push(name)
  await Promise.all([
    fire(client, one, { ms: 150 }).then(note('one slow')),
    fire(client, one, { ms: 0 }).then(note('one quick')),
    fire(client, two, { ms: 0 }).then(note('two quick')),
  ])
  assert.deepEqual(settled, ['two quick', 'one slow', 'one quick'])
})

test('every session has a recording of its own by default', async (t) => {
  const { dial, root } = await startServer(t, ECHO, { records: true })
  const client = await dial()
  const named = await Promise.all(['a', 'b'].map((conversation) => begin(client, { conversation })))
  const again = await begin(client, { conversation: 'a' })
  const silent = await begin(client, { record: false })
  assert.deepEqual([...named, again, silent], ['a', 'b', 'a-2', 'session-1'])
  await Promise.all([...named, again, silent].map((session) => fire(client, session, { session })))
  const ended = await Promise.all(
    [...named, again, silent].map((session) =>
      client.call<{ recording?: string }>('session/end', { session }),
    ),
  )
  const paths = ended.map(({ recording }) => recording)
  assert.equal(paths[3], undefined)
  assert.equal(
    readdirSync(`${root}/.hookbench/recordings`).filter((name) => name.endsWith('.ndjson')).length,
    3,
  )
  for (const [at, path] of paths.slice(0, 3).entries()) {
    const lines = readFileSync(String(path), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const fired = lines.filter(({ kind }) => kind === 'fired')
    assert.deepEqual(
      fired.map(({ payload }) => payload.input.session),
      [[...named, again][at]],
    )
  }
  const replayed = await client.call<{ same: number }>('replay', { recordings: ['a-2'] })
  assert.equal(replayed.same, 1)
})

for (const [order, starts] of [
  ['a given name before the counted one', ['session-2', undefined, undefined]],
  ['the counted one before a given name', [undefined, undefined, 'session-2']],
] as const) {
  test(`no session takes the name of another that lives: ${order}`, async (t) => {
    const { dial } = await startServer(t, ECHO)
    const [one, two] = [await dial(), await dial()]
    const begun: { readonly client: RpcClient; readonly session: string }[] = []
    for (const [at, conversation] of starts.entries()) {
      const client = at % 2 === 0 ? one : two
      begun.push({ client, session: await begin(client, conversation === undefined ? {} : { conversation }) })
    }
    assert.equal(new Set(begun.map(({ session }) => session)).size, starts.length)
    for (const { client, session } of begun) await fire(client, session, {})
    for (const { client, session } of begun) {
      assert.deepEqual(await client.call('session/end', { session }), { session, firings: 1 })
    }
  })
}

test('an ended session fires no more, and says so', async (t) => {
  const { dial } = await startServer(t, ECHO)
  const client = await dial()
  const session = await begin(client, { conversation: 'demo' })
  await client.call('session/end', { session })
  const { code, message } = await client.fails('fire', { session, event: 'tool_execute_before', payload: {} })
  assert.equal(code, -32_602)
  assert.equal(message, 'There is no session "demo". session/start starts one.')
})

for (const [how, cancel] of [
  ['by name', (client: RpcClient, session: string) => client.call('cancel', { session, firing: 'slow' })],
  ['with its session', (client: RpcClient, session: string) => client.call('cancel', { session })],
] as const) {
  test(`a firing is cancelled ${how}; its hook is gone and its outcome says so`, async (t) => {
    const { dial, tree } = await startServer(t, SLEEPS)
    const client = await dial()
    const session = await begin(client)
    const firing = client.call<Outcome>('fire', {
      session,
      event: 'before_tool_call',
      payload: toolCall('ls'),
      firing: 'slow',
    })
    await until(() => existsSync(tree.at('ws/started')))
    assert.deepEqual(await client.call('cancel', { session, firing: 'other' }), { cancelled: 0 })
    assert.deepEqual(await cancel(client, session), { cancelled: 1 })
    const { hooks } = await firing
    assert.deepEqual(
      hooks.map(({ status, failure }) => [status, failure]),
      [['failed', 'aborted']],
    )
    await until(() => ours() === 0)
  })
}

test('$/cancelRequest cancels a firing, too', async (t) => {
  const { dial, tree } = await startServer(t, SLEEPS)
  const client = await dial()
  const session = await begin(client)
  const { CancellationTokenSource } = await import('vscode-jsonrpc/node')
  const source = new CancellationTokenSource()
  const params = { session, event: 'before_tool_call', payload: toolCall('ls') }
  const firing = client.connection.sendRequest<Outcome>('fire', params, source.token)
  await until(() => existsSync(tree.at('ws/started')))
  source.cancel()
  assert.equal((await firing).hooks[0]?.failure, 'aborted')
})

test('a $/cancelRequest without an id is passed over, and later requests are answered', async (t) => {
  const { dial } = await startServer(t, ECHO)
  const client = await dial()
  for (const params of [undefined, {}, { id: null }])
    await client.connection.sendNotification('$/cancelRequest', params)
  assert.ok(await begin(client))
})

test('a client that goes mid-firing takes its firings along and leaves nothing', async (t) => {
  const { dial, tree, server, logged } = await startServer(t, SLEEPS)
  const [leaves, stays] = [await dial(), await dial()]
  const session = await begin(leaves)
  const kept = await begin(stays)
  leaves.call('fire', { session, event: 'before_tool_call', payload: toolCall('ls') }).catch(() => {})
  await until(() => existsSync(tree.at('ws/started')))
  leaves.socket.destroy()
  await until(() => server.counts.sessions === 1 && ours() === 0)
  assert.deepEqual(server.counts, { clients: 1, sessions: 1 })
  assert.match((await stays.fails('session/end', { session })).message, /no session/)
  assert.deepEqual(await stays.call('session/end', { session: kept }), { session: kept, firings: 0 })
  assert.deepEqual(logged, [])
})

test('queued requests of a client that has disconnected begin no session', async (t) => {
  const { server } = await startServer(t, ECHO)
  for (let turns = 0; turns < 12; turns++) {
    const [input, output] = [new PassThrough(), new PassThrough()]
    server.attach(input, output.resume())
    for (let id = 0; id < 20; id++) input.write(frame({ jsonrpc: '2.0', id, method: 'session/start' }))
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    input.destroy()
    await server.idle()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepEqual(server.counts, { clients: 0, sessions: 0 }, `gone after ${turns} turns`)
  }
})

test('a session is its connection’s own: another can neither fire in it, nor cancel or end it', async (t) => {
  const { dial, server } = await startServer(t, ECHO)
  const [owner, other] = [await dial(), await dial()]
  const session = await begin(owner, { conversation: 'demo' })
  for (const [method, params] of [
    ['fire', { session, event: 'tool_execute_before', payload: {} }],
    ['cancel', { session }],
    ['session/end', { session }],
  ] as const) {
    const { code, message } = await other.fails(method, params)
    assert.equal(code, -32_602)
    assert.equal(message, 'The session "demo" belongs to another connection. session/start starts a new one.')
  }
  assert.equal(server.counts.sessions, 1)
  assert.deepEqual(await owner.call('session/end', { session }), { session, firings: 0 })
})

test('steps reach subscribers only, with their session', async (t) => {
  const { dial } = await startServer(t, ECHO)
  const [agent, editor, other] = [await dial(), await dial(), await dial()]
  const received = { editor: collect(editor), other: collect(other), agent: collect(agent) }
  const [one, two] = [await begin(agent), await begin(agent)]
  await editor.call('subscribe')
  await other.call('subscribe', { session: two })
  await Promise.all([fire(agent, one, {}), fire(agent, two, {})])
  await editor.call('unsubscribe')
  await other.call('unsubscribe', { session: two })
  await fire(agent, two, {})
  const kinds = ['fired', 'planned', 'started', 'finished', 'settled']
  const of = (steps: readonly ReceivedStep[], session: string) =>
    steps.filter((one) => one.session === session).map(({ step }) => step.kind)
  assert.deepEqual([of(received.editor, one), of(received.editor, two)], [kinds, kinds])
  assert.deepEqual([of(received.other, one), of(received.other, two)], [[], kinds])
  assert.deepEqual(received.agent, [])
})

test('a subscriber that does not read loses steps, learns how many, and delays no other', async (t) => {
  const { dial } = await startServer(t, ECHO)
  const [agent, deaf] = [await dial(), await dial()]
  const session = await begin(agent)
  const lost: number[] = []
  deaf.connection.onNotification('stepsLost', ({ count }) => void lost.push(count))
  await deaf.call('subscribe')
  deaf.socket.pause()
  const text = 'x'.repeat(4_000_000)
  for (let n = 0; n < 12; n++) await fire(agent, session, { text })
  deaf.socket.resume()
  await until(async () => {
    await fire(agent, session, {})
    return lost.length > 0
  })
  assert.ok((lost[0] ?? 0) > 0)
})

test('a session in another workspace has that workspace’s hooks, and closes it behind itself', async (t) => {
  const { dial, tree, workspaces } = await startServer(
    t,
    `${ECHO}//- /other/extensions/shouts.mjs
export function tool_execute_before(context) { return { ...context, input: { loud: true } } }
`,
  )
  const client = await dial()
  const session = await begin(client, { workspace: tree.at('other') })
  assert.deepEqual(((await fire(client, session, {})).payload as { input: unknown }).input, { loud: true })
  await client.call('session/end', { session })
  assert.equal(workspaces.length, 2)
  assert.match(
    (await client.fails('session/start', { workspace: '/nowhere' })).message,
    /^The workspace folder does not exist: \/nowhere\.$/,
  )
})

type ReceivedStep = { readonly session?: string; readonly step: Step }

function frame(message: object): string {
  const body = JSON.stringify(message)
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function collect(client: RpcClient): readonly ReceivedStep[] {
  const steps: ReceivedStep[] = []
  client.connection.onNotification('step', (one: ReceivedStep) => void steps.push(one))
  return steps
}

/** The number of hook processes started by this runtime that still run. */
function ours(): number {
  return listProcesses().filter(({ runtime }) => runtime === runtimeId()).length
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds())) {
    assert.ok(Date.now() < deadline, 'waited 60 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
