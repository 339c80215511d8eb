// Webhooks against a real HTTP server on the loopback interface.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { verifyWebhook } from '../../runtime/webhooks/verify.ts'
import { openWebhooks, type Webhooks, type WebhooksOptions } from '../../runtime/webhooks/webhooks.ts'
import { openReceiver, status } from '../support/receiver.ts'

const secret = 'shh-do-not-tell-0123456789'
const quick = { most: 3, firstMs: 1, longestMs: 5 }

function open(t: TestContext, options: Partial<WebhooksOptions> = {}) {
  const lines: string[] = []
  const webhooks = openWebhooks({ say: (line) => lines.push(line), retries: quick, ...options })
  t.after(() => webhooks.close(0))
  return { webhooks, lines }
}

const fired = (event: string, payload: unknown, at = Date.parse('2026-02-16T10:00:00.000Z')) =>
  ({ v: 1, at, firing: 'f1', kind: 'fired', dialect: 'secureyeoman', event, payload }) as const

/** The statistics of a webhook once no delivery is pending. */
async function settled(webhooks: Webhooks) {
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 5))) {
    const [first] = webhooks.stats()
    assert.ok(first !== undefined)
    if (first.pending === 0) return first
    assert.ok(Date.now() < until, 'deliveries are still pending after 60 seconds')
  }
}

test('a firing is sent as JSON, signed in both ways', async (t) => {
  const receiver = await openReceiver(t)
  const { webhooks } = open(t)
  webhooks.register({ hook: 'auth_failure', url: `${receiver.url}/events`, secret })
  webhooks.hear(fired('auth_success', {}))
  webhooks.hear({ v: 1, at: 0, firing: 'f1', kind: 'started', hook: 'auth_failure' })
  webhooks.hear(fired('auth_failure', { user: 'mia', error: new TypeError('no') }))
  await receiver.came(1)
  const { delivered, failed, dropped } = await settled(webhooks)
  assert.deepEqual({ delivered, failed, dropped }, { delivered: 1, failed: 0, dropped: 0 })
  const [one] = receiver.received
  assert.ok(one !== undefined)
  assert.equal(one.path, '/events')
  assert.equal(one.headers['content-type'], 'application/json')
  const { data, ...rest } = JSON.parse(one.body)
  assert.deepEqual(rest, {
    hook: 'auth_failure',
    event: 'auth_failure',
    timestamp: '2026-02-16T10:00:00.000Z',
  })
  assert.equal(data.user, 'mia')
  assert.deepEqual([data.error.name, data.error.message], ['TypeError', 'no'])
  assert.ok(verifyWebhook({ ...one, secret }).ok)
})

test('a custom event is sent like a hook point, and only while it is registered', async (t) => {
  const receiver = await openReceiver(t)
  const { webhooks } = open(t)
  const url = `${receiver.url}/`
  webhooks.register({ hook: 'deploy:done', url: receiver.url })
  webhooks.emit('deploy:done', { version: 2 })
  await receiver.came(1)
  assert.deepEqual(JSON.parse(receiver.received[0]?.body ?? '').data, { version: 2 })
  assert.equal(receiver.received[0]?.headers['x-signature'], undefined)
  assert.equal(webhooks.remove('deploy:done', url), true, 'the same URL, however it is written')
  assert.equal(webhooks.remove('deploy:done', url), false)
  webhooks.emit('deploy:done', { version: 3 })
  await webhooks.close()
  assert.equal(receiver.received.length, 1)
})

test('later changes of the payload by a hook are not sent', async (t) => {
  const receiver = await openReceiver(t)
  const { webhooks } = open(t)
  webhooks.register({ hook: 'message_received', url: receiver.url })
  const payload = { text: 'before' }
  webhooks.hear(fired('message_received', payload))
  payload.text = 'after'
  await receiver.came(1)
  assert.deepEqual(JSON.parse(receiver.received[0]?.body ?? '').data, { text: 'before' })
})

test('a 500 is tried again under the same id, and then delivered', async (t) => {
  const receiver = await openReceiver(t, status(500, 503, 200))
  const { webhooks, lines } = open(t)
  webhooks.register({ hook: 'x', url: receiver.url, secret })
  webhooks.emit('x', 1)
  await receiver.came(3)
  const { delivered, failed, lastError } = await settled(webhooks)
  assert.deepEqual(
    { delivered, failed, lastError },
    { delivered: 1, failed: 0, lastError: 'was answered with HTTP 503' },
  )
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.deepEqual(lines, [])
})

const failures: readonly (readonly [string, number, number, string])[] = [
  ['keeps answering 500', 500, 3, 'was answered with HTTP 500, 3 times'],
  ['is asked too much', 429, 3, 'was answered with HTTP 429, 3 times'],
  ['does not want it', 400, 1, 'was answered with HTTP 400'],
  ['is gone', 410, 1, 'was answered with HTTP 410'],
]

for (const [what, code, tries, why] of failures) {
  test(`a receiver that ${what} is tried ${tries} times and then logged`, async (t) => {
    const receiver = await openReceiver(t, status(code))
    const { webhooks, lines } = open(t)
    webhooks.register({ hook: 'x', url: `${receiver.url}/in?token=${secret}`, secret })
    webhooks.emit('x', secret)
    await receiver.came(tries)
    const stats = await settled(webhooks)
    assert.deepEqual([stats.delivered, stats.failed, stats.lastError], [0, 1, why])
    assert.equal(receiver.received.length, tries)
    assert.deepEqual(lines, [`webhook x to ${receiver.url}/in ${why}`])
    assert.ok(!JSON.stringify([lines, stats]).includes(secret))
  })
}

test('a receiver that is not there refuses, and one that hangs up resets; both are tried again', async (t) => {
  const server = createServer((socket) => socket.resetAndDestroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const { webhooks, lines } = open(t)
  webhooks.register({ hook: 'reset', url: `http://127.0.0.1:${address.port}` })
  webhooks.emit('reset', 1)
  const reset = await settled(webhooks)
  assert.deepEqual([reset.failed, reset.lastError], [1, 'closed the connection before it answered, 3 times'])
  server.close()
  await new Promise((resolve) => server.once('close', resolve))
  webhooks.emit('reset', 1)
  const refused = await settled(webhooks)
  assert.deepEqual([refused.failed, refused.lastError], [2, 'refused the connection, 3 times'])
  assert.equal(lines.length, 2)
})

test('a receiver that does not answer in time has failed, and the firing knew nothing of it', async (t) => {
  const receiver = await openReceiver(t, () => {})
  const { webhooks } = open(t, { retries: { ...quick, most: 1 } })
  webhooks.register({ hook: 'x', url: receiver.url, timeout: 50 })
  assert.equal(webhooks.hear(fired('x', { a: 1 })), undefined, 'telling a webhook waits for nothing')
  const { failed, lastError } = await settled(webhooks)
  assert.deepEqual({ failed, lastError }, { failed: 1, lastError: 'did not answer within 50 ms' })
})

test('a receiver whose answer never ends has taken the delivery', async (t) => {
  const receiver = await openReceiver(t, (response) => {
    response.writeHead(200)
    response.write('and another thing, ')
  })
  const { webhooks } = open(t)
  webhooks.register({ hook: 'x', url: receiver.url })
  webhooks.emit('x', 1)
  assert.equal((await settled(webhooks)).delivered, 1)
})

test('a redirect to another host is not followed', async (t) => {
  const other = await openReceiver(t)
  const receiver = await openReceiver(t, (response) => {
    response.writeHead(307, { location: `${other.url}/in` }).end()
  })
  const { webhooks, lines } = open(t)
  webhooks.register({ hook: 'x', url: receiver.url, secret })
  webhooks.emit('x', 1)
  await settled(webhooks)
  assert.equal(other.received.length, 0)
  assert.deepEqual(lines, [
    `webhook x to ${receiver.url} was redirected to another host (HTTP 307), which is not followed; give that url`,
  ])
})

test('a redirect within the host is followed where the body stays, and never in circles', async (t) => {
  const receiver = await openReceiver(t, (response, { path }) => {
    if (path === '/old') response.writeHead(308, { location: '/new' }).end()
    else if (path === '/round') response.writeHead(307, { location: '/round' }).end()
    else if (path === '/see') response.writeHead(303, { location: '/new' }).end()
    else if (path === '/lost') response.writeHead(302).end()
    else response.end()
  })
  const { webhooks, lines } = open(t)
  for (const path of ['old', 'round', 'see'])
    webhooks.register({ hook: path, url: `${receiver.url}/${path}` })
  for (const path of ['old', 'round', 'see']) webhooks.emit(path, 1)
  await webhooks.close()
  const paths = receiver.received.map(({ path }) => path).sort()
  assert.deepEqual(paths, ['/new', '/old', '/round', '/round', '/round', '/round', '/see'])
  assert.deepEqual(lines.map((line) => line.replace(receiver.url, '')).sort(), [
    'webhook round to /round was redirected more than 3 times',
    'webhook see to /see was redirected with HTTP 303, which would lose the body; give the new url',
  ])
})

test('what a slow receiver cannot take is dropped, the oldest first, with a count and one line', async (t) => {
  const held: (() => void)[] = []
  const receiver = await openReceiver(t, (response) => held.push(() => response.end()))
  const { webhooks, lines } = open(t, { queue: 5 })
  webhooks.register({ hook: 'x', url: receiver.url })
  for (let n = 0; n < 4; n++) webhooks.emit('x', n)
  await receiver.came(4)
  for (let n = 4; n < 20; n++) webhooks.emit('x', n)
  const [full] = webhooks.stats()
  assert.deepEqual([full?.pending, full?.dropped], [9, 11])
  while (receiver.received.length < 9 || held.length > 0) {
    for (const answer of held.splice(0)) answer()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  assert.equal((await settled(webhooks)).delivered, 9)
  const delivered = receiver.received.map(({ body }) => JSON.parse(body).data).sort((one, two) => one - two)
  assert.deepEqual(delivered, [0, 1, 2, 3, 15, 16, 17, 18, 19])
  assert.deepEqual(lines, [`webhook x to ${receiver.url} is too slow; the oldest deliveries are dropped`])
})

test('closing waits a short time, then drops what is on its way and what waits', async (t) => {
  const receiver = await openReceiver(t, () => {})
  const { webhooks } = open(t)
  webhooks.register({ hook: 'x', url: receiver.url })
  for (let n = 0; n < 6; n++) webhooks.emit('x', n)
  await receiver.came(4)
  const before = performance.now()
  await webhooks.close(50)
  assert.ok(performance.now() - before < 4900, 'the 5000 ms that a receiver has otherwise are not waited for')
  const [stats] = webhooks.stats()
  assert.deepEqual([stats?.dropped, stats?.pending, stats?.failed], [6, 0, 0])
  webhooks.emit('x', 7)
  assert.equal(webhooks.stats()[0]?.pending, 0, 'closed is closed')
})

test('closing does not wait out the pauses between tries', async (t) => {
  const receiver = await openReceiver(t, status(500, 200))
  const { webhooks } = open(t, { retries: { most: 5, firstMs: 60_000, longestMs: 60_000 } })
  webhooks.register({ hook: 'x', url: receiver.url })
  webhooks.emit('x', 1)
  await receiver.came(1)
  await webhooks.close(10_000)
  assert.equal(webhooks.stats()[0]?.delivered, 1)
})

test('data that is no JSON, or too much of it, is counted and logged, and nothing is sent', async (t) => {
  const { webhooks, lines } = open(t)
  webhooks.register({ hook: 'x', url: 'http://127.0.0.1:9/' })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  webhooks.emit('x', circle)
  webhooks.emit('x', 'a'.repeat(1024 * 1024))
  assert.equal(webhooks.stats()[0]?.failed, 2)
  assert.deepEqual(lines, [
    'webhook x to http://127.0.0.1:9 cannot be delivered: its data is not JSON (a cycle, or a big integer)',
    'webhook x to http://127.0.0.1:9 cannot be delivered: its data is larger than 1024 KiB',
  ])
})

test('one hook point may have several webhooks; each receives it, and then they are closed', {
  timeout: 20_000,
}, async (t) => {
  const receiver = await openReceiver(t)
  const { webhooks } = open(t)
  assert.equal(webhooks.register({ hook: 'x', url: `${receiver.url}/a` }), undefined)
  assert.equal(webhooks.register({ hook: 'x', url: `${receiver.url}/b`, secret }), undefined)
  assert.equal(webhooks.register({ hook: 'x', url: `${receiver.url}/b` }), undefined, 'this replaces')
  assert.ok(webhooks.register({ hook: 'x', url: 'nonsense' })?.problem.includes('is not a URL'))
  webhooks.emit('x', 1)
  await webhooks.close(60_000)
  assert.deepEqual(receiver.received.map(({ path, headers }) => [path, headers['x-signature']]).sort(), [
    ['/a', undefined],
    ['/b', undefined],
  ])
})
