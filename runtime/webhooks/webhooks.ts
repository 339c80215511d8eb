// Outbound webhooks: delivers firings and custom events to registered URLs, independently of the agent's work.
// Nothing waits for a delivery or is stored on disk; each failed delivery is counted and logged once.

import { randomUUID } from 'node:crypto'
import { errorToWire } from '../contract/errors.ts'
import type { Step } from '../contract/outcome.ts'
import { type Webhook, webhookOf } from './address.ts'
import { openLane, type Retries, type WebhookLane } from './lane.ts'
import type { WebhookBody, WebhookConfig, WebhookStats } from './types.ts'

export type WebhooksOptions = {
  /** Logs one line about a delivery that failed for good; contains no secret. */
  readonly say: (line: string) => void
  readonly retries?: Partial<Retries>
  /** Maximum number of queued deliveries per webhook; the oldest are dropped first. */
  readonly queue?: number
}

export type Webhooks = {
  /** Starts deliveries of a hook point to a URL; returns one line where the configuration cannot work. */
  register(config: WebhookConfig): { readonly problem: string } | undefined
  /** Stops deliveries and drops the queued ones. False where there was no such webhook. */
  remove(hook: string, url: string): boolean
  /** Takes the steps of a workspace: `workspace.onStep(webhooks.hear)`. */
  hear(step: Step): void
  /** Delivers a custom event. */
  emit(event: string, data: unknown): void
  stats(): readonly WebhookStats[]
  /** Waits this many milliseconds for queued deliveries, then drops them; 2000 by default. */
  close(graceMs?: number): Promise<void>
}

/** The largest body that is sent, in characters. */
const LARGEST_BODY = 1024 * 1024
const GRACE_MS = 2000

/** Webhooks with their queues; nothing is sent until one is registered. */
export function openWebhooks(options: WebhooksOptions): Webhooks {
  const lanes = new Map<string, WebhookLane[]>()
  const ended = new AbortController()
  let closed = false

  function register(config: WebhookConfig): { readonly problem: string } | undefined {
    const webhook = webhookOf(config)
    if ('problem' in webhook) return webhook
    // A repeated registration replaces the secret and the time-out.
    remove(webhook.hook, webhook.url)
    const lane = openLane(webhook, { ...options, signal: ended.signal })
    lanes.set(webhook.hook, [...(lanes.get(webhook.hook) ?? []), lane])
    return undefined
  }

  function remove(hook: string, url: string): boolean {
    const same = URL.parse(url)?.href ?? url
    const own = lanes.get(hook) ?? []
    const gone = own.filter((lane) => lane.webhook.url === same)
    for (const lane of gone) lane.drop()
    const left = own.filter((lane) => !gone.includes(lane))
    if (left.length === 0) lanes.delete(hook)
    else lanes.set(hook, left)
    return gone.length > 0
  }

  function tell(event: string, data: unknown, at: Date): void {
    const own = lanes.get(event)
    if (own === undefined || closed) return
    const body = bodyOf({ hook: event, event, timestamp: at.toISOString(), data })
    const id = `msg_${randomUUID()}`
    for (const lane of own) {
      if (typeof body === 'string') lane.add({ id, body })
      else lane.fail(body.problem)
    }
  }

  return {
    register,
    remove,
    hear(step) {
      if (step.kind === 'fired') tell(step.event, step.payload, new Date(step.at))
    },
    emit: (event, data) => tell(event, data, new Date()),
    stats: () => [...lanes.values()].flat().map((lane) => statsOf(lane)),
    async close(graceMs = GRACE_MS) {
      closed = true
      const all = [...lanes.values()].flat()
      const timer = setTimeout(() => ended.abort(), graceMs)
      await Promise.all(all.map((lane) => lane.finish()))
      clearTimeout(timer)
    },
  }
}

// Serialized immediately, because hooks may modify the shared payload object as soon as they run.
function bodyOf(body: WebhookBody): string | { readonly problem: string } {
  let text: string
  try {
    text = JSON.stringify(body, (_key, value) => (value instanceof Error ? errorToWire(value) : value))
  } catch {
    return { problem: 'cannot be delivered: its data is not JSON (a cycle, or a big integer)' }
  }
  if (text.length <= LARGEST_BODY) return text
  return { problem: `cannot be delivered: its data is larger than ${LARGEST_BODY / 1024} KiB` }
}

function statsOf(lane: WebhookLane): WebhookStats {
  const { hook, shown }: Webhook = lane.webhook
  return { hook, url: shown, ...lane.counts() }
}
