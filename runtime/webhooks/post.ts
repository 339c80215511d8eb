// One attempt to deliver over HTTP. Never throws, and never reveals the URL or the secret; follows redirects only
// within the same origin and only if method and body are preserved.

import { setTimeout as sleep } from 'node:timers/promises'

export type Posted =
  | { readonly kind: 'delivered' }
  /** `again`: whether another attempt may succeed. */
  | { readonly kind: 'failed'; readonly why: string; readonly again: boolean }
  | { readonly kind: 'aborted' }

export type PostRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  /** Aborted when deliveries are no longer wanted. */
  readonly signal: AbortSignal
}

const MOST_REDIRECTS = 3

/** POSTs a body; any 2xx status counts as delivered. */
export async function post({ url, headers, body, timeoutMs, signal }: PostRequest): Promise<Posted> {
  const limit = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, limit])
  try {
    let target = new URL(url)
    for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
      const request = {
        method: 'POST',
        headers: { ...headers },
        body,
        redirect: 'manual',
        signal: either,
      } as const
      const response = await fetch(target, request)
      // The response body is not needed and may be endless.
      await response.body?.cancel()
      if (response.ok) return { kind: 'delivered' }
      if (response.status < 300 || response.status > 399) return refused(response.status)
      const next = redirect(response, target)
      if ('why' in next) return { kind: 'failed', why: next.why, again: false }
      target = next
    }
    return { kind: 'failed', why: `was redirected more than ${MOST_REDIRECTS} times`, again: false }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    const why = limit.aborted ? `did not answer within ${timeoutMs} ms` : reasonOf(error)
    return { kind: 'failed', why, again: true }
  }
}

/** Milliseconds to wait before attempt `n` (from 2 on): doubles each time, capped, with random jitter. */
export function backOff(n: number, firstMs: number, longestMs: number, random: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** (n - 2))
  return Math.round(whole * (0.5 + random / 2))
}

/** Waits `ms`, or until the signal is aborted; does not keep the process alive. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
}

function refused(status: number): Posted {
  const again = status === 408 || status === 425 || status === 429 || status >= 500
  return { kind: 'failed', why: `was answered with HTTP ${status}`, again }
}

function redirect(response: Response, from: URL): URL | { readonly why: string } {
  const { status } = response
  const next = URL.parse(response.headers.get('location') ?? '', from.href)
  if (next === null) return { why: `was answered with HTTP ${status} without a location` }
  if (next.origin !== from.origin) {
    return { why: `was redirected to another host (HTTP ${status}), which is not followed; give that url` }
  }
  if (status === 307 || status === 308) return next
  return { why: `was redirected with HTTP ${status}, which would lose the body; give the new url` }
}

// fetch only reports "fetch failed"; its cause has the system's error code. Messages may contain addresses, codes do
// not.
function reasonOf(error: unknown): string {
  const codes: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'refused the connection',
    ECONNRESET: 'closed the connection before it answered',
    UND_ERR_SOCKET: 'closed the connection before it answered',
    ENOTFOUND: 'was not found; check the name of the host',
    EAI_AGAIN: 'could not be looked up; check the network',
    UND_ERR_CONNECT_TIMEOUT: 'could not be reached in time',
  }
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (typeof code === 'string') return codes[code] ?? `could not be reached (${code})`
  }
  return 'could not be reached'
}
