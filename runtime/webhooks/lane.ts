// The queue of one webhook: delivers a few items at a time, each until it is accepted or has failed for good.
// Does not guarantee the order of deliveries; each contains the time of its event.

import { defined } from '../contract/defined.ts'
import type { Webhook } from './address.ts'
import { backOff, pause, post } from './post.ts'
import { headersOf } from './signature.ts'
import type { WebhookStats } from './types.ts'

/** A delivery: its body, and an id by which a receiver recognizes repeated deliveries. */
export type Delivery = { readonly id: string; readonly body: string }

export type Retries = {
  /** Attempts per delivery, including the first. */
  readonly most: number
  readonly firstMs: number
  readonly longestMs: number
}

export type WebhookLaneOptions = {
  readonly say: (line: string) => void
  /** Aborted when deliveries are no longer wanted. */
  readonly signal: AbortSignal
  readonly retries?: Partial<Retries>
  readonly queue?: number
}

export type WebhookLane = {
  readonly webhook: Webhook
  add(delivery: Delivery): void
  /** Counts an event that could not be serialized as failed. */
  fail(why: string): void
  /** Drops queued deliveries and aborts those in flight. */
  drop(): void
  /** Resolves when the queue is empty; from now on there is no pause between attempts. */
  finish(): Promise<void>
  counts(): Omit<WebhookStats, 'hook' | 'url'>
}

const AT_ONCE = 4
const QUEUE = 256
const QUEUE_CHARACTERS = 16 * 1024 * 1024
const RETRIES: Retries = { most: 5, firstMs: 500, longestMs: 30_000 }

/** The lane of one webhook. */
export function openLane(webhook: Webhook, options: WebhookLaneOptions): WebhookLane {
  const { say, queue = QUEUE } = options
  const retries = { ...RETRIES, ...options.retries }
  const about = `webhook ${webhook.hook} to ${webhook.shown}`
  const waiting: Delivery[] = []
  const dropping = new AbortController()
  const hurrying = new AbortController()
  const over = AbortSignal.any([options.signal, dropping.signal])
  const rest = AbortSignal.any([over, hurrying.signal])
  over.addEventListener('abort', dropWaiting, { once: true })
  let characters = 0
  let flying = 0
  let delivered = 0
  let failed = 0
  let dropped = 0
  let overflowing = false
  let lastError: string | undefined
  let empty: PromiseWithResolvers<void> | undefined

  return {
    webhook,
    add(delivery) {
      if (over.aborted) return
      waiting.push(delivery)
      characters += delivery.body.length
      while (waiting.length > queue || characters > QUEUE_CHARACTERS) dropOldest()
      start()
    },
    fail,
    drop: () => dropping.abort(),
    async finish() {
      hurrying.abort()
      if (flying === 0 && waiting.length === 0) return
      empty ??= Promise.withResolvers()
      await empty.promise
    },
    counts: () => ({
      delivered,
      failed,
      dropped,
      pending: waiting.length + flying,
      ...defined({ lastError }),
    }),
  }

  function start(): void {
    while (flying < AT_ONCE) {
      const next = waiting.shift()
      if (next === undefined) break
      characters -= next.body.length
      flying++
      void deliver(next).finally(() => {
        flying--
        if (waiting.length === 0) overflowing = false
        start()
        if (flying === 0) empty?.resolve()
      })
    }
  }

  async function deliver({ id, body }: Delivery): Promise<void> {
    const { url, secret, timeoutMs } = webhook
    for (let n = 1; ; n++) {
      // After `finish` was called, each delivery gets one last attempt, without a pause before it.
      const last = n >= retries.most || hurrying.signal.aborted
      const headers = headersOf(id, new Date(), body, secret)
      const posted = await post({ url, headers, body, timeoutMs, signal: over })
      if (posted.kind === 'delivered') {
        delivered++
        return
      }
      if (posted.kind === 'failed') lastError = posted.why
      if (posted.kind === 'failed' && (!posted.again || last)) {
        fail(n === 1 ? posted.why : `${posted.why}, ${n} times`)
        return
      }
      if (posted.kind === 'failed')
        await pause(backOff(n + 1, retries.firstMs, retries.longestMs, Math.random()), rest)
      if (over.aborted) {
        dropped++
        return
      }
    }
  }

  function fail(why: string): void {
    failed++
    lastError = why
    say(`${about} ${why}`)
  }

  function dropOldest(): void {
    const oldest = waiting.shift()
    if (oldest === undefined) return
    characters -= oldest.body.length
    dropped++
    // One line per overflow rather than per delivery: an overflow usually drops hundreds of them.
    if (!overflowing) say(`${about} is too slow; the oldest deliveries are dropped`)
    overflowing = true
  }

  function dropWaiting(): void {
    dropped += waiting.length
    waiting.length = 0
    characters = 0
    if (flying === 0) empty?.resolve()
  }
}
