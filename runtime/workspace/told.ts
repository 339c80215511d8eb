// The webhooks that a workspace's own configuration asks for: told of every firing while it is open, if its file is trusted.

import type { FoundWebhook } from '../contract/extensions.ts'
import type { Step } from '../contract/outcome.ts'
import type { WebhookStats } from '../webhooks/types.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'

export type Told = {
  hear(step: Step): void
  emit(event: string, data: unknown): void
  /** Takes up what the configuration says now. */
  follow(wanted: readonly FoundWebhook[]): void
  stats(): readonly WebhookStats[]
  close(): Promise<void>
}

/** Tells nobody until `follow` names a webhook whose file is trusted. */
export function openTold(say: (line: string) => void): Told {
  const webhooks = openWebhooks({ say })
  let current: readonly FoundWebhook[] = []
  return {
    hear: webhooks.hear,
    emit: webhooks.emit,
    follow(wanted) {
      for (const { hook, url } of current) webhooks.remove(hook, url)
      current = wanted.filter(({ hook, url, secret, timeout, file, untrusted }) => {
        if (untrusted !== undefined) {
          say(`${file}: the webhook of ${hook} is not delivered: ${untrusted}`)
          return false
        }
        const wrong = webhooks.register({ hook, url, secret, timeout })
        if (wrong !== undefined) say(`${file}: ${wrong.problem}`)
        return wrong === undefined
      })
    },
    stats: webhooks.stats,
    close: () => webhooks.close(),
  }
}
