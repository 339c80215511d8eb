// The language server: one connection with its open texts, projects and features. It answers from the files and runs
// nothing; a runtime is passed in. A feature that fails loses only its response, never the server.

import { homedir } from 'node:os'
import { resolve } from 'node:path'
import {
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { diagnostics } from './diagnostics.ts'
import type { Feature, ServerContext } from './feature.ts'
import { features } from './features.ts'
import type { ServerRuntime } from './runtime.ts'
import { openSession, type Session } from './session.ts'
import { pathOf } from './uris.ts'
import { fileOperations } from './watching.ts'

export type ServerOptions = {
  readonly version: string
  /** Replays hooks; without it, features that run hooks are not offered. */
  readonly runtime?: ServerRuntime
  /** The user's home folder; the operating system's by default. */
  readonly home?: string
  /** Trusts every hook of the open folders, for this process only. */
  readonly trusting?: boolean
  /** Replaces the feature table, for tests. */
  readonly features?: readonly Feature[]
}

/** Sets up the language server on a connection. The caller calls `listen` on it. */
export function openLanguageServer(connection: Connection, options: ServerOptions): void {
  const all = [diagnostics, ...(options.features ?? features)]
  const documents = new TextDocuments(TextDocument)
  const opened = new Map<string, TextDocument>()
  const { runtime, version } = options
  const home = resolve(options.home ?? homedir())
  let session: Session | undefined

  connection.onInitialize((params) => {
    session = start(params)
    return initialized(params, all, session.context)
  })
  connection.onInitialized(() => {
    session?.begin()
  })
  connection.onShutdown(async () => {
    session?.end()
    await runtime?.close()
  })
  documents.onDidOpen(({ document }) => note(document))
  documents.onDidChangeContent(({ document }) => {
    note(document)
    session?.edited(document.uri)
  })
  documents.onDidSave(({ document }) => session?.saved(document.uri))
  documents.onDidClose(({ document }) => {
    const path = pathOf(document.uri)
    if (path !== undefined && opened.get(path)?.uri === document.uri) opened.delete(path)
    session?.closed(document.uri)
  })
  documents.listen(connection)

  function note(document: TextDocument): void {
    const path = pathOf(document.uri)
    if (path !== undefined) opened.set(path, document)
  }

  function start(params: InitializeParams): Session {
    return openSession(connection, params, {
      version,
      runtime,
      home,
      ownHome: options.home !== undefined,
      trusting: options.trusting === true,
      opened,
    })
  }

  function initialized(
    params: InitializeParams,
    table: readonly Feature[],
    context: ServerContext,
  ): InitializeResult {
    const offered = table.map((feature) => feature.capabilities(params.capabilities, context))
    for (const feature of table) feature.register(connection, context)
    const capabilities = Object.assign({}, ...offered, basics(params.capabilities)) as ServerCapabilities
    session?.offers(capabilities)
    return {
      capabilities,
      serverInfo: { name: 'hookbench', version },
    }
  }
}

function basics(client: ClientCapabilities): ServerCapabilities {
  return {
    // The encoding that every client supports.
    ...(client.general?.positionEncodings === undefined ? {} : { positionEncoding: 'utf-16' }),
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      ...(client.workspace?.fileOperations === undefined || fileOperations === undefined
        ? {}
        : { fileOperations }),
    },
  }
}
