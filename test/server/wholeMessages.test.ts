// Protocol messages reach the editor's pipe whole, unchanged and in order; errors of the pipe are passed on.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { StreamMessageWriter } from 'vscode-languageserver-protocol/node'
import { wholeMessages } from '../../server/wholeMessages.ts'

function pipe(failure?: Error): { readonly output: Writable; readonly chunks: string[] } {
  const chunks: string[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString())
      done(failure)
    },
  })
  return { output, chunks }
}

test('each message is one write', async () => {
  const { output, chunks } = pipe()
  const writer = new StreamMessageWriter(wholeMessages(output))
  const bodies = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: 'é'.repeat(id) }))
  await Promise.all(bodies.map((body) => writer.write(body as never)))
  assert.deepEqual(
    chunks,
    bodies.map((body) => {
      const text = JSON.stringify(body)
      return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
    }),
  )
})

test('what breaks the pipe, and its end, are passed on', async () => {
  const broken = wholeMessages(pipe(new Error('EPIPE')).output)
  broken.write('Content-Length: 2\r\n\r\n')
  broken.write('{}')
  const [error] = await once(broken, 'error')
  assert.equal((error as Error).message, 'EPIPE')
  const { output } = pipe()
  const ended = wholeMessages(output)
  output.destroy()
  await once(ended, 'close')
  assert.equal(ended.destroyed, true)
})
