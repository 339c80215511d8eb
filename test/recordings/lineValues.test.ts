// Secrets in lines of configuration, where nothing quotes them, and code that looks the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../runtime/contract/settings.ts'
import { createRedactor } from '../../runtime/recordings/redact.ts'
import { body } from '../support/secrets.ts'

const aws = `wJalr/${body(28, 80)}/b4Key`
const wireGuard = `${body(43, 81)}=`
const age = `AGE-SECRET-KEY-1${body(58, 82, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`

const secret: readonly (readonly [text: string, secret: string])[] = [
  [`[default]\naws_secret_access_key = ${aws}\nregion = eu-west-1\n`, aws],
  [`[profile ci]\naws_session_token=${aws}\n`, aws],
  [`aws_secret_access_key = ${aws}`, aws],
  [`aws_secret_access_key          = /${aws}`, aws],
  [`     3\taws_secret_access_key = ${aws}`, aws],
  [`     3→aws_secret_access_key = ${aws}`, aws],
  [`credentials:3:aws_secret_access_key = ${aws}`, aws],
  ['password = hunter2', 'hunter2'],
  ['password = hunter2 # of the database', 'hunter2'],
  ['password = correcthorse', 'correcthorse'],
  ['password = 4815162342', '4815162342'],
  ['host = db\nuser = bob\npassword = correcthorse\nport = 5432', 'correcthorse'],
  ['; of bob\npassword = correct-horse', 'correct-horse'],
  ['db.password = hunter2', 'hunter2'],
  ['[client]\nuser = bob\npassword = correct horse (battery)\n', 'correct horse (battery)'],
  ['[mail]\nsmtp_password = client\n', 'client'],
  [`[Interface]\nAddress = 10.0.0.2/32\nPrivateKey = ${wireGuard}\n`, wireGuard],
  [`[Peer]\nPublicKey = abc\nPresharedKey = ${wireGuard}\nEndpoint = host:51820`, wireGuard],
  ['machine api.example.org\n  login bob\n  password correcthorse\n', 'correcthorse'],
  ['machine api.example.org login bob password correcthorse', 'correcthorse'],
  ['machine api.example.org password correcthorse login bob', 'correcthorse'],
  ['machine a login b account c password correcthorse\nmachine d login e password f', 'correcthorse'],
  ['default login anonymous password correcthorse', 'correcthorse'],
  [age, age.slice(20)],
  [`# created: 2026-01-01\n${age}\n`, age.slice(20)],
]

function masked(value: unknown): string {
  return JSON.stringify(createRedactor(defaultSettings.redaction, {}).redact(value).value)
}

test('a value behind `name =` is masked where the line is configuration', () => {
  for (const [text, one] of secret) {
    const withinJson = JSON.stringify({ content: text })
    for (const whole of [text, text.replaceAll('\n', '\r\n'), `$ cat file\n${text}`, withinJson]) {
      const seen = JSON.parse(masked({ stdout: whole })).stdout as string
      assert.ok(!seen.includes(one) && whole.includes(one), `${whole} -> ${seen}`)
      assert.equal(seen.length, whole.length)
      assert.equal(JSON.parse(masked({ stdout: seen })).stdout, seen, 'a second time changes nothing')
    }
  }
})

const harmless: readonly string[] = [
  'password = input("Password: ")',
  "fetch(url, { credentials: 'include' }); fetch(url, { credentials: 'same-origin' })",
  'print("token: " + token + "!")',
  'token = get_token()\ntoken = await getToken(user)\ntoken = tokens[i1]\ntoken = token.strip()',
  'password = os.environ["DB_PASSWORD"]\npassword = os.getenv("DB_PASSWORD")',
  'secret = None\npassword = null\ntoken = undefined\npassword = required\ntoken = False',
  'api_key = settings.API_KEY\npassword = args.password1',
  'password = password\ntoken = user_token\npassword = new_password2',
  'def f(client2):\n    password = client2\n    return password',
  'self.password = client2\nthis.token = arg1;\nlet token = abc1;',
  'const password = secret1\nexport const token = value1',
  'if password == other1:\nwhile token != last1:\npassword !=x1',
  'password = <your password>\npassword = $DB_PASSWORD\npassword = {{ password }}',
  'private_key = /etc/ssl/private/server1.key\nssh_key = ~/.ssh/id_ed25519\nsecret = ./secrets/prod1',
  'secret = 42\ntoken = 4096\ntoken = 12',
  'SELECT * FROM users WHERE password = :pw1 AND token = ?1',
  '[Test]\npublic void Login()\n{\n  password = GetIt();\n  token = request.Token1;\n}',
  'PublicKey = abc123\nAddress = 10.0.0.2/32\ncache_key = page12ab',
  'machine learning is no login and no password\ndefault password policy, login and password',
  'the token = a1b2c3 is what you get',
  'AGE-SECRET-KEY-1 is how an age key begins',
]

test('code and prose that look like it stay readable', () => {
  for (const text of harmless) assert.equal(JSON.parse(masked(text)), text)
})

test('a megabyte of such lines takes well under a second each', () => {
  for (const part of [
    'password = ',
    'password = a1\n',
    '[a]\n',
    'machine a login b ',
    'password = x\\n',
    '\\n',
  ]) {
    const text = part.repeat(1_000_000 / part.length)
    const began = performance.now()
    masked({ text })
    assert.ok(performance.now() - began < 30_000, part)
  }
})
