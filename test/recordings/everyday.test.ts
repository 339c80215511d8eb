// Secrets in everyday commands, files and services, and words that only resemble them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { body, tokens } from '../support/secrets.ts'

const settings = defaultSettings.redaction
const word = 'hunter22'
const long = body(40, 70)
const base64 = 'dXNlcjpzZXNhbWU'
const number = 48151623

function masked(value: unknown): string {
  return JSON.stringify(createRedactor(settings, {}).redact(value).value)
}

// The value of each field must be masked.
const fields: readonly (readonly [unknown, unknown])[] = [
  ...[
    ...['pass', 'db_pass', 'dbPass', 'DB_PASS', 'api_key_1', 'API_KEY_PROD', 'apiKey2', 'OPENAI_KEY'],
    ...['openaiKey', 'password2', 'password_old', 'TOKEN_STAGING', 'sessionid', 'PHPSESSID', 'otp', 'totp'],
    ...[
      'MY_SERVICE_KEY',
      'ssh_key',
      'client-key-data',
      'GITHUB_PAT',
      '_authToken',
      'smtpPass',
      'access_token_2',
    ],
  ].map((name) => [{ [name]: word }, word] as const),
  [{ auths: { host: { auth: base64 } } }, base64],
  [{ auth: ['bob', word] }, word],
  [{ env: [{ Name: 'DB_PASS', Value: word }] }, word],
  [{ env: [{ name: 'API_KEY_PROD', value: word }] }, word],
  [{ env: [{ key: 'OPENAI_KEY', value: word }] }, word],
  [{ tool_input: { element: 'Password field', ref: 'e12', text: word } }, word],
  [{ Tags: [{ Key: 'password', Value: word }] }, word],
  [{ rawHeaders: ['Host', 'a', 'Authorization', `Custom ${word}`, 'X-Api-Key', 'sesame'] }, word],
  [{ rawHeaders: ['Host', 'a', 'Authorization', `Custom ${word}`, 'X-Api-Key', 'sesame'] }, 'sesame'],
  [{ token: number }, number],
  [{ otp: 123456 }, 123456],
]

test('a field is secret by its whole name, numbered or named after a place or not', () => {
  for (const [value, secret] of fields) {
    const seen = masked(value)
    assert.ok(!seen.includes(String(secret)), `${JSON.stringify(value)} -> ${seen}`)
  }
})

const texts: readonly (readonly [string, string])[] = [
  ['export DB_PASS=correcthorse', 'correcthorse'],
  ['export db_pass=correcthorse && run', 'correcthorse'],
  ['API_KEY_PROD=abcdefgh run', 'abcdefgh'],
  ['OPENAI_KEY=abcdefgh run', 'abcdefgh'],
  ["curl -d 'password=correcthorse' https://host", 'correcthorse'],
  ['curl -d "user=bob&password=correcthorse" https://host', 'correcthorse'],
  ['curl --data-urlencode password=correcthorse https://host', 'correcthorse'],
  ['curl -F token=correcthorse https://host', 'correcthorse'],
  ['curl -u admin:correcthorse https://host', 'correcthorse'],
  ['curl -u "admin:s3/same" https://host', 's3/same'],
  ['curl -uadmin:correcthorse https://host', 'correcthorse'],
  ['curl --user=admin:correcthorse https://host', 'correcthorse'],
  ['mysql -u root -pcorrecthorse shop', 'correcthorse'],
  ["mysqldump -h db -p'correct horse' shop", 'correct horse'],
  ['sshpass -p correcthorse ssh host', 'correcthorse'],
  ["sshpass -p 'correct horse' ssh host", 'correct horse'],
  ['docker login -u bob -p correcthorse registry', 'correcthorse'],
  ['redis-cli -h cache -a correcthorse ping', 'correcthorse'],
  ['curl -H "PRIVATE-TOKEN: correcthorse" https://host', 'correcthorse'],
  [`PRIVATE-TOKEN: ${word}`, word],
  [`echo "password: ${word}"`, word],
  ['aws configure set aws_secret_access_key correcthorse', 'correcthorse'],
  ['npm config set //registry/:_authToken correcthorse', 'correcthorse'],
  [`git clone https://${long}@github.com/a/b`, long],
  [`git clone https://${long}:x-oauth-basic@github.com/a/b`, long],
  [`https://host/maps?key=${long}&b=2`, long],
  [`https://host/blob?sv=2024&sig=${long}%3D`, long],
  ['https://host/?access_token=correcthorse', 'correcthorse'],
  ['https://host/#access_token=correcthorse&state=1', 'correcthorse'],
  ['<password>correcthorse</password>', 'correcthorse'],
  ['<settings><server><Password enc="no">correcthorse</Password>', 'correcthorse'],
  [`//registry.npmjs.org/:_auth=${base64}`, base64],
  ['//registry.npmjs.org/:_authToken=correcthorse', 'correcthorse'],
  [`    client-key-data: ${long}`, long],
  ['{"auths":{"host":{"auth":"dXNlcjpzZXNhbWU="}}}', base64],
  ['{"pass":"correcthorse"}', 'correcthorse'],
  [`password2: ${word}`, word],
  ['otp: 123456', '123456'],
  ['[{"Name": "DB_PASS", "Value": "correcthorse"}]', 'correcthorse'],
  ['{\\"name\\":\\"DB_PASS\\",\\"value\\":\\"correcthorse\\"}', 'correcthorse'],
  ['Server=a;User=b;Password=correcthorse;', 'correcthorse'],
  ['kubectl create secret generic db --from-literal=password=correcthorse', 'correcthorse'],
  [`sessionid=${word}; theme=dark`, word],
  [`bot${tokens['Telegram bot']}/getMe`, (tokens['Telegram bot'] ?? '').split(':')[1] ?? ''],
]

test('a secret in a command, an address or a file is masked', () => {
  for (const [text, secret] of texts) {
    for (const whole of [text, `first\n${text}\nlast`]) {
      const seen = masked({ text: whole })
      assert.ok(text.includes(secret) && !seen.includes(secret), `${whole} -> ${seen}`)
      assert.equal(JSON.parse(seen).text.length, whole.length, text)
      assert.equal(masked(JSON.parse(seen)), seen, 'a second time changes nothing')
    }
  }
})

const harmless: readonly unknown[] = [
  { author: 'bob', passenger: 'ann', monkey: 'abu', keyboard: 'qwertz1', compass: 'n0rth', bypass: 'yes1' },
  { tokens: 5, max_tokens: 4096, input_tokens: 123456, promptTokens: 123456, token: 5, total_tokens: 99999 },
  { max_tokens: '4096', token_count: 123456, tokens_1: 'a1', token_type: 'Bearer', token_limit: 200000 },
  {
    cache_key: 'page:12ab',
    key: 'abc12345',
    cacheKey: 'v1-linux-abc123',
    primary_key: 'id1',
    sort_key: 'a1',
  },
  { public_key: 'abc12345', keys: ['a1'], keyCode: 65, hotkey: 'ctrl+k1', CACHE_KEY: 'v1-linux-abc123' },
  {
    entries: [
      { key: 'color', value: 'red12345' },
      { element: 'Search field', ref: 'e12', text: 'red12345' },
      { Key: 'Name', Value: 'web-server-1' },
    ],
  },
  { auth: 'none', author_id: 'u123', authored: '2026-01-01', authMethod: 'oauth2', oauth: { flow: 'pkce' } },
  { auth: { kind: 'basic', user: 'bob' } },
  { pass: 12, fail: 3, pass_count: 12, passed: true },
  { session_id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', sessionId: 'abc-12345', optional: 'a1b2c3' },
  { GIT_ASKPASS: '/usr/bin/askpass1', SSH_AUTH_SOCK: '/run/agent.123', XAUTHORITY: '/run/x1' },
  'docker run -u 1000:1000 -p 8080:80 image',
  'mkdir -p a1/b2 && docker run -p 8080:80 -it image && psql -p 5432 shop',
  'mysql -u root -p shop1',
  'git clone https://github.com/a/b1 && git clone ssh://git@github.com/a/b && curl https://bob@host/',
  'https://host/board?key=PROJ-12345&sort_key=a1 and https://host/?q=key&page=2',
  'author=bob1 passenger=ann2 monkey: abu3\nkeyboard: k3y',
  'author: "Bob 1"\n"monkey": "abu1", "tokens": 5, "max_tokens": 4096, "cache_key": "v1-abc123"',
  'the pass: all 12 tests pass; second pass=2 of 3',
  'if (auth === "basic") authorize(auth)\nconst key = keys[0]\nreturn { key: value1 }',
  '{"auth":"basic","key":"abc12345"}',
  '[{"name":"color","value":"red12345"},{"key":"cache_key","value":"v1-abc123"}]',
  'PASS test/a1.test.ts\n--- PASS: TestFoo (0.00s)\n# pass 12\ntests 5 pass=12 fail=3, "pass": 5',
  'date -u +%H:%M:%S',
  'The author of this key point is auth0: see key 12.',
  '12:30:45 listening on 127.0.0.1:8080, 2026-01-01T12:30:45.123Z took 12345678:1',
  'aws configure set region eu-west-1; git config set user.name bob1',
  '<key>abc12345</key><author>bob1</author><pass/>',
  'sha256:3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed 6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '-----BEGIN PGP PUBLIC KEY BLOCK-----\nabc123\n-----END PGP PUBLIC KEY BLOCK-----',
]

test('names and texts that only look like it stay readable', () => {
  for (const value of harmless) {
    const { value: seen, masked } = createRedactor(settings, {}).redact(value)
    assert.deepEqual(masked, [], JSON.stringify(seen))
    assert.equal(seen, value)
  }
})

test('the secrets of the environment are masked wherever they occur', () => {
  const environment = {
    DB_PASS: 'correcthorse',
    OPENAI_KEY: 'plain"quote 1',
    SHORT_TOKEN: 'a1b2c3',
    HOME: '/home/bob-the-builder',
    OTHER_PASSWORD: 'password',
    GOOGLE_APPLICATION_CREDENTIALS: import.meta.filename,
  }
  const redactor = createRedactor(settings, environment)
  const stderr = `it is correcthorse in ${import.meta.filename} of /home/bob-the-builder, a1b2c3`
  assert.deepEqual(redactor.redact({ stderr, list: ['plain"quote 1', 'a password function'] }).value, {
    stderr: stderr.replace('correcthorse', 'x'.repeat(12)),
    list: ['x'.repeat(13), 'a password function'],
  })
  const escaped = JSON.stringify({ text: 'plain"quote 1' })
  assert.equal(redactor.redact(escaped).value, `{"text":"${'x'.repeat(14)}"}`)
  assert.equal(createRedactor({ ...settings, enabled: false }, environment).redact(stderr).value, stderr)
})

test('secrets in the environment of this process are known by default', (t) => {
  process.env.HOOKBENCH_TEST_PASSWORD = 'correct horse battery'
  t.after(() => delete process.env.HOOKBENCH_TEST_PASSWORD)
  assert.equal(createRedactor(settings).redact('a correct horse battery!').value, `a ${'x'.repeat(21)}!`)
})

test('thousands of secrets are kept, and exceeding the limit is reported once', () => {
  const problems: string[] = []
  const redactor = createRedactor(settings, {}, (message) => problems.push(message))
  const all = Array.from({ length: 10_001 }, (_, i) => `pw-${i}-${body(9, i)}`)
  for (const password of all.slice(0, 10_000)) redactor.redact({ password })
  assert.deepEqual(problems, [])
  const text = all.slice(0, 10_000).join(' and ')
  const start = performance.now()
  const seen = String(redactor.redact(text).value)
  assert.ok(performance.now() - start < 20_000)
  assert.equal(seen.length, text.length)
  for (const secret of all.slice(0, 10_000)) assert.ok(!seen.includes(secret), secret)
  for (let i = 0; i < 3; i++) redactor.redact({ password: `${all[10_000]}${i}` })
  assert.equal(problems.length, 1)
  assert.match(problems[0] ?? '', /10000 secrets/)
})

test('of secrets that begin alike or hold each other the longest goes', () => {
  const redactor = createRedactor(settings, {})
  redactor.redact({
    a: { password: 'abcdefg1' },
    b: { password: 'abcdefg12345' },
    c: { password: 'xabcdefg1y' },
  })
  const seen = redactor.redact('abcdefg12345 abcdefg1 xabcdefg1y abcdefg').value
  assert.equal(seen, `${'x'.repeat(12)} ${'x'.repeat(8)} ${'x'.repeat(10)} abcdefg`)
})

test('a setting in a file that a shell is given to write is masked', () => {
  const key = `${body(7, 3)}Kq8${body(9, 5)}zR3vT5${body(11, 7)}`
  for (const text of [
    `password = ${word}hunter\nX`,
    `cat <<EOF > .env\npassword = ${word}hunter\nEOF`,
    `cat <<X\naws_secret_access_key = ${key}\nX`,
    `first\naws_secret_access_key = ${key}\nlast`,
  ])
    assert.ok(!masked({ command: text }).includes(text.includes(key) ? key : `${word}hunter`), text)
})
