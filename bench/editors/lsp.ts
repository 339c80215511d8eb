// A minimal LSP client for the benchmarks: it starts a server, opens files, types and requests completions and
// findings.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node'
import type { EditorRequest } from './editorRequest.ts'

/** A language server with one file open, and more on request. */
export type LspRequests = EditorRequest & {
  /** Opens another file in the same server. Closing either one closes the server. */
  beside(path: string, languageId: string, text: string): Promise<EditorRequest>
  notify(method: string, params: unknown): Promise<void>
}

export type LspOptions = {
  readonly languageId?: string
  readonly initializationOptions?: unknown
  /** Notifications sent to the server after `initialized`. */
  readonly notifications?: readonly (readonly [method: string, params: unknown])[]
}

/** Starts `server` on a workspace and opens one file. Resolves once the server has been initialized. */
export async function openLsp(
  server: readonly string[],
  root: string,
  path: string,
  text: string,
  env: NodeJS.ProcessEnv,
  { languageId = 'typescript', initializationOptions, notifications = [] }: LspOptions = {},
): Promise<LspRequests> {
  const child = spawn(process.execPath, [...server, '--stdio'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  // Answers every request of the server, as editors do.
  connection.onRequest(() => null)
  connection.listen()
  const rootUri = pathToFileURL(root).href
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    initializationOptions,
    workspaceFolders: [{ uri: rootUri, name: 'bench' }],
    capabilities: {
      // Editors watch files for the server, as tsserver does itself. Without it the server would have to rescan
      // repeatedly.
      workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
      textDocument: { diagnostic: {}, completion: { completionItem: { snippetSupport: true } } },
    },
  })
  await connection.sendNotification('initialized', {})
  for (const [method, params] of notifications) await connection.sendNotification(method, params)
  const close = async () => {
    const ended = once(child, 'exit')
    await connection.sendRequest('shutdown')
    await connection.sendNotification('exit')
    await ended
    connection.dispose()
  }
  const open = async (one: string, languageId: string, whole: string): Promise<EditorRequest> => ({
    ...(await opened(connection, pathToFileURL(one).href, languageId, whole)),
    pid: pidOf(child),
    close,
  })
  const notify = (method: string, params: unknown) => connection.sendNotification(method, params)
  return { ...(await open(path, languageId, text)), beside: open, notify }
}

async function opened(
  connection: MessageConnection,
  uri: string,
  languageId: string,
  text: string,
): Promise<Pick<EditorRequest, 'type' | 'complete' | 'diagnose'>> {
  let version = 1
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId, version, text },
  })
  return {
    async type({ line, character }, written, erased) {
      const end = { line, character: character + erased }
      const contentChanges = [{ range: { start: { line, character }, end }, text: written }]
      version++
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges,
      })
    },
    async complete(position) {
      const found = await connection.sendRequest<{ items: unknown[] } | unknown[] | null>(
        'textDocument/completion',
        { textDocument: { uri }, position },
      )
      return (Array.isArray(found) ? found : (found?.items ?? [])).length
    },
    async diagnose() {
      const found = await connection.sendRequest<{ items: unknown[] }>('textDocument/diagnostic', {
        textDocument: { uri },
      })
      return found.items.length
    },
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('the server did not start')
  return child.pid
}
