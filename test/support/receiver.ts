// A webhook receiver on the loopback interface: answers as configured, records the requests, leaves no socket open.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type Receiver = {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves once this many requests have arrived. */
  came(count: number): Promise<void>
}

/** Answers the nth request (0-based). */
export type Answer = (response: ServerResponse, request: Received, n: number) => void

/** Answers the nth request with the nth status, and further ones with the last. */
export const status =
  (...codes: readonly number[]): Answer =>
  (response, _request, n) => {
    response.writeHead(codes[Math.min(n, codes.length - 1)] as number).end('thanks')
  }

/** Starts a receiver that stops with the test. */
export async function openReceiver(t: TestContext, answer: Answer = status(204)): Promise<Receiver> {
  const received: Received[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
    const n = received.push(one) - 1
    answer(response, one, n)
    for (const { count, resolve } of waiting) if (received.length >= count) resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    came(count) {
      if (received.length >= count) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push({ count, resolve })
      return promise
    },
  }
}
