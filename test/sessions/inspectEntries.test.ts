// `inspect` of entries of a host: started as the host starts them, with a debugger or a trace in the script that they
// run.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'
import { runToLine } from '../support/debugger.ts'
import { startServer } from '../support/hookServer.ts'

const SCRIPTS = `//- /ws/hooks/guard.mjs 755
#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
const { tool_input } = JSON.parse(readFileSync(0, 'utf8'))
const other = spawnSync('node', ['-p', '1 + 1'], { encoding: 'utf8' }).stdout.trim()
console.error('no ' + tool_input.command, other, process.argv.slice(2).join())
process.exit(2)
//- /ws/hooks/guard.py
import json, sys
print("no " + json.load(sys.stdin)["tool_input"]["command"], *sys.argv[1:], file=sys.stderr)
sys.exit(2)
//- /ws/hooks/guard.sh
read -r payload
echo "no \${#payload} $1" >&2
exit 2
//- /fake/debugpy.py
import socket
_socket = socket.socket()
def listen(address):
    _socket.bind(address)
    _socket.listen()
    return _socket.getsockname()
def wait_for_client():
    _socket.accept()[0].close()
`

async function inspect(t: TestContext, handler: object, env: Readonly<Record<string, string>> = {}) {
  const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', ...handler }] }] }
  const settings = `//- /ws/.claude/settings.json\n${JSON.stringify({ env, hooks })}\n`
  const server = await startServer(t, settings + SCRIPTS)
  const client = await server.dial()
  const lines: { line: number; text: string }[] = []
  client.connection.onNotification(
    'traced',
    (message: { lines: typeof lines }) => void lines.push(...message.lines),
  )
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const listed = await client.call<readonly { id: string; entry?: object }[]>('list', {})
  const hook = listed.find(({ entry }) => entry !== undefined)?.id
  const payload = {
    ...{ session_id: 's', transcript_path: '/t', cwd: server.root, permission_mode: 'default' },
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'u' },
  }
  const request = { event: 'PreToolUse', dialect: 'claude-code', payload, hook, trace: true }
  return { ...server, client, request, outcome, lines }
}

const read = ({ effect }: Outcome) => effect?.model?.map(({ text }) => text).join() ?? ''

const nodes: readonly (readonly [string, object, RegExp])[] = [
  ['given to node', { command: 'node "$CLAUDE_PROJECT_DIR/hooks/guard.mjs" a' }, /no ls 2 a/],
  ['behind cd, with a flag', { command: 'cd hooks && node --no-warnings guard.mjs b' }, /no ls 2 b/],
  ['started by its path', { command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.mjs c' }, /no ls 2 c/],
  ['with arguments and no shell', { command: 'node', args: ['hooks/guard.mjs', 'd e'] }, /no ls 2 d e/],
]

for (const [what, handler, expected] of nodes)
  test(`a script of Node stops at a line: ${what}`, async (t) => {
    const { client, request, root, outcome } = await inspect(t, handler)
    const { targets } = await client.call<{ targets: readonly DebugTarget[] }>('inspect', request)
    const [target] = targets
    assert.equal(target?.kind, 'node')
    const stop = await runToLine(target as DebugTarget, `${root}/hooks/guard.mjs`, 5, 'tool_input.command')
    assert.equal(stop.value, 'ls')
    const came = await outcome
    assert.equal(came.effect?.operation?.fate, 'blocked')
    assert.match(read(came), expected)
    assert.doesNotMatch(read(came), /[Dd]ebugger/)
  })

test('a script of Python waits for its debugger, then runs', async (t) => {
  const bench = await inspect(t, { command: 'python3 -u hooks/guard.py x' }, { PYTHONPATH: '../fake' })
  const { targets } = await bench.client.call<{ targets: readonly DebugTarget[] }>('inspect', bench.request)
  assert.equal(targets[0]?.kind, 'python')
  await new Promise((resolve) => setTimeout(resolve, 200))
  connect(Number(targets[0]?.port), targets[0]?.host)
    .on('error', () => {})
    .resume()
  assert.match(read(await bench.outcome), /no ls x/)
})

test('a script of a shell is traced by its lines', async (t) => {
  const { client, request, outcome, lines } = await inspect(t, { command: 'sh hooks/guard.sh y' })
  const { targets } = await client.call<{ targets: readonly DebugTarget[] }>('inspect', request)
  assert.deepEqual(targets, [])
  assert.match(read(await outcome), /no \d+ y/)
  assert.deepEqual(
    lines.map(({ line, text }) => [line, text.split(' ')[0]]),
    [
      [1, 'read'],
      [2, 'echo'],
      [3, 'exit'],
    ],
  )
})

test('what no debugger reaches is refused with the reason', async (t) => {
  const { client, request } = await inspect(t, { command: 'jq -e .cwd' })
  const { message } = await client.fails('inspect', request)
  assert.match(message, /cannot be inspected: its command does not run a single Node, Python or shell script/)
})
