// The words of outbound webhooks: what a configuration says, what travels, what is counted.

/** One webhook, as `secureyeoman.yaml` or `registerWebhook` names it. */
export type WebhookConfig = {
  /** The hook point or custom event whose firings are told, such as `auth_failure`. */
  readonly hook: string
  /** An http or https URL, absolute. */
  readonly url: string
  /** Signs every delivery; without one nothing is signed. */
  readonly secret?: string | undefined
  /** Milliseconds one try may take; 5000 unless given. */
  readonly timeout?: number | undefined
}

/** What is POSTed as JSON. */
export type WebhookBody = {
  readonly hook: string
  readonly event: string
  /** When it happened: ISO 8601, UTC. */
  readonly timestamp: string
  readonly data: unknown
}

/** What came of one webhook's deliveries so far. */
export type WebhookStats = {
  readonly hook: string
  /** Without user name, password, query and fragment: those may hold tokens. */
  readonly url: string
  readonly delivered: number
  /** Given up on, after the last try. */
  readonly failed: number
  /** Never tried to the end: the queue was full, or the webhooks were closed. */
  readonly dropped: number
  /** Waiting or on their way. */
  readonly pending: number
  readonly lastError?: string | undefined
}
