// How many secrets of how many shapes are masked, in five channels each; and texts that only resemble secrets.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, installedTexts } from '../../bench/installed.ts'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { type Made, made, NAMED, survives, TEXTS, TOKENS } from '../support/secretShapes.ts'
import { body } from '../support/secrets.ts'
import { EVERYDAY } from './innocent.ts'

type Channel = (name: string, value: string) => unknown

const camel = (name: string) => name.toLowerCase().replaceAll(/_(\w)/g, (_, one: string) => one.toUpperCase())
const header = (name: string) =>
  `X-${name.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, one: string) => `-${one.toUpperCase()}`)}`.replace(
    '--',
    '-',
  )

/** Channels for secrets that are recognizable by themselves: nothing names them. */
const BARE: Readonly<Record<string, Channel>> = {
  'a JSON field': (_, value) => ({ tool_input: { note: value } }),
  'a command': (_, value) => ({
    command: `run --with ${value.includes('\n') ? `"${value}"` : value} --fast`,
  }),
  'a file': (_, value) => ({ content: `# settings\nvalue=${value}\nother=1\n` }),
  'an address': (_, value) => ({
    url: value.includes('://') ? value : `https://host/a?x=${encodeURIComponent(value)}&b=2`,
  }),
  'output as JSON in text': (_, value) => ({ stdout: JSON.stringify({ lines: [`got ${value}`, 'done'] }) }),
}

const NAMED_IN: Readonly<Record<string, Channel>> = {
  'a JSON field': (name, value) => ({ env: { [name]: value }, config: { [camel(name)]: value } }),
  'a command': (name, value) => ({ command: `export ${name}='${value}' && run` }),
  'a file': (name, value) => ({ content: `A=1\n${name}=${value}\nB=2\n` }),
  'an address and a header': (name, value) => ({
    text: `GET /?a=1&${name.toLowerCase()}=${encodeURIComponent(value)}&b=2 HTTP/1.1\n${header(name)}: ${value}\n`,
  }),
  'output as JSON in text': (name, value) => ({ stdout: JSON.stringify({ [name]: value }) }),
}

const WHOLE: Readonly<Record<string, Channel>> = {
  'a JSON field': (_, text) => ({ content: text }),
  'a command': (_, text) => ({ command: `cat <<'END' > file\n${text}\nEND\nrun` }),
  'a numbered file': (_, text) => ({
    content: text
      .split('\n')
      .map((line, n) => `${String(n + 1).padStart(6)}\t${line}`)
      .join('\n'),
  }),
  'output of a terminal': (_, text) => ({ stdout: `$ show\r\n${text.replaceAll('\n', '\r\n')}\r\n$ ` }),
  'JSON in text': (_, text) => ({ stdout: JSON.stringify({ type: 'result', content: text }) }),
}

function missed(): { all: number; missed: string[] } {
  const kinds = [
    [TOKENS, BARE, 0],
    [NAMED, NAMED_IN, 1000],
    [TEXTS, WHOLE, 2000],
  ] as const
  const out: string[] = []
  let all = 0
  for (const [shapes, channels, seed] of kinds) {
    for (const [index, [name, shape]] of shapes.entries()) {
      const one: Made = made(shape, seed + index)
      for (const [channel, embed] of Object.entries(channels)) {
        all++
        const payload = embed(name, one.text)
        const seen = createRedactor(defaultSettings.redaction, {}).redact(payload).value
        if (survives(JSON.stringify(seen), one)) out.push(`${name} in ${channel}: ${JSON.stringify(seen)}`)
      }
    }
  }
  return { all, missed: out }
}

test('of 600 shapes in five channels each, 98 of 100 are masked', () => {
  assert.ok(TOKENS.length + NAMED.length + TEXTS.length >= 600)
  const { all, missed: out } = missed()
  const share = 1 - out.length / all
  assert.ok(share >= 0.98, `${(share * 100).toFixed(1)} % of ${all} are masked; not:\n${out.join('\n')}`)
})

// As printed by `ls`, `grep` and test runners: colors around the text, and cursor movements.
const COLORED: readonly ((text: string) => string)[] = [
  (text) => `\u001b[32m${text}\u001b[0m`,
  (text) => `\u001b[2K\u001b[1G\u001b[38;5;12m${text}\u001b[m\u001b[K`,
  (text) => JSON.stringify(`\u001b[1;31m${text}\u001b[0m`),
]

test('colors of a terminal neither hide a secret nor make one', () => {
  for (const [index, color] of COLORED.entries()) {
    let all = 0
    const out: string[] = []
    for (const [n, [name, shape]] of [...TOKENS, ...TEXTS].entries()) {
      const one = made(shape, 3000 + n)
      const seen = createRedactor(defaultSettings.redaction, {}).redact(color(one.text)).value
      all++
      if (survives(String(seen), one)) out.push(`${name}: ${JSON.stringify(seen)}`)
    }
    assert.ok(out.length <= all / 50, `${out.length} of ${all} in row ${index}:\n${out.join('\n')}`)
    for (const value of [...INNOCENT, ...EVERYDAY].filter((one) => typeof one === 'string')) {
      const text = color(value)
      assert.equal(createRedactor(defaultSettings.redaction, {}).redact(text).value, text)
    }
  }
  const grep = createRedactor(defaultSettings.redaction, {}).redact(
    `\u001b[01;31m\u001b[KDB_PASSWORD\u001b[m\u001b[K=\u001b[33m${body(14, 90)}\u001b[0m`,
  ).value
  assert.doesNotMatch(String(grep), new RegExp(body(14, 90)))
})

const HEX = '0123456789abcdef'
const uuid = `${body(8, 1, HEX)}-${body(4, 2, HEX)}-4${body(3, 3, HEX)}-a${body(3, 4, HEX)}-${body(12, 5, HEX)}`

const INNOCENT: readonly unknown[] = [
  "fetch(url, { credentials: 'include' })",
  '{"credentials":"same-origin"}',
  'password = input("Password: ")',
  'password = getpass.getpass("Password for %s: " % user)',
  'basic authentication1 explained',
  'Basic usage: bearer authentication2 is described below',
  { id: uuid, session_id: uuid, tool_use_id: `toolu_01${body(22, 6)}`, message_id: `msg_01${body(22, 7)}` },
  { id: `call_${body(24, 8)}`, request: `req_${body(24, 9)}`, chat: `chatcmpl-${body(29, 10)}` },
  `commit ${body(40, 11, HEX)}\nMerge: ${body(7, 12, HEX)} ${body(7, 13, HEX)}`,
  `"integrity": "sha512-${body(86, 14)}=="`,
  `resolved "https://packages.example.org/a/-/a-1.0.0.tgz#${body(40, 15, HEX)}"`,
  `sha256:${body(64, 16, HEX)}  image`,
  `data:image/png;base64,iVBORw0KGgo${body(400, 17, `${'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'}+/`)}`,
  `{"mappings":"AAAA,SAAS${body(300, 18, 'ABCDEFGHIJKLMabcdefghijklm,;')}"}`,
  'createXMLHttpRequestFactoryForLegacyBrowsers2 AbstractSingletonProxyFactoryBean3Test',
  'my-very-long-kebab-case-component-name-v2 SCREAMING_SNAKE_CASE_CONSTANT_NAME_42',
  { token: '<YOUR_TOKEN>', api_key: '$API_KEY', password: '${{ secrets.DB_PASSWORD }}' },
  { api_key: 'process.env.API_KEY', token: 'your-token-here', secret: '{{ secret }}', key: 'YOUR_API_KEY' },
  'token: ${{ secrets.GITHUB_TOKEN }}\npassword: $' + '{DB_PASSWORD}\nsecret: !Ref DbSecret',
  'const token = process.env.GITHUB_TOKEN\nconst key = import.meta.env.VITE_API_KEY',
  'api_key = os.environ["API_KEY"]\nsecret = os.getenv("SECRET1")',
  'export TOKEN="$(gh auth token)"; curl -H "Authorization: Bearer $TOKEN" https://host',
  'function login(user: string, password: string, token?: string | null): Promise<Token2>',
  'interface A { apiKey: string; secret?: Secret1; readonly accessToken: AccessToken2 }',
  'def f(password: str, token: Optional[str] = None) -> Token1: ...',
  '{"password": "Passwort", "forgotPassword": "Passwort vergessen?", "token": "Jeton d’accès"}',
  '{"password": "Пароль", "secretKey": "秘密鍵", "apiToken": "رمز"}',
  'INVALID_PASSWORD = "invalid_password"\nTOKEN_EXPIRED: "token_expired", PASSWORD: "password"',
  'sk-learn and sk-toggleable__content; ghp_ is how tokens begin; AKIA as well; xoxb- too',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk-xxxxxxxxxxxxxxxxxxxxxxxx',
  'set -euo pipefail; set -x; ENV NODE_ENV production; set -o errexit',
  'SELECT password, token FROM users WHERE secret IS NULL; AUTH is needed; echo done | sudo tee /a',
  'variable "region" { default = "eu-west-1" }',
  '<input type="password" name="password" value="" placeholder="Password" autocomplete="new-password">',
  '<key>CFBundleName</key>\n<string>Shop2</string>',
  '- name: NODE_ENV\n  value: production1\n- name: PORT\n  value: "8080"',
  'https://host/a?page=2&key=PROJ-12&sort=asc#token-types2',
  'https://user:password@example.com and postgres://user:pass@localhost/db in a document',
  'MIIB is how a certificate begins; ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI is a public key',
  'lib/keys/token_test.go:42: token.Pos = 12; key.Len() == 3',
  '-----BEGIN PUBLIC KEY-----\nMFkwEwYH\n-----END PUBLIC KEY-----',
  'monkey=banana1 turkey: dinner2 keyboard="qwerty3" author: "bob4"',
]

test('what only looks like a secret stays as it is', () => {
  assert.ok(INNOCENT.length + EVERYDAY.length >= 126)
  for (const value of [...INNOCENT, ...EVERYDAY]) {
    const seen = createRedactor(defaultSettings.redaction, {}).redact(value).value
    assert.equal(JSON.stringify(seen), JSON.stringify(value))
  }
})

test('of the text files of the installed dependencies, less than one place in a megabyte is masked', () => {
  let places = 0
  let megabytes = 0
  const shown: string[] = []
  for (const { path, text } of installedTexts(9, 24)) {
    const seen = String(createRedactor(defaultSettings.redaction, {}).redact(text).value)
    megabytes += text.length / 1e6
    for (const place of differences(text, seen)) {
      places++
      shown.push(`${path}: ${place}`)
    }
  }
  assert.ok(megabytes > 2, `only ${megabytes} MB were found`)
  assert.ok(places < megabytes, `${places} places in ${megabytes.toFixed(1)} MB:\n${shown.join('\n')}`)
})
