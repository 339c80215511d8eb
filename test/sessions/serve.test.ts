// `hookbench serve` as a process: on its streams, on a socket, and how it ends.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node'
import { spawnCli, startCli } from '../support/cli.ts'
import { dialRaw } from '../support/hookServer.ts'
import { toolCall } from '../support/kodeletPayload.ts'
import { type Tree, writeTree } from '../support/tree.ts'

const GUARD = `//- /home/
//- /ws/.kodelet/hooks/guard 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call && exit
echo '{"blocked": true, "reason": "no"}'
`

function setting(t: TestContext): { readonly tree: Tree; readonly where: readonly string[] } {
  const tree = writeTree(GUARD)
  t.after(() => tree.remove())
  return { tree, where: ['--workspace', tree.at('ws'), '--home', tree.at('home'), '--trust-workspace'] }
}

/** A server on its standard streams; `end` ends its input, and gives exit code and signal. */
function onStreams(t: TestContext, where: readonly string[]) {
  const child = startCli([...where, 'serve', '--stdio'])
  t.after(() => child.kill('SIGKILL'))
  const { stdout, stdin } = child
  assert.ok(stdout && stdin)
  const connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin))
  connection.listen()
  const end = () => {
    stdin.end()
    return once(child, 'exit')
  }
  return { connection, end }
}

test('on standard streams it serves one client, sees new hooks, and ends with the input', async (t) => {
  const { tree, where } = setting(t)
  const { connection, end } = onStreams(t, where)
  const call = <T>(method: string, params: object): Promise<T> => connection.sendRequest(method, params)
  const { session } = await call<{ session: string }>('session/start', { conversation: 'stdio' })
  const event = 'before_tool_call'
  const fired = await call<{ decision: string }>('fire', { session, event, payload: toolCall('ls') })
  assert.equal(fired.decision, 'deny')
  await call('subscribe', {})
  const names = async () => {
    const hooks = await call<{ name: string }[]>('list', { dialect: 'kodelet', event })
    return hooks.map(({ name }) => name).slice(-2)
  }
  // Reloads caused by files that the firing wrote may come first.
  const reloaded = new Promise<void>((resolve) =>
    connection.onNotification('reloaded', async () => {
      if ((await names()).includes('second')) resolve()
    }),
  )
  tree.write(GUARD.replace('/guard 755', '/second 755'))
  await reloaded
  assert.deepEqual(await names(), ['guard', 'second'])
  const { recording } = await call<{ recording: string }>('session/end', { session })
  assert.match(readFileSync(recording, 'utf8'), /"kind":"settled"/)
  assert.deepEqual(await end(), [0, null])
})

test('a client that ends its input while a guard runs gets no outcome that it could take for a permission', async (t) => {
  const { tree, where } = setting(t)
  tree.write(GUARD.replace("echo '{", "touch began; sleep 30; echo '{"))
  const { connection, end } = onStreams(t, where)
  const firing = {
    event: 'before_tool_call',
    dialect: 'kodelet',
    payload: toolCall('ls', { cwd: tree.at('ws') }),
  }
  const { session } = await connection.sendRequest<{ session: string }>('session/start', {})
  const answers = Object.entries({ fire: { ...firing, session }, run: firing }).map(([method, params]) =>
    connection.sendRequest(method, params).then(
      (outcome) => JSON.stringify(outcome),
      (error: Error) => error.message,
    ),
  )
  while (!existsSync(tree.at('ws/began'))) await sleep(20)
  assert.deepEqual(await end(), [0, null])
  assert.deepEqual(new Set(await Promise.all(answers)), new Set(['the client has disconnected']))
})

test('--trust-workspace trusts the own folder of the server, and none that a client names', async (t) => {
  const { tree, where } = setting(t)
  tree.write(GUARD.replaceAll('/ws/', '/other/'))
  const { connection, end } = onStreams(t, where)
  const event = 'before_tool_call'
  const decided = async (workspace: string) => {
    const { session } = await connection.sendRequest<{ session: string }>('session/start', { workspace })
    return connection.sendRequest<{ decision: string }>('fire', { session, event, payload: toolCall('ls') })
  }
  assert.equal((await decided(tree.at('ws'))).decision, 'deny')
  assert.equal((await decided(tree.at('other'))).decision, 'pass')
  const ran = await connection.sendRequest<{ decision: string }>('run', {
    ...{ workspace: tree.at('other'), event, payload: toolCall('ls') },
  })
  assert.equal(ran.decision, 'pass')
  assert.deepEqual(await end(), [0, null])
})

test('on a socket it says where, refuses a second server, and takes socket and token along when it ends', async (t) => {
  const { tree, where } = setting(t)
  const socket = tree.at('run/s')
  const child = startCli([...where, 'serve', '--socket', socket, '--json'])
  const [text] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const announced = JSON.parse(String(text)) as { socket: string; tokenFile: string; pid: number }
  assert.deepEqual(announced, { socket, tokenFile: `${socket}.token`, pid: child.pid })
  const second = await spawnCli([...where, 'serve', '--socket', socket])
  assert.equal(second.code, 2)
  assert.equal(
    second.stderr,
    `hookbench: Another server answers on ${socket}; use that one, stop it, or choose another path.\n`,
  )
  const client = await dialRaw(socket)
  const token = readFileSync(announced.tokenFile, 'utf8').trim()
  await client.call('initialize', { token, protocolVersion: 1 })
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [143, null])
  assert.deepEqual([existsSync(socket), existsSync(announced.tokenFile)], [false, false])
  await client.close()
})

for (const [args, line] of [
  [['serve'], 'serve expects either --stdio or --socket <path>.'],
  [['serve', '--stdio', '--socket', 'x'], 'serve expects either --stdio or --socket <path>.'],
] as const) {
  test(`${args.join(' ')}: ${line}`, async (t) => {
    const { where } = setting(t)
    const { code, stderr } = await spawnCli([...where, ...args])
    assert.deepEqual([code, stderr], [2, `hookbench: ${line}\n`])
  })
}
