// A coding agent's extension: a function is the default, and it listens by names of its own.
import type { ExtensionAPI } from 'some-coding-agent'

const RISKY = [/\brm\s+-[a-z]*r/, /\bgit\s+push\s+.*--force/]

export default function confirmDelete(agent: ExtensionAPI) {
  let asked = 0
  agent.on('session_start', async (_event, ctx) => ctx.ui.setStatus('confirm', 'watching'))
  agent.on('tool_call', async (event, ctx) => {
    if (event.toolName !== 'bash') return undefined
    const command = String(event.input.command ?? '')
    if (!RISKY.some((one) => one.test(command))) return undefined
    asked++
    const ok = await ctx.ui.confirm('Run this?', command)
    return ok ? undefined : { block: true, reason: `refused (${asked})` }
  })
  agent.on('message_sent', (event) => void event)
}

export const message_send = async (text: string) => text.length
