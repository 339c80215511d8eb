// Notifies the team's channel of refused log-ins, rate limits and agents that stopped.
// Sends nothing unless SLACK_WEBHOOK_URL is set.

async function notify(text, signal) {
  const url = process.env.SLACK_WEBHOOK_URL
  if (!url) return
  await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    signal,
  })
}

export default {
  name: 'slack-notifications',
  version: '1.0.0',
  hooks: {
    async auth_failure(ctx, { signal }) {
      if (ctx.attempts >= 3) await notify(`${ctx.attempts} refused log-ins as ${ctx.userId}: ${ctx.reason}`, signal)
    },

    async rate_limit_hit(ctx, { signal }) {
      await notify(`${ctx.key} reached the limit ${ctx.rule}`, signal)
    },

    async agent_shutdown(ctx, { signal }) {
      await notify(`${ctx.agentId} stopped: ${ctx.error ?? ctx.reason}`, signal)
    },
  },
}
