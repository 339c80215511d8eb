// A shell hook under its debugger: breakpoints, steps, stack, variables and expressions over the debug adapter
// protocol; the script's payload, arguments, exit code and output are the same as without it.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { openStops, type ShellStop } from '../../runtime/executors/inspect/shell/stops.ts'
import type { DebugTarget } from '../../runtime/executors/inspect/target.ts'
import { dialAdapter } from '../support/adapter.ts'
import { startServer } from '../support/hookServer.ts'

const SCRIPT = `#!/usr/bin/env bash
if [ "\${1-}" = hook ]; then echo agent_stop; exit; fi
set -euo pipefail
payload=$(cat)
told() {
  local word=$1
  echo "told $word" >&2
  return 3
}
list=(a "b c")
for one in "\${list[@]}"; do
  seen="\${seen-}$one,"
done
told "$(basename "$0")" || status=$?
read -r first <<<"$payload" | cat
echo "\${#payload} \${seen} $status $# \${BASH_SOURCE[0]}" >&2
exit 4
`

const FILES = `//- /ws/.kodelet/hooks/walk 755
${SCRIPT}`
const STOP = {
  event: 'agent_stop',
  conv_id: 'c',
  cwd: '/',
  messages: [{ role: 'user', content: 'a\nb' }],
  usage: {},
}

type Inspected = { readonly inspection: string; readonly targets: readonly DebugTarget[] }

function socketOf(target: DebugTarget | undefined): string {
  assert.ok(target?.kind === 'shell')
  return target.socket
}

async function begin(t: Parameters<typeof startServer>[0], more: object = { trace: true, stops: true }) {
  const { dial, tree } = await startServer(t, FILES)
  const client = await dial()
  const outcome = new Promise<Outcome>((resolve) => {
    client.connection.onNotification('inspected', (message: { outcome: Outcome }) => resolve(message.outcome))
  })
  const lines: string[] = []
  client.connection.onNotification('traced', (message: { lines: readonly { text: string }[] }) => {
    lines.push(...message.lines.map(({ text }) => text))
  })
  const request = { hook: 'walk', event: 'agent_stop', payload: STOP, ...more }
  const { targets, inspection } = await client.call<Inspected>('inspect', request)
  return { client, outcome, target: targets[0], inspection, lines, path: tree.at('ws/.kodelet/hooks/walk') }
}

test('it stops on breakpoints, steps over, into and out of functions, and shows stack and variables', {
  timeout: 15_000,
}, async (t) => {
  const { target, outcome, path } = await begin(t)
  const editor = await dialAdapter(socketOf(target))
  // A breakpoint on a line without a command moves to the next line with one.
  assert.deepEqual(await editor.breakAt(path, [13, 12]), [14, 12])
  await editor.request('configurationDone')
  const stopped = async () => {
    await editor.event('stopped')
    const { stackFrames } = await editor.request('stackTrace', { threadId: 1 })
    return (stackFrames as { name: string; line: number }[]).map(({ name, line }) => `${name}:${line}`)
  }
  const values = async (scope: number) => {
    const { variables } = await editor.request('variables', { variablesReference: scope })
    return new Map((variables as { name: string; value: string }[]).map(({ name, value }) => [name, value]))
  }
  assert.deepEqual(await stopped(), ['walk:12'])
  assert.equal((await values(1)).get('one'), 'a')
  assert.equal((await values(1)).get('list'), '([0]="a" [1]="b c")')
  assert.equal((await values(1)).get('payload'), JSON.stringify(STOP))
  assert.equal((await values(1)).get('$1'), 'run')
  assert.ok((await values(2)).has('PATH'))
  assert.ok(
    ![...(await values(3)).keys(), ...(await values(1)).keys()].some((name) =>
      name.startsWith('__hookbench'),
    ),
  )
  await editor.request('continue', { threadId: 1 })
  assert.deepEqual(await stopped(), ['walk:12'])
  await editor.request('continue', { threadId: 1 })
  assert.deepEqual(await stopped(), ['walk:14'])
  await editor.request('stepIn', { threadId: 1 })
  // The first stop is the subshell that computes the script's path.
  assert.deepEqual(await stopped(), ['walk:14'])
  await editor.request('next', { threadId: 1 })
  let at = await stopped()
  for (let tries = 4; at[0] !== 'told():6' && tries > 0; tries -= 1) {
    await editor.request('stepIn', { threadId: 1 })
    at = await stopped()
  }
  assert.deepEqual(at, ['told():6', 'walk:14'])
  await editor.request('next', { threadId: 1 })
  assert.deepEqual(await stopped(), ['told():7', 'walk:14'])
  const evaluate = (expression: string, context: string) =>
    editor.request('evaluate', { expression, context }).then(({ result }) => result)
  assert.deepEqual(
    await Promise.all([
      evaluate('word', 'hover'),
      evaluate('$word', 'watch'),
      values(1).then((all) => all.get('word')),
    ]),
    ['walk', 'walk', 'walk'],
    'an editor asks several things at once',
  )
  assert.equal(await evaluate('$word', 'watch'), 'walk')
  assert.equal(await evaluate('${word^^}', 'watch'), 'WALK')
  assert.equal(await evaluate('$1 of $#', 'watch'), 'walk of 1')
  assert.equal(await evaluate('word=gone; echo "$word"; exit 9', 'repl'), 'gone')
  assert.equal(await evaluate('word', 'watch'), 'walk', 'looking changes nothing')
  await assert.rejects(evaluate('nothing', 'hover'), /not a variable/)
  await editor.request('stepOut', { threadId: 1 })
  assert.match((await stopped()).join(), /^walk:1[45]$/)
  await editor.request('continue', { threadId: 1 })
  await editor.event('terminated')
  const { hooks } = await outcome
  assert.equal(hooks[0]?.exitCode, 4)
})

test('what it reads, writes and comes to is what it is without a debugger', async (t) => {
  const { client, target, outcome, lines } = await begin(t)
  const editor = await dialAdapter(socketOf(target))
  await editor.request('configurationDone')
  const { hooks } = await outcome
  const plain = await client.call<Outcome>('run', { event: 'agent_stop', payload: STOP, hook: hooks[0]?.id })
  const [debugged, ran] = [hooks[0], plain.hooks.find(({ id }) => id === hooks[0]?.id)]
  assert.deepEqual(
    [debugged?.exitCode, debugged?.stdout, debugged?.stderr],
    [ran?.exitCode, ran?.stdout, ran?.stderr],
  )
  assert.ok(lines.includes('told walk'), lines.join('\n'))
  assert.ok(!lines.some((line) => /__hookbench|xeufC/.test(line)), lines.join('\n'))
})

test('an editor that leaves lets it run to its end', async (t) => {
  const { target, outcome, path } = await begin(t)
  const editor = await dialAdapter(socketOf(target))
  await editor.breakAt(path, [4, 10])
  await editor.request('configurationDone')
  await editor.event('stopped')
  editor.leave()
  assert.equal((await outcome).hooks[0]?.exitCode, 4)
})

test('without its wish nothing waits', async (t) => {
  const { target, outcome } = await begin(t, { trace: true })
  assert.equal(target, undefined)
  assert.equal((await outcome).hooks[0]?.exitCode, 4)
})

test('called off while it waits, nothing is left', async (t) => {
  const { client, outcome, inspection } = await begin(t)
  assert.deepEqual(await client.call('cancel', { inspection }), { cancelled: 1 })
  assert.equal((await outcome).hooks[0]?.status, 'failed')
})

test('connections without the token are closed', async (t) => {
  const seen: ShellStop[] = []
  const stops = await openStops((stop) => {
    seen.push(stop)
    stop.go()
  })
  t.after(stops.close)
  const [port = '', token = ''] = stops.address.split(' ')
  const say = (word: string) =>
    new Promise<void>((done) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`${[word, '1', '0', '/', 'ls', '1', '0', '0'].join('\0')}\0`),
      )
      socket.resume()
      socket.on('end', () => socket.end())
      socket.on('error', () => {})
      socket.on('close', () => done())
    })
  await say('x'.repeat(token.length))
  await say('')
  assert.deepEqual(seen, [])
  await say(token)
  assert.deepEqual(
    seen.map(({ command }) => command),
    ['ls'],
  )
})
