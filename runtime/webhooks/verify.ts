// For receivers of webhooks: verifies that a delivery is authentic and recent. Does not read requests; the caller
// passes the unmodified body, byte for byte, and the headers.

import { timingSafeEqual } from 'node:crypto'
import { isObject } from '../contract/json.ts'
import { signatureOf, standard } from './signature.ts'
import type { WebhookBody } from './types.ts'

export type VerifyRequest = {
  /** The body as received, before any parsing. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly secret: string
  /** Maximum difference between the delivery's time and now; 5 minutes by default. */
  readonly toleranceMs?: number
  /** Milliseconds since the epoch; the current time by default. */
  readonly now?: number
}

export type Verified =
  | { readonly ok: true; readonly delivery: WebhookBody }
  | { readonly ok: false; readonly why: string }

const TOLERANCE_MS = 5 * 60_000

/**
 * Verifies a delivery. If the Standard Webhooks headers are present, they must be valid too, and their timestamp is
 * checked; otherwise the body's. Signatures are compared in constant time.
 */
export function verifyWebhook(request: VerifyRequest): Verified {
  const { secret, toleranceMs = TOLERANCE_MS, now = Date.now() } = request
  const body = typeof request.body === 'string' ? request.body : Buffer.from(request.body).toString('utf8')
  const header = headerOf(request.headers)
  const given = header('x-signature')
  if (given === undefined) return no('it has no X-Signature header')
  if (!sameText(given.toLowerCase(), signatureOf(request.body, secret))) {
    return no('its X-Signature does not match this body and secret')
  }
  const delivery = read(body)
  if (delivery === undefined) {
    return no('its body is not a delivery; expected JSON with hook, event, timestamp and data')
  }
  let at = Date.parse(delivery.timestamp)
  const signed = header('webhook-signature')
  if (signed !== undefined) {
    const id = header('webhook-id') ?? ''
    at = Number(header('webhook-timestamp') ?? Number.NaN) * 1000
    if (!Number.isSafeInteger(at)) return no('its webhook-timestamp is not a number of seconds')
    const expected = standard(secret).sign(id, new Date(at), body)
    // A sender that rotates its secret temporarily signs with both, separated by spaces.
    if (!signed.split(' ').some((one) => sameText(one, expected))) {
      return no('its webhook-signature does not match this body, id, timestamp and secret')
    }
  }
  // NaN is never within the tolerance.
  if (!(Math.abs(now - at) <= toleranceMs)) {
    return no(`its time is more than ${Math.round(toleranceMs / 1000)} s from now`)
  }
  return { ok: true, delivery }
}

function no(what: string): Verified {
  return { ok: false, why: `The delivery is refused: ${what}.` }
}

function headerOf(headers: VerifyRequest['headers']): (name: string) => string | undefined {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => {
    const value = lower.get(name)
    return typeof value === 'string' ? value : undefined
  }
}

function sameText(one: string, two: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(two)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function read(body: string): WebhookBody | undefined {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { hook, event, timestamp, data } = value
  if (typeof hook !== 'string' || typeof event !== 'string' || typeof timestamp !== 'string') return undefined
  return { hook, event, timestamp, data }
}
