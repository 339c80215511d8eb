// Who may attach to a hook that waits for its debugger, and whose report of the debugger's address counts.

import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'
import { dialAdapter } from '../support/adapter.ts'
import { startServer } from '../support/hookServer.ts'

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
