// The webhooks of an embedder's manager, as the port that managers speak to.

import type { WebhookPort } from '../contract/webhooks.ts'
import type { WebhookStats } from '../webhooks/types.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'

/** Delivers over HTTP. `close` gives what waits a moment to arrive. */
export function deliverWebhooks(say: (line: string) => void): WebhookPort & {
  stats(): readonly WebhookStats[]
  close(): Promise<void>
} {
  const webhooks = openWebhooks({ say })
  return {
    register(hook, url, secret, timeout) {
      const wrong = webhooks.register({ hook, url, secret, timeout })
      if (wrong !== undefined) throw new TypeError(wrong.problem)
    },
    remove: (hook, url) => void webhooks.remove(hook, url),
    send: webhooks.emit,
    stats: webhooks.stats,
    close: () => webhooks.close(),
  }
}
