// Secrets never reach the disk, and everything else is kept: tables and laws.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { createRedactor, type Redaction } from '../../runtime/recordings/redact.ts'
import { fc } from '../support/property.ts'
import { body, core, tokens } from '../support/secrets.ts'

const settings = defaultSettings.redaction

function redact(value: unknown, more: Partial<Redaction> = {}) {
  return createRedactor({ ...settings, ...more }).redact(value)
}

// Every place where a secret may be; each returns a whole payload.
const embeddings: Readonly<Record<string, (secret: string) => unknown>> = {
  'the whole text': (secret) => secret,
  'a field of any name': (secret) => ({ note: secret }),
  'a secret field': (secret) => ({ api_key: secret }),
  'deep in lists': (secret) => [[{ a: [secret] }]],
  'the name of a field': (secret) => ({ [secret]: 1 }),
  'a sentence': (secret) => ({ text: `use ${secret} for it.` }),
  'a shell assignment': (secret) => ({ command: `export KEY=${secret}; run` }),
  'quoted in a command': (secret) => ({ command: `curl -H "X: ${secret}" host` }),
  'JSON in text': (secret) => ({ stdout: JSON.stringify({ a: { b: secret } }) }),
  'JSON in JSON in text': (secret) => ({ stdout: JSON.stringify(JSON.stringify({ b: secret })) }),
  'after an escaped line end': (secret) => ({ stdout: `"first\\n${secret}\\nlast"` }),
  'in the middle of lines': (secret) => ({ stdout: `first\n${secret}\nlast` }),
  'a query': (secret) => ({ url: `https://host/?a=1&key=${secret}&b=2` }),
  'a list of arguments': (secret) => ({ argv: ['run', '--with', secret] }),
  'an error': (secret) => ({ error: new Error(`refused ${secret}`) }),
}

test('no known secret shape survives, wherever it stands', () => {
  for (const [shape, secret] of Object.entries(tokens)) {
    for (const [place, embed] of Object.entries(embeddings)) {
      const { value, masked } = redact(embed(secret))
      const text = JSON.stringify(value)
      assert.ok(!text.includes(core(secret)), `${shape} as ${place}: ${text}`)
      assert.ok(masked.length > 0 || place === 'the name of a field', `${shape} as ${place} is listed`)
    }
  }
})

test('an argument of a command that is a list, and the last line of a text in JSON, are masked', () => {
  const secret = 'Xq7vRt2pLm9wKz4b'
  for (const value of [
    { command: ['curl', '-u', `admin:${secret}`] },
    { command: ['mysql', `-p${secret}`] },
    { command: ['sshpass', '-p', secret, 'ssh', 'host'] },
    JSON.stringify({ content: `db:\n  password: ${secret}` }),
    JSON.stringify([{ text: `db:\n  - token: ${secret}` }]),
  ]) {
    const text = JSON.stringify(redact(value).value)
    assert.ok(!text.includes(secret), text)
  }
})

test('a mask keeps length and prefix, so that a guard that looks for tokens still sees one', () => {
  const guards: Readonly<Record<string, RegExp>> = {
    'GitHub personal': /^ghp_[A-Za-z0-9]{36}$/,
    'GitHub fine-grained': /^github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}$/,
    GitLab: /^glpat-[\w-]{20}$/,
    'AWS key id': /^AKIA[A-Z0-9]{16}$/,
    'Slack bot': /^xoxb-\d{12}-\d{13}-[A-Za-z0-9]{24}$/,
    'Slack webhook': /^https:\/\/hooks\.slack\.com\/services\/[A-Z0-9]{9}\/[A-Z0-9]{9}\/[A-Za-z0-9]{24}$/,
    'Stripe live': /^sk_live_[A-Za-z0-9]{24}$/,
    'Google API key': /^AIza[\w-]{35}$/,
    Anthropic: /^sk-ant-api03-[\w-]{95}$/,
    OpenAI: /^sk-(?=.*\d)(?=.*[A-Z])[A-Za-z0-9]{48}$/,
    npm: /^npm_[A-Za-z0-9]{36}$/,
    DigitalOcean: /^dop_v1_[a-f0-9]{64}$/,
    JWT: /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/,
    PEM: /^-----BEGIN RSA PRIVATE KEY-----\n[A-Za-z0-9\n=]+-----END RSA PRIVATE KEY-----$/,
  }
  for (const [shape, guard] of Object.entries(guards)) {
    const secret = tokens[shape] ?? ''
    assert.match(secret, guard, `the ${shape} of this test`)
    const { value } = redact(secret)
    assert.match(String(value), guard, shape)
    assert.equal(String(value).length, secret.length)
    assert.notEqual(value, secret)
  }
})

test('the same secret has the same mask, another secret another one', () => {
  const one = redact(tokens['GitHub personal']).value
  assert.equal(redact({ a: tokens['GitHub personal'] }).value?.['a' as never], one)
  assert.notEqual(redact(tokens['GitHub OAuth']).value?.toString().slice(4), String(one).slice(4))
})

// The text, and the secret in it that must be masked.
const named: readonly (readonly [string, string])[] = [
  ['password=hunter22', 'hunter22'],
  ['DB_PASSWORD=correcthorse next', 'correcthorse'],
  ["export API_TOKEN='abc def ghi'", 'abc def ghi'],
  ['{"password": "open sesame"}', 'open sesame'],
  ['{\\"client_secret\\": \\"open sesame\\"}', 'open sesame'],
  ['{"password": "with \\" a quote", "b": 1}', 'a quote'],
  ['{\\\\\\"api-key\\\\\\":\\\\\\"s3same-street\\\\\\"}', 's3same-street'],
  ["const apiKey = 'sesame-street-1'", 'sesame-street-1'],
  ['Authorization: Digest username="bob", response="0a9f"', '0a9f'],
  ['curl -H "Authorization: Basic dXNlcjpzZXNhbWU="', 'dXNlcjpzZXNhbWU'],
  ['Cookie: sid=abc123; theme=dark', 'abc123'],
  ['X-Api-Key: sesame1234', 'sesame1234'],
  ['deploy --token s3same --verbose', 's3same'],
  ['deploy --password=opensesame', 'opensesame'],
  ['https://bob:s3same@host/path', 's3same'],
  ['postgres://bob:p%40ss-word@db:5432/x', 'p%40ss-word'],
  ['redis://:s3same@cache', 's3same'],
  ['curl -u bob:s3same https://host', 's3same'],
  ['GET /?access_token=opensesame&x=1', 'opensesame'],
  ['password: hunter22\nuser: bob', 'hunter22'],
  ['first\\npassword: hunter22\\nuser: bob', 'hunter22'],
  ['Bearer 0a9f8e7d6c5b', '0a9f8e7d6c5b'],
  ['nmcli dev wifi connect Home password W1fiSame9x', 'W1fiSame9x'],
  [`rclone config create r s3 secret_access_key ${body(40, 71)}`, body(40, 71)],
  ['openssl enc -aes-256-cbc -k s3sameOpen -in a', 's3sameOpen'],
  ['lftp -u bob,s3same sftp://host', 's3same'],
  [`curl -b "session=${body(32, 72)}" https://host`, body(32, 72)],
  [`{"text":"curl --cookie \\"session=${body(32, 73)}\\" https://host"}`, body(32, 73)],
  ['connect(WithPassword("Sesame0Pw9"))', 'Sesame0Pw9'],
  ['- name: DB_PASSWORD\n  value: "Sesame9!Pw"', 'Sesame9!Pw'],
]

test('a secret behind its name is masked in text, and only its length stays', () => {
  for (const [text, secret] of named) {
    const { value } = redact({ text })
    const masked = (value as { text: string }).text
    assert.ok(text.includes(secret) && !masked.includes(secret), `${text} -> ${masked}`)
    assert.equal(masked.length, text.length, text)
  }
})

const fields: readonly (readonly [unknown, unknown])[] = [
  [{ password: 'hunter2' }, { password: 'xxxxxxx' }],
  [{ 'X-API-Key': 'OPEN' }, { 'X-API-Key': 'XXXX' }],
  [{ privateKey: '!?' }, { privateKey: '**' }],
  [{ Pass_Word: 1 }, { Pass_Word: 1 }],
  [{ db: { Password: 9876 } }, { db: { Password: 1111 } }],
  [{ cookies: { sid: 'a1', theme: 'dark' } }, { cookies: { sid: 'xx', theme: 'xxxx' } }],
  [{ headers: [['Set-Cookie', 'a1']] }, { headers: [['Set-Cookie', 'xx']] }],
  [{ env: [{ name: 'DB_SECRET', value: 'a1' }] }, { env: [{ name: 'DB_SECRET', value: 'xx' }] }],
  [{ argv: ['--api-key', 'a1', 'b'] }, { argv: ['--api-key', 'xx', 'b'] }],
  [{ authorization: 'Bearer open' }, { authorization: 'Bearer xxxx' }],
]

test('the value of a secret field is masked, whatever it looks like', () => {
  for (const [value, expected] of fields) assert.deepEqual(redact(value).value, expected)
})

test('what is masked is listed by its path', () => {
  const { masked } = createRedactor(settings).redact(
    { headers: { authorization: 'x1' }, list: ['a', tokens.npm], fine: 'yes' },
    'payload',
  )
  assert.deepEqual(masked, ['payload.headers.authorization', 'payload.list.1'])
})

const harmless: readonly unknown[] = [
  'git show 3f786850e387550fdab836ed7e6dc881de23001b',
  { session_id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', sha256: body(64, 3, '0123456789abcdef') },
  { max_tokens: 4096, token_count: 17, tokens: ['The', 'quick'], next_page_token: 'abc', cost_per_token: 1 },
  { tool_name: 'bash', tool_input: { command: 'ls -la && echo basic understanding of bearer certificates' } },
  'const token = await getToken(user)\nfunction check(password: string): boolean { return !!password }',
  'if (key === "password" || name == "token") return secret(name)',
  'connect(password=password, token=self.token)',
  'export TOKEN=$GITHUB_TOKEN; deploy --token "$TOKEN" --password $' + '{PASSWORD}',
  'PWD=/home/bob/project',
  { PWD: '/home/bob/project', password: '', token: null, secret: true, cookie: undefined },
  'The password must have 8 characters. Tokens: 12. Secret: none',
  'task-abc-123 risk-adjusted desk-lamp-with-a-very-long-name mask_live_show npm_config_cache=/x',
  {
    inputSchema: {
      type: 'object',
      properties: { password: { type: 'string', description: 'the password' } },
    },
  },
  'https://example.org/a:b@c mailto:bob@example.org http://host:8080/@scope/pkg',
  'file:///home/bob/a.ts:10:5',
  `-----BEGIN CERTIFICATE-----\n${body(64, 5)}\n-----END CERTIFICATE-----`,
  `sha512-${body(86, 6)}==`,
  { api_key: '$' + '{API_KEY}', token: '<your token>' },
  'eyJ is how a JWT begins. sk- and ghp_ are prefixes. AKIA too.',
]

test('what is no secret is not touched', () => {
  for (const value of harmless) {
    const { value: seen, masked } = redact(value)
    assert.deepEqual(masked, [], JSON.stringify(seen))
    assert.equal(seen, value, 'the same value, not a copy')
  }
})

test('a secret that was seen once is masked in later mentions', () => {
  const redactor = createRedactor(settings)
  redactor.redact({ password: 'hunter22!' })
  assert.deepEqual(redactor.redact({ reason: 'hunter22! is weak' }).value, { reason: 'xxxxxxxxx is weak' })
  const same = createRedactor(settings).redact({ reason: 'hunter22! is weak', password: 'hunter22!' })
  assert.deepEqual(same.value, { reason: 'xxxxxxxxx is weak', password: 'xxxxxxxxx' })
})

test('settings add names and patterns, allow paths and turn masking off', () => {
  assert.deepEqual(redact({ Staff_No: 'a1' }, { keys: ['staffNo'] }).value, { Staff_No: 'xx' })
  assert.deepEqual(redact({ text: 'emp-1234 left' }, { patterns: ['emp-\\d+'] }).value, {
    text: 'xxxxxxxx left',
  })
  const payload = { tool_input: { token: 'a1' }, other: { token: 'a1' } }
  const allowed = createRedactor({ ...settings, allow: ['tool_input.token'] })
  assert.deepEqual(allowed.redact(payload, 'payload').value, {
    tool_input: { token: 'a1' },
    other: { token: 'xx' },
  })
  assert.deepEqual(allowed.redact(payload, 'outcome.payload').masked, ['outcome.payload.other.token'])
  const anywhere = createRedactor({ ...settings, allow: ['*.token'] })
  assert.equal(anywhere.redact(payload, 'run.verdict.payload').value, payload)
  assert.equal(redact(payload, { enabled: false }).value, payload)
})

test('a pattern that is wrong or could take exponential time is refused by name, the others work', () => {
  const bad = ['(', '(a+)+$', '(a|a)*b', '(\\w*\\s?){5,}x', '(a)\\1', 'x*', '((ab)+c){2,}']
  bad.push(`${'.*'.repeat(8)}#`, '(.|.|.)'.repeat(20))
  const redactor = createRedactor({ ...settings, patterns: [...bad, 'ID-\\d+-\\w+', '(?:emp|adm)-\\d{4}'] })
  assert.equal(redactor.problems.length, bad.length)
  for (const [i, pattern] of bad.entries())
    assert.ok(redactor.problems[i]?.includes(`\`${pattern}\``), pattern)
  assert.equal(redactor.redact('adm-1234').value, 'xxxxxxxx')
})

test('anything becomes plain data', () => {
  const circular: Record<string, unknown> = { a: 1 }
  circular.self = circular
  const { value } = redact({
    circular,
    when: new Date(0),
    bytes: Buffer.from('abc'),
    big: 10n,
    run: () => 1,
    error: new TypeError('no'),
    signal: new AbortController().signal,
  })
  const data = JSON.parse(JSON.stringify(value))
  assert.equal(data.circular.self, '[circular]')
  assert.equal(data.when, '1970-01-01T00:00:00.000Z')
  assert.equal(data.bytes, '[3 bytes]')
  assert.equal(data.big, '10')
  assert.equal(data.error.name, 'TypeError')
  assert.ok(!('run' in data))
})

test('`__proto__` is a field like any other', () => {
  const payload = JSON.parse('{"__proto__":{"password":"a1"},"constructor":{"token":"b2"}}')
  const text = JSON.stringify(redact(payload).value)
  assert.equal(text, '{"__proto__":{"password":"xx"},"constructor":{"token":"xx"}}')
  assert.equal(({} as Record<string, unknown>).password, undefined)
})

test('nesting beyond every limit is cut, not overflowed', () => {
  let deep: unknown = 'end'
  for (let i = 0; i < 20_000; i++) deep = [deep]
  assert.match(JSON.stringify(redact(deep).value), /deeper than/)
})

const words = fc.constantFrom(
  ...Object.values(tokens),
  ...named.map(([text]) => text),
  'token',
  'password',
  'Bearer ',
  'Basic ',
  '://',
  ':',
  '@',
  '=',
  '"',
  "'",
  '\\',
  '\\n',
  '\n',
  ' ',
  'a1',
  'x',
  '0',
  'eyJ',
  'sk-',
  '-----BEGIN ',
  ' -u ',
  '{',
  '--secret ',
  'mysql -p',
  ' login -p ',
  ' config set api_key ',
  '"name":"DB_PASS","value":"',
  '?key=',
  '<password>',
  '</',
  'otp',
  'auth=',
  '_KEY_1=',
  '12345678:',
)
const text = fc.oneof(
  fc.string(),
  fc.array(fc.oneof(words, fc.string({ maxLength: 6 })), { maxLength: 8 }).map((parts) => parts.join('')),
)

test('masking a second time changes nothing', () => {
  fc.assert(
    fc.property(text, (some) => {
      const once = redact({ some, password: some }).value
      assert.deepEqual(redact(once).value, once)
    }),
    { numRuns: Number(process.env.RUNS ?? 2000) },
  )
})

test('masking keeps the length of every text', () => {
  fc.assert(
    fc.property(text, (some) => {
      const { some: seen } = redact({ some }).value as { some: string }
      assert.equal(seen.length, some.length)
    }),
    { numRuns: Number(process.env.RUNS ?? 2000) },
  )
})

test('data without texts of interest comes back as it is', () => {
  const plain = fc.jsonValue({ noUnicodeString: true } as never)
  fc.assert(
    fc.property(plain, (value) =>
      assert.deepEqual(
        JSON.parse(JSON.stringify(redact(value, { keys: [] }).value ?? null)),
        JSON.parse(JSON.stringify(value)),
      ),
    ),
  )
})

test('what a hostile text costs grows as the text does, and not as its square', () => {
  const SMALL = 100_000
  const TIMES = 8
  const hostile = [
    'a',
    'ghp_',
    'eyJ',
    'eyJaaaaaaaa.',
    'sk-',
    'sk-proj-',
    '://a:',
    'password=',
    'password="',
    "token='\\",
    '-----BEGIN ',
    '-----BEGIN RSA PRIVATE KEY-----',
    'Bearer ',
    ' -u a:',
    'xox',
    'AKIA',
    'token: ',
    'a.b-c_',
    '"',
    '\\',
    'key-',
    'secret_token_',
    'SG.aaaaaaaaaaaaaaaa.',
    '--token ',
    'auth=',
    '?key=',
    '<a ',
    '<a>b',
    '"name":"',
    '"name":"a","value":',
    'mysql ',
    'docker login ',
    'docker login -p',
    'config set a:',
    '://aaaaaaaaaaaaaaaa',
    '0123456789:',
    'password_1_1_test_',
    'Cookie: ',
    'Authorization: ',
  ]
  for (const part of hostile) {
    const [small, large] = [SMALL, TIMES * SMALL].map((length) => costOf(part.repeat(length / part.length)))
    // Quadratic cost would be 64 times as much; below 100 ms garbage collection distorts the measurement.
    assert.ok(
      (large ?? 0) < 100 || (large ?? 0) < 3 * TIMES * (small ?? 0),
      `${JSON.stringify(part)}: ${small} and ${large} ms of the processor`,
    )
  }
})

test('what a list of arguments costs grows as the list does, and not as its square', () => {
  const costs = [2000, 16_000].map((count) =>
    costOf(Array.from({ length: count }, (_, at) => ['-u', `admin:Hunter${at}xy!`]).flat()),
  )
  const [small = 0, large = 0] = costs
  assert.ok(large < 100 || large < 24 * small, `${small} and ${large} ms of the processor`)
})

// CPU time of this thread, the least of three runs, so that the load on the machine does not count.
function costOf(some: string | readonly string[]): number {
  const costs = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage()
    redact({ some, password: some })
    return process.threadCpuUsage(before).user / 1000
  })
  return Math.min(...costs)
}
