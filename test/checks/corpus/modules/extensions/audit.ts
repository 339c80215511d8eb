import { appendFile, mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import * as path from 'node:path'

type Line = { at: string; what: string; [more: string]: unknown }

const FILE = path.join(homedir(), '.audit', `${new Date().toISOString().slice(0, 10)}.ndjson`)
const seen = new Map<string, number>()

async function write(line: Line): Promise<void> {
  try {
    await mkdir(path.dirname(FILE), { recursive: true })
    await appendFile(FILE, JSON.stringify(line) + '\n')
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code !== 'EROFS') console.warn('audit', err)
  }
}

const pick = <T extends object, K extends keyof T>(from: T, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

export default {
  name: 'audit',
  version: '0.3.1',
  hooks: {
    async agent_init(ctx) {
      seen.set(ctx.sessionId, 0)
      await write({ at: new Date(ctx.timestamp).toISOString(), what: 'init', ...pick(ctx, 'model', 'provider') })
    },
    tool_execute_before: async (ctx) => {
      const { toolName, input, ...rest } = ctx
      seen.set(rest.sessionId, (seen.get(rest.sessionId) ?? 0) + 1)
      const target = input['path'] ?? input.file ?? (input as { target?: string }).target
      if (typeof target === 'string' && target.startsWith('/etc/')) return null
      await write({ at: new Date().toISOString(), what: toolName, target, n: seen.get(rest.sessionId) })
      return ctx
    },
    tool_execute_after: async (ctx) => {
      const copy = structuredClone(ctx)
      if (!copy.success && copy.error) copy.error = copy.error.replace(/[A-Za-z0-9]{32,}/g, '…')
      for (const key of Object.keys(copy)) {
        if (key.startsWith('_')) delete (copy as Record<string, unknown>)[key]
      }
      return copy
    },
    agent_shutdown: (ctx) => write({ at: new Date().toISOString(), what: 'down', why: ctx.reason, up: ctx.uptimeMs }),
  },
}
