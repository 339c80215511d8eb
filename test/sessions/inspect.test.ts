// `inspect`: a hook under its debugger, from the server's side and from the debugger's side.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'
import { listProcesses, runtimeId } from '../../runtime/executors/processes.ts'
import { runToLine } from '../support/debugger.ts'
import { type RpcClient, startServer } from '../support/hookServer.ts'
import { toolCall } from '../support/kodeletPayload.ts'

const PAYLOADS: Readonly<Record<string, object>> = {
  tool_execute_before: {
    event: 'tool_execute_before',
    sessionId: 's',
    timestamp: 1,
    toolName: 'x',
    toolCallId: 't',
    input: { command: 'ls' },
  },
  before_tool_call: toolCall('ls', { conv_id: 'c', cwd: '/', invoked_by: 'main' }),
  pre_tool_use: {
    event_type: 'pre_tool_use',
    agent_id: 'a',
    timestamp: 1,
    data: { tool_name: 'x', tool_input: { command: 'ls' } },
  },
}

const FILES = `//- /ws/extensions/typed.ts
type Input = { command: string }
export function tool_execute_before(context: { input: Input }) {
  const { command } = context.input
  console.log('looking at', command)
  return { ...context, input: { command: command.toUpperCase() } }
}
//- /ws/.kodelet/hooks/script 755
#!/usr/bin/env node
if (process.argv[2] === 'hook') { console.log('before_tool_call'); process.exit() }
let text = ''
process.stdin.on('data', (chunk) => { text += chunk }).on('end', () => {
  const { tool_input } = JSON.parse(text)
  console.log(JSON.stringify({ blocked: true, reason: tool_input.command }))
})
//- /ws/.kodelet/hooks/shell 755
#!/bin/sh
[ "$1" = hook ] && echo before_tool_call
//- /ws/.kodelet/hooks/speaks 755
#!/usr/bin/env bash
if [ "$1" = hook ]; then echo agent_stop; exit; fi
key='ghp_${'abcdefghijklmnopqrstuvwxyz0123456789'}'
said=$( { echo "in $PWD" >&2; } 2>&1 )
echo "$WHO $(basename "$0")" >&2
echo "{\\"follow_up_messages\\": [\\"$said\\"]}"
//- /ws/.kodelet/hooks/snake 755
#!/usr/bin/env python3
import json, sys
if sys.argv[1] == "hook":
    print("before_tool_call")
    sys.exit()
print(json.dumps({"blocked": True, "reason": json.load(sys.stdin)["tool_input"]["command"]}))
//- /ws/.kaizen/hooks/counts.py
import sys
from kaizen.core.autonomy.hooks import BaseHook, HookEvent, HookResult

class Counts(BaseHook):
    events = [HookEvent.PRE_TOOL_USE]

    def __init__(self):
        super().__init__(name="counts")

    async def handle(self, context):
        print("counted")
        print("aside", file=sys.stderr)
        return HookResult(success=True, data={"seen": context.data["tool_input"]["command"]})
`

// Replaces debugpy, which need not be installed: listens, waits for a connection, captures the printed output, and runs
// the file.
const DEBUGPY = `//- /fake/debugpy.py
import os, socket, sys
class _Seen:
    def __init__(self, own, name):
        self.own, self.name = own, name
    def write(self, text):
        with open(os.path.join(os.path.dirname(__file__), self.name), "a") as file:
            file.write(text)
        return self.own.write(text)
    def __getattr__(self, name):
        return getattr(self.own, name)
_socket = socket.socket()
def listen(address):
    _socket.bind(address)
    _socket.listen()
    return _socket.getsockname()
def wait_for_client():
    _socket.accept()[0].close()
    sys.stdout, sys.stderr = _Seen(sys.stdout, "stdout"), _Seen(sys.stderr, "stderr")
//- /none/debugpy.py
raise ImportError("No module named 'debugpy'")
`

const AGAIN = `//- /ws/extensions/again.ts
export const tool_execute_before = (context: { input: { command: string } }) => {
  return { ...context, input: { command: context.input.command + ' -a' } }
}
`

const STOP = {
  event: 'agent_stop',
  conv_id: 'c',
  cwd: '/',
  invoked_by: 'main',
  messages: [],
}

type Inspected = { readonly inspection: string; readonly targets: readonly DebugTarget[] }

function inspect(client: RpcClient, hook: string, event: string) {
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  return { answer: client.call<Inspected>('inspect', { hook, event, payload: PAYLOADS[event] }), outcome }
}

for (const [hook, event, file, line, expression] of [
  ['typed', 'tool_execute_before', 'extensions/typed.ts', 4, 'command'],
  ['script', 'before_tool_call', '.kodelet/hooks/script', 5, 'tool_input.command'],
] as const) {
  test(`${hook}: a debugger attaches, stops on the author's line and sees the payload`, async (t) => {
    const { dial, root } = await startServer(t, FILES)
    const client = await dial()
    const { answer, outcome } = inspect(client, hook, event)
    const { targets } = await answer
    const [target] = targets
    assert.ok(target)
    assert.equal(target.kind, 'node')
    assert.equal(target.host, '127.0.0.1')
    assert.match(target.hook, new RegExp(hook))
    const stop = await runToLine(target, `${root}/${file}`, line, expression)
    assert.equal(stop.value, 'ls')
    const { hooks, reason, payload } = await outcome
    assert.deepEqual(
      hooks.map(({ status, why }) => [status, why]),
      [['returned', undefined]],
    )
    assert.equal(hooks[0]?.stderr ?? '', '', 'the debugger’s own words are none of the hook’s')
    if (hook === 'script') assert.equal(reason, 'ls')
    else assert.deepEqual((payload as { input: unknown }).input, { command: 'LS' })
    await until(() => ours() === 0)
  })
}

for (const [hook, event] of [
  ['snake', 'before_tool_call'],
  ['counts', 'pre_tool_use'],
] as const) {
  test(`${hook}: Python waits for its debugger, then runs`, async (t) => {
    const server = await startServer(t, FILES + DEBUGPY)
    const client = await withPython(server, 'fake')
    const { answer, outcome } = inspect(client, hook, event)
    const [target] = (await answer).targets
    assert.equal(target?.kind, 'python')
    await new Promise((resolve) => setTimeout(resolve, 200))
    connect(Number(target?.port), target?.host)
      .on('error', () => {})
      .resume()
    const { hooks } = await outcome
    assert.deepEqual(
      hooks.map(({ status, why }) => [status, why]),
      [['returned', undefined]],
    )
    assert.match(JSON.stringify(hooks[0]?.result), /"ls"/)
    if (hook === 'counts') {
      const seen = (stream: string) => readFileSync(server.tree.at(`fake/${stream}`), 'utf8')
      assert.deepEqual([seen('stdout'), seen('stderr')], ['counted\n', 'aside\n'], 'the debugger shows it')
      assert.deepEqual([hooks[0]?.stdout, hooks[0]?.stderr], ['counted\n', 'aside\n'], 'and it is kept')
    }
    await until(() => ours() === 0)
  })

  test(`${hook}: without debugpy the answer says what to install`, async (t) => {
    const server = await startServer(t, FILES + DEBUGPY)
    const client = await withPython(server, 'none')
    const { message, code } = await client.fails('inspect', { hook, event, payload: PAYLOADS[event] })
    assert.equal(code, -32_602)
    assert.match(
      message,
      /cannot be inspected: debugpy is not installed for this python3; install it \(.*\)\.$/,
    )
    await until(() => ours() === 0)
  })
}

test('what has no debugger is refused with the reason', async (t) => {
  const { dial } = await startServer(t, FILES)
  const client = await dial()
  const fails = async (hook: string, event = 'before_tool_call', more: object = {}) =>
    (await client.fails('inspect', { hook, event, payload: PAYLOADS[event], ...more })).message
  assert.match(await fails('shell'), /cannot be inspected: shell is a sh script; only Node and Python hooks/)
  assert.match(await fails('shel'), /^There is no hook "shel"\. Did you mean "shell"\?$/)
  assert.match(await fails('typed'), /does not answer before_tool_call of kodelet\.$/)
  // The system's own error would wrongly blame the program, which exists.
  const nowhere = await fails('script', 'before_tool_call', { cwd: 'nowhere' })
  assert.match(nowhere, /^inspect: cwd: \/.*\/ws\/nowhere is not a folder\.$/)
  const unnamed = await fails('script', 'before_tool_call', { cwd: 'a\0b' })
  assert.match(unnamed, /is not a folder\.$/)
})

test('a shell hook is traced by its lines, masked, and answers as it does without', async (t) => {
  const { dial, tree } = await startServer(t, `${FILES}//- /ws/sub/\n`)
  const client = await dial()
  const lines: { line: number; text: string }[] = []
  client.connection.onNotification(
    'traced',
    (message: { lines: typeof lines }) => void lines.push(...message.lines),
  )
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const request = {
    hook: 'speaks',
    event: 'agent_stop',
    payload: STOP,
    cwd: 'sub',
    env: { WHO: 'me' },
    trace: true,
  }
  assert.deepEqual((await client.call<Inspected>('inspect', request)).targets, [])
  const { hooks, followUps } = await outcome
  assert.deepEqual(followUps, [`in ${tree.at('ws/sub')}`], 'what is captured holds no trace')
  assert.equal(hooks[0]?.stderr, 'me speaks\n', 'nor does what it wrote')
  const texts = lines.map(({ line, text }) => `${line} ${text}`)
  assert.match(texts[0] ?? '', /^2 '?\[/)
  assert.ok(texts.includes(`4 echo 'in ${tree.at('ws/sub')}'`), texts.join('\n'))
  assert.ok(texts.some((text) => text.startsWith('3 key=')))
  assert.ok(!texts.join().includes('abcdefghijklmnopqrst'), 'secrets are masked')
  await until(() => ours() === 0)
})

test('the chain is inspected hook by hook in its order; what has no debugger runs as ever', async (t) => {
  const { dial, root } = await startServer(t, FILES + AGAIN)
  const client = await dial()
  const targets: DebugTarget[] = []
  client.connection.onNotification(
    'attachable',
    ({ target }: { target: DebugTarget }) => void targets.push(target),
  )
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const event = 'tool_execute_before'
  const { targets: first } = await client.call<Inspected>('inspect', { event, payload: PAYLOADS[event] })
  await until(() => targets.length === 1)
  assert.deepEqual(first, targets)
  assert.equal(
    (await runToLine(targets[0] as DebugTarget, `${root}/extensions/again.ts`, 1, 'context.input.command'))
      .value,
    'ls',
  )
  await until(() => targets.length === 2)
  const stop = await runToLine(targets[1] as DebugTarget, `${root}/extensions/typed.ts`, 4, 'command')
  assert.equal(stop.value, 'ls -a', 'the second hook sees what the first made of it')
  const { payload, hooks } = await outcome
  assert.equal((payload as { input: { command: string } }).input.command, 'LS -A')
  assert.deepEqual(
    hooks.map(({ status }) => status),
    ['returned', 'returned'],
  )
  await until(() => ours() === 0)
})

test('a chain of hooks that no debugger reaches is fired all the same', async (t) => {
  const { dial } = await startServer(t, FILES)
  const client = await dial()
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const request = { event: 'agent_stop', payload: STOP }
  assert.deepEqual((await client.call<Inspected>('inspect', request)).targets, [])
  assert.equal((await outcome).followUps.length, 1)
})

test('an untrusted hook is not started, not even waiting', async (t) => {
  const { dial } = await startServer(t, FILES, { trust: 'ledger' })
  const client = await dial()
  const { message } = await client.fails('inspect', {
    hook: 'typed',
    event: 'tool_execute_before',
    payload: PAYLOADS.tool_execute_before,
  })
  assert.match(message, /cannot be inspected: not trusted yet/)
  assert.equal(ours(), 0)
})

for (const [how, end] of [
  ['is cancelled', (client: RpcClient, inspection: string) => client.call('cancel', { inspection })],
  ['loses its client', (client: RpcClient) => client.close()],
] as const) {
  test(`an inspection that ${how} leaves no process`, async (t) => {
    const { dial } = await startServer(t, FILES)
    const client = await dial()
    const { inspection } = await inspect(client, 'typed', 'tool_execute_before').answer
    assert.equal(ours(), 1)
    await end(client, inspection)
    await until(() => ours() === 0)
  })
}

async function withPython(
  { tree, root, dial }: Awaited<ReturnType<typeof startServer>>,
  folder: string,
): Promise<RpcClient> {
  const settings = JSON.stringify({ environment: { set: { PYTHONPATH: tree.at(folder) } } })
  tree.write(`//- /ws/.hookbench/settings.json\n${settings}\n`)
  const client = await dial()
  await client.call('reload', { workspace: root })
  return client
}

function ours(): number {
  return listProcesses().filter(({ runtime, pid }) => runtime === runtimeId() && pid !== process.pid).length
}

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!holds()) {
    assert.ok(Date.now() < deadline, 'waited 60 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
