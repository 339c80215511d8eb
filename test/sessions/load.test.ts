// Many sessions at once through the socket: all answered, none mixed up, memory stays flat.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Outcome } from '../../runtime/contract/outcome.ts'
import { startServer } from '../support/hookServer.ts'

const SESSIONS = 50
const FIRINGS = 1000
const ROUNDS = 8
/** The limit on heap growth from the second round to the last, in bytes. */
const GROWTH = 6 * 1024 * 1024

const ECHO = `//- /ws/extensions/echo.mjs
export function tool_execute_before(context) {
  return { ...context, input: { ...context.input, by: context.sessionId } }
}
//- /ws/extensions/last.mjs
export async function tool_execute_before(context) {
  await new Promise((resolve) => setTimeout(resolve, context.input.n % 3))
  return { ...context, input: { ...context.input, last: context.input.n } }
}
`

test(`${FIRINGS} firings over ${SESSIONS} sessions at once: all answered, none mixed up, memory flat`, async (t) => {
  const { dial, server } = await startServer(t, ECHO)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heap: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const clients = await Promise.all(Array.from({ length: 10 }, dial))
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, async (_, at) => {
        const client = clients[at % clients.length]
        assert.ok(client)
        const { session } = await client.call<{ session: string }>('session/start', {
          conversation: `c${at}`,
        })
        return { client, session, settled: [] as number[] }
      }),
    )
    await Promise.all(
      Array.from({ length: FIRINGS }, async (_, n) => {
        const one = sessions[n % SESSIONS]
        assert.ok(one)
        const event = 'tool_execute_before'
        const payload = { event, timestamp: 1, toolName: 'x', toolCallId: 't', input: { n } }
        const outcome = await one.client.call<Outcome>('fire', { session: one.session, event, payload })
        one.settled.push(n)
        assert.deepEqual((outcome.payload as { input: unknown }).input, { n, by: one.session, last: n })
        assert.deepEqual(outcome.notes, [])
      }),
    )
    for (const { settled } of sessions) {
      assert.deepEqual(
        settled,
        settled.toSorted((one, two) => one - two),
        'settled in the order sent',
      )
    }
    assert.equal(server.counts.sessions, SESSIONS)
    await Promise.all(clients.map((client) => client.close()))
    await server.idle()
    assert.deepEqual(server.counts, { clients: 0, sessions: 0 })
    collect()
    heap.push(process.memoryUsage().heapUsed)
  }
  const growth = (heap.at(-1) ?? 0) - (heap[1] ?? 0)
  t.diagnostic(`heap after each round: ${heap.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(', ')} MiB`)
  assert.ok(growth < GROWTH, `the heap grew by ${(growth / 2 ** 20).toFixed(1)} MiB`)
})
