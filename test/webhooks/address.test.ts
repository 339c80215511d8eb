// Which webhook addresses can be called, and how they are shown.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownUrl, webhookOf } from '../../runtime/webhooks/address.ts'
import type { WebhookConfig } from '../../runtime/webhooks/types.ts'

const good = { hook: 'auth_failure', url: 'https://siem.internal/api/events' }

const refused: readonly (readonly [string, Partial<WebhookConfig>, string])[] = [
  [
    'no URL',
    { url: 'siem.internal/api' },
    'its url is not a URL; expected something like https://example.com/events.',
  ],
  ['an empty URL', { url: '' }, 'its url is not a URL; expected something like https://example.com/events.'],
  [
    'a file',
    { url: 'file:///etc/passwd' },
    'its url is not a URL; expected something like https://example.com/events.',
  ],
  ['another protocol', { url: 'ftp://host/x' }, 'its url begins with ftp:; expected https: or http:.'],
  [
    'a password',
    { url: 'https://mia:hunter2@host/' },
    'its url has a user name or password, which is not sent; remove it and set a secret for signing.',
  ],
  ['an empty secret', { secret: '' }, 'its secret is empty; enter one, or omit it to send unsigned.'],
  ['a broken whsec_', { secret: 'whsec_%%%' }, 'its secret begins with whsec_ and is not base64 after that.'],
  ['half a whsec_', { secret: 'whsec_abc' }, 'its secret begins with whsec_ and is not base64 after that.'],
  ['no time', { timeout: 0 }, 'its timeout is 0; expected milliseconds, 1 to 600000.'],
  ['half a millisecond', { timeout: 0.5 }, 'its timeout is 0.5; expected milliseconds, 1 to 600000.'],
]

for (const [what, change, line] of refused) {
  test(`a webhook with ${what} gets one line`, () => {
    assert.deepEqual(webhookOf({ ...good, ...change }), { problem: `The webhook of auth_failure: ${line}` })
  })
}

test('a webhook needs a hook', () => {
  const problem = 'A webhook does not name a hook; expected an event such as auth_failure.'
  assert.deepEqual(webhookOf({ ...good, hook: '' }), { problem })
})

test('a webhook may take 5 seconds by default', () => {
  const { url, hook } = good
  assert.deepEqual(webhookOf(good), { hook, url, secret: undefined, timeoutMs: 5000, shown: url })
  assert.deepEqual(webhookOf({ ...good, timeout: 100, secret: 's' }), {
    hook,
    url,
    secret: 's',
    timeoutMs: 100,
    shown: url,
  })
})

const shown: readonly (readonly [string, string])[] = [
  ['https://siem.internal/api/events', 'https://siem.internal/api/events'],
  ['https://mia:hunter2@host:8443/', 'https://host:8443'],
  ['https://host/x?token=abc#def', 'https://host/x'],
  [
    'https://hooks.chat.example/services/T0/B0/XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://hooks.chat.example/services/T0/B0/…',
  ],
  ['https://host/bot12:AB-c/send', 'https://host/…/send'],
  ['nonsense', '(no URL)'],
]

for (const [url, as] of shown) {
  test(`${as} is how a URL is shown`, () => assert.equal(shownUrl(url), as))
}
