import type { HooksConfig } from '@compilr-dev/agents'

const RETRY = /ECONNRESET|ETIMEDOUT|socket hang up/i
const attempts: Record<string, number> = Object.create(null)

function key(ctx: { sessionId: string; iteration: number }): string {
  return [ctx.sessionId, ctx.iteration].join('#')
}

const config = {
  onError: [
    async (ctx) => {
      const message = ctx.error instanceof Error ? ctx.error.message : String(ctx.error)
      if (ctx.phase !== 'tool' || !RETRY.test(message)) return undefined
      const at = key(ctx)
      attempts[at] = (attempts[at] ?? 0) + 1
      if (attempts[at]! > 3) return { handled: false }
      return { handled: true, recovery: { success: false, error: `${ctx.toolName}: ${message}` } }
    },
  ],
  beforeLLM: [
    (ctx) => {
      if (!ctx.messages.length) return
      const last = ctx.messages[ctx.messages.length - 1]
      return last && last.role === 'user' ? { systemPrompt: ctx.systemPrompt.trimEnd() } : undefined
    },
  ],
} satisfies Partial<HooksConfig>

export default config
