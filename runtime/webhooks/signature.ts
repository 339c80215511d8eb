// Signs deliveries: `X-Signature` as in ADR 035, plus the headers of the Standard Webhooks specification, whose signed
// timestamp protects against replayed deliveries.

import { createHmac } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'

const PREFIX = 'whsec_'

/** HMAC-SHA256 of a body, in lower-case hex; the key is the secret as written, in UTF-8. The value of `X-Signature`. */
export function signatureOf(body: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/**
 * Signs and verifies by the Standard Webhooks specification. The key is the part after `whsec_`, decoded from base64; a
 * secret without that prefix is itself the key, in UTF-8, so a receiver's library takes `whsec_` + base64(secret), or
 * the secret as raw bytes.
 */
export function standard(secret: string): StandardWebhook {
  return secret.startsWith(PREFIX)
    ? new StandardWebhook(secret)
    : new StandardWebhook(Buffer.from(secret), { format: 'raw' })
}

/**
 * The headers of one attempt. `id` is the same for every attempt of a delivery, so that receivers can detect
 * repetitions.
 */
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
