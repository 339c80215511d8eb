// TypeScript's own server, run as editors run it: the peer of our language server. It reads one JSON message per line
// and writes JSON messages with headers.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { EditorRequest, RequestPosition } from './editorRequest.ts'

/** Starts the server on a workspace and opens one file. */
export async function openTsserver(
  root: string,
  path: string,
  text: string,
  env: NodeJS.ProcessEnv,
): Promise<EditorRequest> {
  const child = spawn(process.execPath, [serverPath(), '--disableAutomaticTypingAcquisition'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (body: unknown) => void>()
  let unread = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    unread += chunk
    // Each message is a line of its own, after its headers.
    const lines = unread.split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('{')) continue
      const message = JSON.parse(line) as { type: string; request_seq?: number; body?: unknown }
      if (message.type !== 'response' || message.request_seq === undefined) continue
      waiting.get(message.request_seq)?.(message.body)
      waiting.delete(message.request_seq)
    }
  })
  let seq = 0
  const say = (command: string, given: object) => {
    seq++
    child.stdin.write(`${JSON.stringify({ seq, type: 'request', command, arguments: given })}\n`)
    return seq
  }
  const ask = (command: string, given: object) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(say(command, given), resolve)
    return promise
  }
  await ask('configure', { preferences: { includeCompletionsForModuleExports: false } })
  say('open', { file: path, fileContent: text, projectRootPath: root })
  const placed = ({ line, character }: RequestPosition) => ({
    file: path,
    line: line + 1,
    offset: character + 1,
  })
  return {
    async type(at, written, erased) {
      const end = { endLine: at.line + 1, endOffset: at.character + 1 + erased }
      say('change', { ...placed(at), ...end, insertString: written })
    },
    async complete(at) {
      const found = (await ask('completionInfo', placed(at))) as { entries: unknown[] } | undefined
      return found?.entries.length ?? 0
    },
    async diagnose() {
      const found = await Promise.all([
        ask('syntacticDiagnosticsSync', { file: path }),
        ask('semanticDiagnosticsSync', { file: path }),
      ])
      return found.flat().length
    },
    pid: child.pid ?? 0,
    async close() {
      const ended = once(child, 'exit')
      say('exit', {})
      await ended
    },
  }
}

// The package of the API depends on the full compiler, which includes the server.
function serverPath(): string {
  const require = createRequire(import.meta.url)
  const api = require.resolve('typescript')
  return join(dirname(createRequire(api).resolve('@typescript/old')), 'tsserver.js')
}
