// The public types of outbound webhooks: configuration, request body and statistics.

/** One webhook, as configured in `secureyeoman.yaml` or by `registerWebhook`. */
export type WebhookConfig = {
  /** The hook point or custom event whose firings are delivered, such as `auth_failure`. */
  readonly hook: string
  /** An http or https URL, absolute. */
  readonly url: string
  /** Signs every delivery; without a secret, deliveries are not signed. */
  readonly secret?: string | undefined
  /** Milliseconds per attempt; 5000 by default. */
  readonly timeout?: number | undefined
  /** How the address is printed, where a part of it is secret; by default without user, query and long path segments. */
  readonly shown?: string | undefined
}

/** The JSON body of the POST request. */
export type WebhookBody = {
  readonly hook: string
  readonly event: string
  /** Time of the event: ISO 8601, UTC. */
  readonly timestamp: string
  readonly data: unknown
}

/** Delivery counts of one webhook so far. */
export type WebhookStats = {
  readonly hook: string
  /** Without user name, password, query and fragment, which may contain tokens. */
  readonly url: string
  readonly delivered: number
  /** Failed for good, after the last attempt. */
  readonly failed: number
  /** Dropped before completion: the queue was full, or the webhook was removed or closed. */
  readonly dropped: number
  /** Queued or in flight. */
  readonly pending: number
  readonly lastError?: string | undefined
}
