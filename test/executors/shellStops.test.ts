// Who may report a stop of a shell hook: only the bash that has the token, no other process on this machine.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { openStops } from '../../runtime/executors/inspect/shell/stops.ts'

const report = (token: string): string =>
  [token, '7', '0', '/ws', 'echo 1', '2', '0', 'arg', '1', 'main', 'hook.sh', '3', ''].join('\0')

for (const [name, change] of [
  ['of another value', (token: string) => `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`],
  ['that is the beginning of it', (token: string) => token.slice(0, -1)],
  ['that is longer', (token: string) => `${token}0`],
] as const)
  test(`a stop with a token ${name} is disconnected, and no listener is notified`, async () => {
    const seen: unknown[] = []
    const stops = await openStops((stop) => seen.push(stop))
    try {
      const [port, token = ''] = stops.address.split(' ')
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(report(change(token)))
      await once(socket, 'close')
      assert.deepEqual(seen, [])
    } finally {
      stops.close()
    }
  })

test('a stop with the token says where it stands, and goes on when it is let go', async () => {
  const seen: unknown[] = []
  const stops = await openStops((stop) => {
    const { process, subshell, command, status, args, frames } = stop
    seen.push({ process, subshell, command, status, args, frames })
    stop.go()
  })
  try {
    const [port, token = ''] = stops.address.split(' ')
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(report(token))
    const [reply] = await once(socket, 'data')
    assert.equal(String(reply), 'go\0')
    assert.deepEqual(seen, [
      {
        process: 7,
        subshell: 0,
        command: 'echo 1',
        status: '0',
        args: ['arg'],
        frames: [{ name: 'main', path: '/ws/hook.sh', line: 3 }],
      },
    ])
    socket.destroy()
  } finally {
    stops.close()
  }
})
