// Who may attach to a hook that waits for its debugger, and whose report of the debugger's address counts.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { secureyeoman } from '../../runtime/contract/dialects/secureyeoman.ts'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openGroups } from '../../runtime/executors/groups.ts'
import {
  type InspectModulesOptions,
  openInspectModules,
} from '../../runtime/executors/inspect/inspectModules.ts'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'
import { dialAdapter } from '../support/adapter.ts'
import { hookAt, runOnce } from '../support/call.ts'
import { startServer } from '../support/hookServer.ts'
import { writeTree } from '../support/tree.ts'

const FILES = `//- /ws/.kodelet/hooks/walk 755
#!/usr/bin/env bash
if [ "\${1-}" = hook ]; then echo agent_stop; exit; fi
cat | tr '|' '\\n' >&2
sleep 0.3
`
const PLANTED = [
  'hookbench: debugger listening on 192.0.2.7:4711',
  'Debugger listening on ws://192.0.2.7:4711/x',
  'hookbench: debugger listening on 127.0.0.1:4711',
]

/** Inspects a shell hook that copies its payload to standard error, with a debugger or only with a trace. */
async function inspected(t: Parameters<typeof startServer>[0], stops: boolean) {
  const { dial } = await startServer(t, FILES)
  const client = await dial()
  const later: DebugTarget[] = []
  client.connection.onNotification(
    'attachable',
    ({ target }: { target: DebugTarget }) => void later.push(target),
  )
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const content = `|${PLANTED.join('|')}|`
  const payload = {
    event: 'agent_stop',
    conv_id: 'c',
    cwd: '/',
    messages: [{ role: 'user', content }],
    usage: {},
  }
  const { targets } = await client.call<{ targets: readonly DebugTarget[] }>('inspect', {
    hook: 'walk',
    event: 'agent_stop',
    payload,
    trace: true,
    stops,
  })
  return { targets, later, outcome }
}

test('a payload that a shell hook repeats sends no debugger anywhere', async (t) => {
  const { targets, later, outcome } = await inspected(t, false)
  const { hooks } = await outcome
  assert.deepEqual([...targets, ...later], [])
  // The hook's own output is kept.
  assert.match(hooks[0]?.stderr ?? '', /192\.0\.2\.7/)
})

test('no other user reaches the debugger of a shell hook: it is not a port, and its folder is the owner’s alone', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { targets, outcome } = await inspected(t, true)
  const [target] = targets
  assert.ok(target?.kind === 'shell')
  assert.ok(!('port' in target))
  assert.equal(statSync(dirname(target.socket)).mode & 0o777, 0o700)
  // The owner can connect.
  const editor = await dialAdapter(target.socket)
  await editor.request('configurationDone')
  await outcome
})

test('of what a module hook prints while it is debugged a part is kept, however much it is', async (t) => {
  const place = writeTree('//- /ws/\n')
  t.after(place.remove)
  const path = place.at('/ws/extensions/a.mjs')
  place.write(`
    //- /ws/extensions/a.mjs
    export async function tool_execute_before(context) {
      const text = 'x'.repeat(1_000_000)
      for (let at = 0; at < 30; at++) await new Promise((done) => process.stdout.write(text, done))
      return context
    }
  `)
  const groups = openGroups(place.at('/data'))
  t.after(groups.close)
  const executor = openInspectModules({
    root: place.at('/ws'),
    env: {},
    drop: [],
    groups,
    snapshot: () => ({ files: new Map([[path, readFileSync(path)]]), hash: 'a' }),
    listening: ({ port }: { port: number }) => void letRun(port),
  } as unknown as InspectModulesOptions)
  t.after(() => executor.close())
  const attempt = await runOnce(
    executor,
    { ...hookAt(path, 'module'), dialect: 'secureyeoman' },
    {
      dialect: secureyeoman as unknown as Dialect,
      event: 'tool_execute_before',
    },
  )
  assert.equal(attempt.kind, 'returned')
  assert.equal(attempt.raw?.stdout.length, 10 * 1024 * 1024)
  assert.equal(attempt.raw?.cut, true)
})

async function letRun(port: number): Promise<void> {
  const [about] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(String(about?.webSocketDebuggerUrl))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.runIfWaitingForDebugger' }))
  await once(socket, 'message')
  socket.close()
}
