// A language client like an editor's: the real protocol, over a process's streams or two pipes in memory. It keeps the
// notifications and requests that the server sends.

import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createConnection as createServerConnection } from 'vscode-languageserver'
import {
  createProtocolConnection,
  StreamMessageReader as ServerReader,
  StreamMessageWriter as ServerWriter,
} from 'vscode-languageserver/node'
import {
  type ClientCapabilities,
  createMessageConnection,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type InitializeParams,
  type InitializeResult,
  type MessageConnection,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver-protocol/node'
import { defined } from '../../runtime/contract/defined.ts'
import { openLanguageServer, type ServerOptions } from '../../server/server.ts'

/** The capabilities of a modern editor. */
export const able: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  workspace: {
    workspaceFolders: true,
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    fileOperations: { didCreate: true, didRename: true, didDelete: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    diagnostic: {},
    publishDiagnostics: { versionSupport: true },
    completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
    hover: { contentFormat: ['markdown'] },
    codeLens: {},
    inlayHint: {},
  },
}

/** The capabilities that every editor has. */
export const plain: ClientCapabilities = {}

export type LanguageClient = {
  readonly connection: MessageConnection
  /** Every notification and request received, as `method` and parameters, oldest first. */
  readonly received: readonly { readonly method: string; readonly params: unknown }[]
  initialize(
    root: string | undefined,
    capabilities?: ClientCapabilities,
    more?: Partial<InitializeParams>,
  ): Promise<InitializeResult>
  open(path: string, text: string, languageId?: string): void
  change(path: string, version: number, ...changes: TextDocumentContentChangeEvent[]): void
  save(path: string): void
  close(path: string): void
  /** Requests the diagnostics of a file. */
  pull(path: string, previousResultId?: string): Promise<DocumentDiagnosticReport>
  /** Waits for published diagnostics of a file that satisfy `wanted`. */
  pushed(path: string, wanted?: (sent: PublishDiagnosticsParams) => boolean): Promise<readonly Diagnostic[]>
  /** Waits for a notification or request of the server that satisfies `wanted`. */
  hears(method: string, wanted?: (params: unknown) => boolean): Promise<unknown>
  shutdown(): Promise<void>
  dispose(): void
}

/** A client of a process, over its standard streams. */
export function clientOf(child: ChildProcess): LanguageClient {
  assert.ok(child.stdout !== null && child.stdin !== null)
  return clientOver(
    createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)),
  )
}

/** A client and a server in this process; `options` go to the server. */
export function clientInMemory(options: Partial<ServerOptions> = {}): LanguageClient {
  const [there, back] = [new PassThrough(), new PassThrough()]
  const streams = createProtocolConnection(new ServerReader(there), new ServerWriter(back))
  const connection = createServerConnection(() => streams, {
    shutdownReceived: false,
    initialize: () => {},
    exit: () => streams.dispose(),
  })
  openLanguageServer(connection, { version: 'test', ...options })
  connection.listen()
  return clientOver(createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there)))
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href
}

const PATIENCE_MS = 90_000

function clientOver(connection: MessageConnection): LanguageClient {
  const received: { readonly method: string; readonly params: unknown }[] = []
  const listeners = new Set<() => void>()
  const note = (method: string, params: unknown) => {
    received.push({ method, params })
    for (const listener of listeners) listener()
  }
  connection.onNotification((method, params) => note(method, params))
  connection.onRequest((method, params) => {
    note(method, params)
    if (method === 'workspace/configuration') return []
    return null
  })
  connection.onError(() => {})
  connection.listen()
  const send = (method: string, params: unknown) => void connection.sendNotification(method, params)

  return {
    connection,
    received,
    async initialize(root, capabilities = able, more = {}) {
      const result = await connection.sendRequest<InitializeResult>('initialize', {
        processId: null,
        rootUri: root === undefined ? null : uriOf(root),
        capabilities,
        workspaceFolders: root === undefined ? null : [{ uri: uriOf(root), name: 'ws' }],
        ...more,
      })
      send('initialized', {})
      return result
    },
    open(path, text, languageId = 'plaintext') {
      send('textDocument/didOpen', { textDocument: { uri: uriOf(path), languageId, version: 1, text } })
    },
    change(path, version, ...contentChanges) {
      send('textDocument/didChange', { textDocument: { uri: uriOf(path), version }, contentChanges })
    },
    save: (path) => send('textDocument/didSave', { textDocument: { uri: uriOf(path) } }),
    close: (path) => send('textDocument/didClose', { textDocument: { uri: uriOf(path) } }),
    pull: (path, previousResultId) =>
      connection.sendRequest('textDocument/diagnostic', {
        textDocument: { uri: uriOf(path) },
        ...defined({ previousResultId }),
      }),
    async pushed(path, wanted = () => true) {
      const params = await hears('textDocument/publishDiagnostics', (one) => {
        const sent = one as PublishDiagnosticsParams
        return sent.uri === uriOf(path) && wanted(sent)
      })
      return (params as PublishDiagnosticsParams).diagnostics
    },
    hears,
    async shutdown() {
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
    },
    dispose: () => connection.dispose(),
  }

  async function hears(method: string, wanted: (params: unknown) => boolean = () => true): Promise<unknown> {
    const ending = new AbortController()
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const look = () => {
      const found = received.find((one) => one.method === method && wanted(one.params))
      if (found === undefined) return
      // Each message is returned only once.
      received.splice(received.indexOf(found), 1)
      resolve(found.params)
    }
    listeners.add(look)
    look()
    try {
      const late = sleep(PATIENCE_MS, undefined, { signal: ending.signal }).then(() => {
        throw new Error(`${method} did not come; heard ${received.map((one) => one.method).join(', ')}`)
      })
      late.catch(() => {})
      return await Promise.race([promise, late])
    } finally {
      ending.abort()
      listeners.delete(look)
    }
  }
}

/** The globs that a server asked the client to watch. */
export function watchedBy(params: unknown): readonly unknown[] {
  return (params as RegistrationParams).registrations.flatMap(
    ({ registerOptions }) => (registerOptions as { watchers: readonly unknown[] }).watchers,
  )
}
