// Signatures with known results, and what a receiver rejects.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { headersOf, signatureOf, standard } from '../../runtime/webhooks/signature.ts'
import { verifyWebhook } from '../../runtime/webhooks/verify.ts'
import { fc } from '../support/property.ts'

const now = Date.parse('2026-02-16T10:00:00.000Z')
const delivery = {
  hook: 'auth_failure',
  event: 'auth_failure',
  timestamp: '2026-02-16T10:00:00.000Z',
  data: { user: 'mia' },
}
const body = JSON.stringify(delivery)
const secret = 'correct horse battery staple'

test('X-Signature is the HMAC-SHA256 that others compute', () => {
  // RFC 4231, test case 2.
  assert.equal(
    signatureOf('what do ya want for nothing?', 'Jefe'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  // Computed with `openssl dgst -sha256 -hmac`.
  assert.equal(signatureOf(body, secret), '7364f1116dd74962790dda5da69c878e4ef5ce0759d29a121014d625c8cae100')
})

test('the Standard Webhooks signature is the one of the specification', () => {
  const at = new Date(1_614_265_330_000)
  const known = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  assert.equal(
    standard(`whsec_${key}`).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}'),
    known,
  )
})

test('a secret without whsec_ is the key of the Standard headers as it is written', () => {
  const at = new Date(now)
  const ours = headersOf('msg_1', at, body, 'schlüssel')
  const receiver = new StandardWebhook(`whsec_${Buffer.from('schlüssel').toString('base64')}`)
  assert.equal(ours['webhook-signature'], receiver.sign('msg_1', at, body))
})

test('without a secret nothing is signed', () => {
  assert.deepEqual(Object.keys(headersOf('msg_1', new Date(now), body, undefined)), [
    'content-type',
    'webhook-id',
    'webhook-timestamp',
  ])
})

const sent = headersOf('msg_1', new Date(now), body, secret)
const plain = { 'X-Signature': signatureOf(body, secret) }

const refusals: readonly (readonly [string, Partial<Parameters<typeof verifyWebhook>[0]>, RegExp])[] = [
  ['without a signature', { headers: {} }, /no X-Signature header/],
  ['with another secret', { secret: 'guess' }, /X-Signature does not match this body and secret/],
  ['with a changed body', { body: body.replace('mia', 'eve') }, /X-Signature does not match/],
  ['with a signature cut short', { headers: { 'x-signature': 'ab' } }, /X-Signature does not match/],
  ['with a changed id', { headers: { ...sent, 'webhook-id': 'msg_2' } }, /webhook-signature does not match/],
  [
    'with a changed time',
    { headers: { ...sent, 'webhook-timestamp': '1' } },
    /webhook-signature does not match/,
  ],
  ['with no time', { headers: { ...sent, 'webhook-timestamp': 'soon' } }, /not a number of seconds/],
  ['that is old', { now: now + 301_000 }, /more than 300 s from now/],
  ['from the future', { now: now - 301_000 }, /more than 300 s from now/],
  ['that is old, its Standard headers taken away', { headers: plain, now: now + 301_000 }, /more than 300 s/],
  ['that is older than the receiver likes', { now: now + 20_000, toleranceMs: 10_000 }, /more than 10 s/],
  [
    'that is no delivery',
    { body: '{}', headers: { 'x-signature': signatureOf('{}', secret) } },
    /body is not a delivery/,
  ],
  [
    'that is no JSON',
    { body: 'hi', headers: { 'x-signature': signatureOf('hi', secret) } },
    /body is not a delivery/,
  ],
]

for (const [what, change, why] of refusals) {
  test(`a receiver refuses a delivery ${what}`, () => {
    const verified = verifyWebhook({ body, headers: sent, secret, now, ...change })
    assert.ok(!verified.ok)
    assert.match(verified.why, why)
  })
}

test('a receiver takes a genuine delivery, by either kind of signature and any kind of headers', () => {
  const two = `v1,AAAA ${sent['webhook-signature']}`
  for (const headers of [sent, plain, new Headers(sent), { ...sent, 'webhook-signature': two }]) {
    for (const bytes of [body, Buffer.from(body)]) {
      assert.deepEqual(verifyWebhook({ body: bytes, headers, secret, now: now + 1000 }), {
        ok: true,
        delivery,
      })
    }
  }
})

test('any body verifies with any secret, and with one byte changed it does not', () => {
  fc.assert(
    fc.property(fc.json(), fc.string({ minLength: 1, unit: 'grapheme' }), fc.nat(), (data, key, at) => {
      fc.pre(!key.startsWith('whsec_'))
      const text = JSON.stringify({ ...delivery, data: JSON.parse(data) })
      const headers = headersOf('msg_x', new Date(now), text, key)
      assert.ok(verifyWebhook({ body: text, headers, secret: key, now }).ok)
      const bytes = Buffer.from(text)
      bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ 1
      assert.ok(!verifyWebhook({ body: bytes, headers, secret: key, now }).ok)
    }),
  )
})
