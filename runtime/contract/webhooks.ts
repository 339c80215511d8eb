// The interface through which managers deliver webhooks, and a check of webhook addresses. Makes no HTTP requests.

/** Delivers events to the registered URLs; never delays a firing. */
export type WebhookPort = {
  /**
   * Delivers every firing of this hook point or custom event to `url` from now on; throws where the URL cannot work.
   * `shown` is how the address is printed, where a part of it is secret.
   */
  register(hook: string, url: string, secret?: string, timeout?: number, shown?: string): void
  remove(hook: string, url: string): void
  /** Delivers an event to every URL that is registered for it. */
  send(hook: string, data: unknown): void
}

/**
 * Why this address can never receive a delivery, as the end of "its url …"; undefined where it can. Does not quote the
 * address.
 */
export function addressFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.hostname === '')
    return 'is not a URL; expected something like https://example.com/events'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `begins with ${url.protocol}; expected https: or http:`
  if (url.username === '' && url.password === '') return undefined
  return 'has a user name or password, which is not sent; remove it and set a secret for signing'
}
