// Input that is not JSON-RPC: the server replies with the reason, closes that connection, and serves the others.

import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { Message } from 'vscode-jsonrpc/node'
import { FrameReader, FrameWriter } from '../../runtime/sessions/framing.ts'
import { startServer } from '../support/hookServer.ts'
import { fc } from '../support/property.ts'

const frame = (body: string, header = `Content-Length: ${Buffer.byteLength(body)}`) =>
  `${header}\r\n\r\n${body}`

const GARBAGE: Readonly<Record<string, readonly [bytes: string | Buffer, why: RegExp]>> = {
  'no header at all': ['hello\r\n\r\n', /has no length; expected Content-Length/],
  'a header without an end': ['x'.repeat(9000), /header is longer than 8192 bytes/],
  'a length that is no number': [frame('{}', 'Content-Length: many'), /has no length/],
  'a negative length': [frame('{}', 'Content-Length: -2'), /has no length/],
  'a message too large for a stranger': [
    frame('', 'Content-Length: 9999999'),
    /too large; the limit is 65536/,
  ],
  'a body that is not JSON': [frame('{"jsonrpc"'), /not JSON/],
  'bytes that are no text': [Buffer.from([0xff, 0xfe, 0, 13, 10, 13, 10]), /has no length/],
  'a batch': [frame('[{"jsonrpc":"2.0","id":1,"method":"list"}]'), /batches are not supported/],
  'another JSON-RPC': [frame('{"jsonrpc":"1.0","id":1,"method":"list"}'), /not JSON-RPC 2.0/],
  'a bare value': [frame('7'), /not JSON-RPC 2.0/],
  'an id that is an object': [frame('{"jsonrpc":"2.0","id":{},"method":"list"}'), /id of a message is \{\}/],
  'no method': [frame('{"jsonrpc":"2.0","id":1}'), /has no method/],
}

test('garbage is answered with the reason, and closes that connection only', async (t) => {
  const { socket, dial, logged } = await startServer(t, '')
  const other = await dial()
  for (const [what, [bytes, why]] of Object.entries(GARBAGE)) {
    const answer = await raw(socket, bytes)
    assert.match(answer, why, what)
    assert.match(answer, /"id":null,"error":\{"code":-32[67]00/, what)
  }
  assert.deepEqual(await other.call('recordings/list'), [])
  assert.deepEqual(logged, [])
})

test('messages come whole and in order, however the stream is cut', async () => {
  const messages = fc.array(
    fc.record({
      jsonrpc: fc.constant('2.0'),
      method: fc.string(),
      params: fc.record({ text: fc.string({ unit: 'binary' }) }),
    }),
  )
  const property = fc.asyncProperty(messages, fc.array(fc.nat(40), { minLength: 1 }), async (sent, cuts) => {
    const bytes = Buffer.concat(sent.map((one) => Buffer.from(frame(JSON.stringify(one)))))
    const input = new PassThrough()
    const received: Message[] = []
    new FrameReader(input, () => 1_000_000).listen((message) => received.push(message))
    for (let at = 0, n = 0; at < bytes.length; n++) {
      const length = (cuts[n % cuts.length] ?? 0) + 1
      input.write(bytes.subarray(at, at + length))
      at += length
    }
    input.end()
    await new Promise((resolve) => input.once('end', resolve))
    assert.deepEqual(received, JSON.parse(JSON.stringify(sent)))
  })
  await fc.assert(property, { numRuns: 100 })
})

test('a result that JSON cannot say becomes an error of its request', async () => {
  const output = new PassThrough()
  const writer = new FrameWriter(output)
  await writer.write({ jsonrpc: '2.0', id: 7, result: { n: 1n } } as unknown as Message)
  const text = String(output.read())
  assert.match(text, /"id":7,"error":\{"code":-32603,"message":"the result cannot be written as JSON: /)
})

function raw(path: string, bytes: string | Buffer): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(path, () => socket.write(bytes))
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {}).on('close', () => resolve(text))
  return promise
}
