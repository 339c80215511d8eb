// For receivers: whether a delivery is genuine and fresh. It reads no request; hand it the body as it came, byte for
// byte, and the headers.

import { timingSafeEqual } from 'node:crypto'
import { isObject } from '../contract/json.ts'
import { signatureOf, standard } from './signature.ts'
import type { WebhookBody } from './types.ts'

export type VerifyRequest = {
  /** The body as it came, before any parsing. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  readonly secret: string
  /** How far the delivery's time may be from now; 5 minutes unless given. */
  readonly toleranceMs?: number
  /** Milliseconds since the epoch; the clock's unless given. */
  readonly now?: number
}

export type Verified =
  | { readonly ok: true; readonly delivery: WebhookBody }
  | { readonly ok: false; readonly why: string }

const TOLERANCE_MS = 5 * 60_000

/**
 * Verifies a delivery. Where the Standard Webhooks headers came along they must be right too, and their time counts;
 * otherwise the body's own does. Comparing takes the same time wherever two signatures differ.
 */
export function verifyWebhook(request: VerifyRequest): Verified {
  const { secret, toleranceMs = TOLERANCE_MS, now = Date.now() } = request
  const body = typeof request.body === 'string' ? request.body : Buffer.from(request.body).toString('utf8')
  const header = headerOf(request.headers)
  const given = header('x-signature')
  if (given === undefined) return no('it has no X-Signature header')
  if (!sameText(given.toLowerCase(), signatureOf(request.body, secret))) {
    return no('its X-Signature is not that of this body and secret')
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
    if (!Number.isSafeInteger(at)) return no('its webhook-timestamp is no number of seconds')
    const expected = standard(secret).sign(id, new Date(at), body)
    // A sender that changes its secret signs with both for a while, separated by spaces.
    if (!signed.split(' ').some((one) => sameText(one, expected))) {
      return no('its webhook-signature is not that of this body, id, timestamp and secret')
    }
  }
  // NaN is not within any tolerance.
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
