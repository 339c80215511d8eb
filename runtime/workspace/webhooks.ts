// Webhooks over HTTP as a WebhookPort for managers and open workspaces, and the registration of configured webhooks.

import type { ExtensionsConfig, FoundWebhook } from '../contract/extensions.ts'
import type { Step } from '../contract/outcome.ts'
import type { WebhookPort } from '../contract/webhooks.ts'
import type { WebhookStats } from '../webhooks/types.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'

export type WebhookDelivery = WebhookPort & {
  /** Registers the webhooks of the current configuration. */
  follow(extensions: ExtensionsConfig): void
  stats(): readonly WebhookStats[]
  close(): Promise<void>
}

/**
 * Delivers over HTTP; `close` gives queued deliveries a moment to finish. Subscribes to steps only once
 * there is a webhook, because steps are created only for listeners.
 */
export function deliverWebhooks(
  say: (line: string) => void,
  listen: (listener: (step: Step) => void) => void = () => {},
): WebhookDelivery {
  const webhooks = openWebhooks({ say })
  let isListening = false
  let followed: readonly FoundWebhook[] = []
  const port: WebhookPort = {
    register(hook, url, secret, timeout, shown) {
      const wrong = webhooks.register({ hook, url, secret, timeout, shown })
      if (wrong !== undefined) throw new TypeError(wrong.problem)
    },
    remove: (hook, url) => void webhooks.remove(hook, url),
    send: webhooks.emit,
  }
  return {
    ...port,
    follow(extensions) {
      followed = followConfigured(port, followed, extensions.enabled ? extensions.webhooks : [], say)
      if (isListening || extensions.webhooks.length === 0) return
      isListening = true
      listen(webhooks.hear)
    },
    stats: webhooks.stats,
    close: () => webhooks.close(),
  }
}

/** Replaces the webhooks of the previous configuration with those of the current one; returns the registered ones. */
export function followConfigured(
  port: WebhookPort,
  before: readonly FoundWebhook[],
  wanted: readonly FoundWebhook[],
  say: (line: string) => void,
): readonly FoundWebhook[] {
  for (const { hook, url } of before) port.remove(hook, url)
  return wanted.filter(({ hook, url, secret, timeout, shown, file, untrusted }) => {
    if (untrusted !== undefined) {
      say(`${file}: the webhook of ${hook} is not delivered: ${untrusted}`)
      return false
    }
    try {
      port.register(hook, url, secret, timeout, shown)
      return true
    } catch (error) {
      say(`${file}: ${(error as Error).message}`)
      return false
    }
  })
}
