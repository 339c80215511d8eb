// The message about a request that could not be sent contains none of its secrets, and nothing but the entry itself limits
// a request.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { HookEntry } from '../../runtime/contract/entry.ts'
import { post } from '../../runtime/executors/entry/post.ts'
import { spawnCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const WORD = 'horse-battery-9912'

for (const [what, fields, why] of [
  [
    'a header with a line break',
    {
      url: 'http://127.0.0.1:9/',
      headers: { 'X-Auth': '$HOSTILE_HTTP_WORD' },
      allowedEnvVars: ['HOSTILE_HTTP_WORD'],
    },
    /header "X-Auth"/,
  ],
  ['an address with a password', { url: `http://me:${WORD}@127.0.0.1:9/` }, /a user name or a password/],
  ['an address that is none', { url: `http://127.0.0.1:9 9/${WORD}` }, /is not a valid URL/],
] as const)
  test(`what cannot be sent is reported without its secret: ${what}`, async (t) => {
    process.env.HOSTILE_HTTP_WORD = `correct\n${WORD}`
    t.after(() => delete process.env.HOSTILE_HTTP_WORD)
    const attempt = await post({ fields } as unknown as HookEntry, {}, AbortSignal.timeout(5000), 1000)
    assert.ok(attempt.kind === 'failed')
    assert.match(attempt.message, why)
    assert.ok(!attempt.message.includes(WORD), attempt.message)
  })

test('a guard is asked that listens at a port which browsers refuse', async (t) => {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end('{"a":1}')),
  )
  // 10080 and other ports, of which one is free.
  let port: number | undefined
  for (const one of [10080, 6697, 6669, 6668, 6667, 6666, 6665, 6566, 5061, 4190]) {
    server.listen(one, '127.0.0.1')
    const [error] = await Promise.race([
      once(server, 'listening'),
      once(server, 'error').catch((why) => [why]),
    ])
    if (error !== undefined) continue
    port = one
    break
  }
  t.after(() => server.close())
  if (port === undefined) return t.skip('none of the ports is free')
  const entry = { fields: { url: `http://127.0.0.1:${port}/` } } as unknown as HookEntry
  const attempt = await post(entry, {}, AbortSignal.timeout(5000), 1000)
  assert.equal(attempt.raw?.stdout, '{"a":1}')
})

const COMPRESSED = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

for (const [encoding, compress] of Object.entries(COMPRESSED))
  test(`a compressed answer of an entry (${encoding}) is read, and of a bomb no more than its limit`, async (t) => {
    const server = createServer((request, response) =>
      request.resume().on('end', () => {
        const text = request.url === '/bomb' ? Buffer.alloc(50_000_000) : '{"a":1}'
        response.writeHead(200, { 'content-encoding': encoding }).end(compress(text))
      }),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const sent = (path: string) =>
      post({ fields: { url: url + path } } as unknown as HookEntry, {}, AbortSignal.timeout(20_000), 1000)
    assert.equal((await sent('/')).raw?.stdout, '{"a":1}')
    const bomb = await sent('/bomb')
    assert.ok(bomb.kind === 'failed')
    assert.equal(bomb.message, 'answered with more than 1000 bytes')
  })

test('a guard is asked with a token that ends with a line break, as every program sends it', async (t) => {
  const got: (string | undefined)[] = []
  const server = createServer((request, response) => {
    got.push(request.headers.authorization)
    request.resume().on('end', () => response.end('{"a":1}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  process.env.HOSTILE_HTTP_WORD = `${WORD}\r\n`
  t.after(() => delete process.env.HOSTILE_HTTP_WORD)
  const fields = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: { Authorization: ' Bearer $HOSTILE_HTTP_WORD' },
    allowedEnvVars: ['HOSTILE_HTTP_WORD'],
  }
  const attempt = await post({ fields } as unknown as HookEntry, {}, AbortSignal.timeout(5000), 1000)
  assert.equal(attempt.raw?.stdout, '{"a":1}')
  assert.deepEqual(got, [`Bearer ${WORD}`])
})

test('a request that cannot be made leaves no connection open', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  // `Headers` permits this letter, and Node does not.
  const fields = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: { 'X-A': 'a\u0001b' },
  }
  const attempt = await post({ fields } as unknown as HookEntry, {}, AbortSignal.timeout(60_000), 1000)
  assert.equal(attempt.kind, 'failed')
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.equal(await new Promise((resolve) => server.getConnections((_, count) => resolve(count))), 0)
})

test('an address that begins with a blank is requested by its protocol', async () => {
  const entry = { fields: { url: ' https://127.0.0.1:9/' } } as unknown as HookEntry
  const attempt = await post(entry, {}, AbortSignal.timeout(5000), 1000)
  assert.ok(attempt.kind === 'failed')
  assert.match(attempt.message, /ECONNREFUSED/)
})

test('the environment variables that an entry sends are named beside it, and in the question of trust', async (t) => {
  const hook = {
    type: 'http',
    url: 'http://127.0.0.1:9/x',
    headers: { A: '$GITHUB_TOKEN ${OTHER} $NOT_ALLOWED' },
    allowedEnvVars: ['GITHUB_TOKEN', 'OTHER', 'NOT_USED'],
  }
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } })
  const place = writeTree(`//- /home/\n//- /ws/.claude/settings.json\n${settings}\n`)
  t.after(place.remove)
  const where = ['--workspace', place.at('/ws'), '--home', place.at('/home')]
  for (const verb of [['list'], ['trust', '--yes']])
    assert.match((await spawnCli([...verb, ...where])).stdout, /sends GITHUB_TOKEN, OTHER *$/m)
  const hooks = JSON.parse((await spawnCli(['list', '--json', ...where])).stdout) as readonly {
    readonly entry?: { readonly sends?: readonly string[] }
  }[]
  assert.deepEqual(hooks.find(({ entry }) => entry !== undefined)?.entry?.sends, ['GITHUB_TOKEN', 'OTHER'])
})

test('the environment variables that a webhook sends are named in the question of trust, and no value is shown', async (t) => {
  const place = writeTree(`
    //- /home/
    //- /ws/secureyeoman.yaml
    extensions:
      webhooks:
        - hook: tool_execute_before
          url: "http://127.0.0.1:9/\${HOSTILE_PATH}?key=\${HOSTILE_KEY}"
  `)
  t.after(place.remove)
  const where = ['--workspace', place.at('/ws'), '--home', place.at('/home')]
  const env = { HOSTILE_PATH: WORD, HOSTILE_KEY: WORD }
  for (const verb of [
    ['list', '--problems'],
    ['run', 'tool_execute_before'],
    ['trust', '--yes'],
    ['run', 'tool_execute_before'],
  ]) {
    const { stdout, stderr } = await spawnCli([...verb, ...where], { env })
    assert.ok(!(stdout + stderr).includes(WORD), stdout + stderr)
    if (verb[0] === 'trust')
      assert.match(
        stdout,
        /to http:\/\/127\.0\.0\.1:9\/\$\{HOSTILE_PATH\}, sends HOSTILE_PATH, HOSTILE_KEY *$/m,
      )
  }
})
