// What the managers ask of whoever delivers webhooks, and which addresses can be told at all. Nothing here speaks HTTP.

/** Delivers what happens to those who registered for it, and never holds up a firing. */
export type WebhookPort = {
  /** Tells `url` of every firing of this hook point or custom event from now on; throws where it never could. */
  register(hook: string, url: string, secret?: string, timeout?: number): void
  remove(hook: string, url: string): void
  /** Something happened; whoever registered for it is told. */
  send(hook: string, data: unknown): void
}

/** Why nothing could ever be told to this address, as the end of "its url …"; undefined where it can. Names no part of it. */
export function addressFault(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.hostname === '')
    return 'is no URL; expected something like https://example.com/events'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `begins with ${url.protocol}; expected https: or http:`
  if (url.username === '' && url.password === '') return undefined
  return 'holds a user name or password, which is not sent; take it out and give a secret to sign with'
}
