// What the managers ask of whoever delivers webhooks. Nothing here knows HTTP.

/** Delivers what happens to those who registered for it, and never holds up a firing. */
export type WebhookPort = {
  /** Tells `url` of every firing of this hook point or custom event from now on; throws where it never could. */
  register(hook: string, url: string, secret?: string, timeout?: number): void
  remove(hook: string, url: string): void
  /** Something happened; whoever registered for it is told. */
  send(hook: string, data: unknown): void
}
