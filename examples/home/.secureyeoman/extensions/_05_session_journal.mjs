// Keeps a journal of sessions in ~/.secureyeoman/journal.log: which agent ran where, and who logged in.
// A hook of the user for every project; it changes nothing.

import { appendFile, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const folder = join(homedir(), '.secureyeoman')

async function note(ctx, text) {
  await mkdir(folder, { recursive: true })
  await appendFile(join(folder, 'journal.log'), `${new Date(ctx.timestamp).toISOString()} ${ctx.sessionId} ${text}\n`)
}

export const agent_init = (ctx) => note(ctx, `${ctx.agentName} starts in ${ctx.workspace}`)

export const agent_shutdown = (ctx) => note(ctx, `stops: ${ctx.reason}`)

export const platform_connected = (ctx) => note(ctx, `connected to ${ctx.platform}`)

export const auth_success = (ctx) => note(ctx, `${ctx.userId} logged in`)
