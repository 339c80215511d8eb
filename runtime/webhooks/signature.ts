// How a delivery is signed: `X-Signature` as ADR 035 has it, and beside it the headers of the Standard Webhooks
// specification, whose timestamp is signed too and so guards against deliveries that are sent again by somebody else.
//
// The key of `X-Signature` is the secret as it is written, as UTF-8. The key of the Standard headers is what follows
// `whsec_`, decoded from base64; a secret without that prefix is the key as it is written, as UTF-8, so that a
// receiver's library is given `whsec_` + base64(secret), or the secret itself as raw bytes.

import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'

const PREFIX = 'whsec_'

/** HMAC-SHA256 of a body, in lower-case hex. */
export function signatureOf(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** Signs and verifies by the Standard Webhooks specification. */
export function standard(secret: string): StandardWebhook {
  return secret.startsWith(PREFIX)
    ? new StandardWebhook(secret)
    : new StandardWebhook(Buffer.from(secret), { format: 'raw' })
}

/** The headers of one try. `id` stays the same when a delivery is tried again, so that receivers can tell. */
export function headersOf(
  id: string,
  at: Date,
  body: string,
  secret: string | undefined,
): Readonly<Record<string, string>> {
  const plain = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  }
  if (secret === undefined) return plain
  return {
    ...plain,
    'webhook-signature': standard(secret).sign(id, at, body),
    'x-signature': signatureOf(body, secret),
  }
}
