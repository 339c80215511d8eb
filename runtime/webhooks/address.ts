// Validates a webhook's configuration, and formats its address for display. A URL may contain a password, a query with
// a token, or a token in its path (as with chat services), so URLs are printed only through `shownUrl`.

import { addressFault } from '../contract/webhooks.ts'
import type { WebhookConfig } from './types.ts'

/** A webhook with a valid configuration. */
export type Webhook = {
  readonly hook: string
  readonly url: string
  readonly secret: string | undefined
  readonly timeoutMs: number
  /** The address for display. */
  readonly shown: string
}

const TIMEOUT_MS = 5000
const LONGEST_TIMEOUT_MS = 600_000
const LONGEST_NAME = 15

/** The webhook of a configuration, or one line about what is wrong with it. */
export function webhookOf(config: WebhookConfig): Webhook | { readonly problem: string } {
  const { hook, secret, timeout = TIMEOUT_MS, shown = shownUrl(config.url) } = config
  if (hook === '')
    return { problem: 'A webhook does not name a hook; expected an event such as auth_failure.' }
  const about = `The webhook of ${hook}`
  const fault = addressFault(config.url)
  if (fault !== undefined) return { problem: `${about}: its url ${fault}.` }
  if (secret === '') {
    return { problem: `${about}: its secret is empty; enter one, or omit it to send unsigned.` }
  }
  if (secret?.startsWith('whsec_') === true && !isBase64(secret.slice('whsec_'.length))) {
    return { problem: `${about}: its secret begins with whsec_ and is not base64 after that.` }
  }
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMEOUT_MS) {
    return {
      problem: `${about}: its timeout is ${timeout}; expected milliseconds, 1 to ${LONGEST_TIMEOUT_MS}.`,
    }
  }
  return { hook, url: new URL(config.url).href, secret, timeoutMs: timeout, shown }
}

/** An address for display: without user, query and fragment, and with long path segments replaced. */
export function shownUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return '(no URL)'
  const path = url.pathname
    .split('/')
    .map((part) => (part.length > LONGEST_NAME || part.includes(':') ? '…' : part))
    .join('/')
  return `${url.protocol}//${url.host}${path === '/' ? '' : path}`
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
}
