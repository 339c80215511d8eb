// The socket: private, only for holders of the token, one server at a time, and nothing left behind.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { test } from 'node:test'
import { listen } from '../../runtime/sessions/socket.ts'
import { dialRaw, startServer } from '../support/hookServer.ts'

const mode = (path: string) => statSync(path).mode & 0o777

test('folder, socket and token file are this user’s alone, and gone when the server stops', async (t) => {
  const { tree, socket, listening } = await startServer(t, '')
  assert.equal(mode(tree.at('run')), 0o700)
  assert.equal(mode(socket), 0o600)
  assert.equal(mode(listening.tokenFile), 0o600)
  listening.stop()
  assert.deepEqual(readdirSync(tree.at('run')), [])
})

for (const [what, method, params, why] of [
  ['a request before initialize', 'list', {}, /first request must be initialize/],
  ['a wrong token', 'initialize', { token: 'guess', protocolVersion: 1 }, /not the session token/],
  ['no token', 'initialize', { protocolVersion: 1 }, /not the session token/],
  ['a token that is no text', 'initialize', { token: 7, protocolVersion: 1 }, /not the session token/],
] as const) {
  test(`${what} is refused, and the connection closed`, async (t) => {
    const { socket, server } = await startServer(t, '')
    const client = await dialRaw(socket)
    const closed = new Promise((resolve) => client.socket.once('close', resolve))
    const { code, message } = await client.fails(method, params)
    assert.equal(code, -32_001)
    assert.match(message, why)
    await closed
    assert.deepEqual(server.counts, { clients: 0, sessions: 0 })
  })
}

test('another version of the protocol is named', async (t) => {
  const { socket, token } = await startServer(t, '')
  const client = await dialRaw(socket)
  const { message } = await client.fails('initialize', { token, protocolVersion: 2 })
  assert.equal(message, 'initialize: protocolVersion: expected 1, got 2')
  await client.close()
})

test('a second server on a socket is refused in one line; the first goes on', async (t) => {
  const first = await startServer(t, '')
  const second = await startServer(t, '')
  await assert.rejects(listen(second.server, { socket: first.socket }), {
    message: `Another server answers on ${first.socket}; use that one, stop it, or choose another path.`,
  })
  const client = await first.dial()
  assert.deepEqual(await client.call('recordings/list'), [])
})

test('the socket of a server that was killed is taken over', async (t) => {
  const { tree, server } = await startServer(t, '')
  const socket = tree.at('stale')
  const script = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', script])
  assert.ok(existsSync(socket), 'the killed server left its socket')
  const listening = await listen(server, { socket })
  const client = await dialRaw(socket)
  await client.close()
  listening.stop()
  assert.deepEqual(readdirSync(tree.folder).sort(), ['home', 'run', 'ws'])
})

test('a file in the way stays, and is named', async (t) => {
  const { tree, server } = await startServer(t, '')
  const socket = tree.at('file')
  writeFileSync(socket, 'precious')
  await assert.rejects(listen(server, { socket }), {
    message: `${socket} already exists and is not a socket; choose another path.`,
  })
  assert.ok(existsSync(socket))
})

for (const [what, plant] of [
  ['a link to a file', (at: string, precious: string) => symlinkSync(precious, at)],
  ['a broken symbolic link', (at: string, precious: string) => symlinkSync(`${precious}.new`, at)],
  ['a folder', (at: string) => mkdirSync(at)],
] as const) {
  test(`${what} where the token goes is refused, nothing behind it is touched, and no socket stays`, async (t) => {
    const { tree, server } = await startServer(t, '//- /own/precious\nprecious')
    const socket = tree.at('own/s')
    const precious = tree.at('own/precious')
    const before = readFileSync(precious, 'utf8')
    plant(`${socket}.token`, precious)
    await assert.rejects(listen(server, { socket }), {
      message: `${socket}.token already exists and is not your file; remove it, or choose another path for the token.`,
    })
    assert.equal(readFileSync(precious, 'utf8'), before)
    assert.deepEqual(readdirSync(tree.at('own')).sort(), ['precious', 's.token'])
  })
}

test('the token file of a server that was killed is replaced, whoever could read it', async (t) => {
  const { tree, server } = await startServer(t, '//- /own/')
  const socket = tree.at('own/s')
  writeFileSync(`${socket}.token`, 'stale', { mode: 0o644 })
  const listening = await listen(server, { socket })
  assert.equal(mode(listening.tokenFile), 0o600)
  assert.match(readFileSync(listening.tokenFile, 'utf8'), /^[\w-]{43}\n$/)
  listening.stop()
  assert.deepEqual(readdirSync(tree.at('own')), [])
})

test('a folder that others may write to is refused', async (t) => {
  const { tree, server } = await startServer(t, '//- /open/')
  chmodSync(tree.at('open'), 0o777)
  await assert.rejects(
    listen(server, { socket: tree.at('open/s') }),
    /Others may write to .*; choose a folder that only you can write to\./,
  )
})

const asRoot = { skip: process.geteuid?.() === 0 ? false : 'only root can give a folder away' }

test('a folder that belongs to another user is refused', asRoot, async (t) => {
  const { tree, server } = await startServer(t, '//- /theirs/')
  chownSync(tree.at('theirs'), 54321, 54321)
  await assert.rejects(
    listen(server, { socket: tree.at('theirs/s') }),
    /belongs to another user \(54321\).*; choose a folder that only you can write to\./,
  )
})

test('a path that no socket can have is refused', async (t) => {
  const { tree, server } = await startServer(t, '')
  await assert.rejects(listen(server, { socket: tree.at('x'.repeat(120)) }), /is longer than 103 bytes/)
})
