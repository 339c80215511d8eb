// Where a socket may be created: no other user may be able to replace any folder or link on the path to it. And what a
// client that sends requests and never reads costs.

import assert from 'node:assert/strict'
import { chmodSync, lchownSync, symlinkSync } from 'node:fs'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import Type from 'typebox'
import { serveClient } from '../../runtime/sessions/client.ts'
import { listen } from '../../runtime/sessions/socket.ts'
import { startServer } from '../support/hookServer.ts'

/** Listens, then stops. */
async function opened(...given: Parameters<typeof listen>): Promise<void> {
  const { stop } = await listen(...given)
  stop()
}

const asRoot = { skip: process.geteuid?.() === 0 ? false : 'only root can give a link away' }

test('a socket below a folder that others may write to is refused', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { tree, server } = await startServer(t, '//- /open/mine/')
  chmodSync(tree.at('open/mine'), 0o700)
  chmodSync(tree.at('open'), 0o777)
  await assert.rejects(opened(server, { socket: tree.at('open/mine/s') }), /Another user may change .*open,/)
  // Allowed where other users cannot rename each other's files, as in /tmp.
  chmodSync(tree.at('open'), 0o1777)
  await opened(server, { socket: tree.at('open/mine/s') })
})

test(
  'a socket behind a link of another user is refused, behind one of one’s own it is not',
  asRoot,
  async (t) => {
    const { tree, server } = await startServer(t, '//- /mine/\n//- /shared/')
    chmodSync(tree.at('mine'), 0o700)
    chmodSync(tree.at('shared'), 0o1777)
    symlinkSync(tree.at('mine'), tree.at('shared/link'))
    const socket = tree.at('shared/link/s')
    const { stop } = await listen(server, { socket })
    stop()
    lchownSync(tree.at('shared/link'), 54321, 54321)
    await assert.rejects(opened(server, { socket }), /Another user may change .*link,/)
  },
)

test('a socket behind a link to a way of another user is refused', asRoot, async (t) => {
  const { tree, server } = await startServer(t, '//- /theirs/mine/')
  chmodSync(tree.at('theirs/mine'), 0o700)
  symlinkSync(tree.at('theirs'), tree.at('link'))
  lchownSync(tree.at('theirs'), 54321, 54321)
  await assert.rejects(
    opened(server, { socket: tree.at('link/mine/s') }),
    /Another user may change .*theirs,/,
  )
})

test('of a client that does not read its answers no further requests are read, until it does', async () => {
  const input = new PassThrough()
  const held: (() => void)[] = []
  const output = new Writable({ write: (_chunk, _encoding, done) => void held.push(done) })
  let answered = 0
  const call = () => {
    answered++
    return 'x'.repeat(1024 * 1024)
  }
  serveClient({
    input,
    output,
    methods: { long: { params: Type.Object({}), call } } as never,
    caller: () => ({}) as never,
    greeting: {},
    isRefusal: () => false,
    fault: (error) => assert.fail(error as Error),
    gone: () => {},
  })
  const requests = 200
  for (let id = 1; id <= requests; id++) {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'long', params: {} })
    input.write(`Content-Length: ${body.length}\r\n\r\n${body}`)
    await new Promise(setImmediate)
  }
  assert.ok(answered < 30, `${answered} answers of a mebibyte are held`)
  while (answered < requests || held.length > 0) {
    for (const done of held.splice(0)) done()
    await new Promise(setImmediate)
  }
  input.destroy()
})
