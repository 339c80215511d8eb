// What one client has open: its folders and texts, their projects, and the context that every feature uses. The
// lifecycle of the connection is in server.ts.

import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  type InitializeParams,
  LSPErrorCodes,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { openReading } from '../runtime/documents/thread/openReading.ts'
import type { OpenText } from '../runtime/project/texts.ts'
import { clientOptions } from './clientOptions.ts'
import { pulls } from './diagnostics.ts'
import type { ServerContext } from './feature.ts'
import { positionsOf } from './positions.ts'
import { openProjects, type Projects } from './projects.ts'
import { openPushing, type Pushing } from './pushing.ts'
import { openRefreshing } from './refreshing.ts'
import { openPartsRegistration } from './registeringParts.ts'
import type { ServerRuntime } from './runtime.ts'
import { pathOf, uriOf } from './uris.ts'
import { onDiskChanges, watches, watchFiles } from './watching.ts'
import { openPartsWatch } from './watchingParts.ts'

export type Session = {
  readonly context: ServerContext
  /** The capabilities announced to the client, for files registered later. */
  offers(capabilities: ServerCapabilities): void
  /** The client is initialized and accepts requests. */
  begin(): void
  edited(uri: string): void
  saved(uri: string): void
  closed(uri: string): void
  end(): void
}

export type SessionGround = {
  readonly version: string
  readonly runtime: ServerRuntime | undefined
  readonly home: string
  readonly ownHome: boolean
  readonly trusting: boolean
  readonly opened: ReadonlyMap<string, TextDocument>
}

/** Opens the session of a client. */
export function openSession(
  connection: Connection,
  params: InitializeParams,
  ground: SessionGround,
): Session {
  const { home, ownHome, trusting, opened } = ground
  const client = params.capabilities
  const options = clientOptions(params.initializationOptions)
  const reading = openReading()
  const projects: Projects = openProjects({
    home,
    ownHome,
    trusting,
    watched: watches(client),
    compiler: options.typescript === true,
    reading,
    texts: { get: (path) => textOf(opened.get(path)), paths: () => opened.keys() },
    onChange: () => refresh(),
    onLook: watchParts,
  })
  const partsWatch = openPartsWatch(connection, client)
  const registerParts = openPartsRegistration(connection, client, options)
  let offered: ServerCapabilities = {}
  const folders = foldersOf(params)
  for (const root of folders) projects.open(root)
  const refreshing = openRefreshing(connection, client)
  const context: ServerContext = {
    client,
    version: ground.version,
    runtime: ground.runtime,
    options,
    projects: projects.all,
    projectOf: (uri) => {
      const path = pathOf(uri)
      return path === undefined ? undefined : projects.of(path)
    },
    async placeOf(uri, token) {
      const path = pathOf(uri)
      const project = path === undefined ? undefined : projects.of(path)
      if (path === undefined || project === undefined) return undefined
      const view = await project.view(path)
      if (view === undefined || token?.isCancellationRequested === true) return undefined
      return { uri, project, view, positions: positionsOf(view) }
    },
    positions: positionsOf,
    pathOf,
    uriOf: (path) => opened.get(path)?.uri ?? uriOf(path),
    answers,
    completions: new EventEmitter(),
    say,
    refresh,
  }
  const pushing: Pushing | undefined = pulls(client) ? undefined : openPushing(connection, context)
  onDiskChanges(connection, changed)
  let ended = false

  return {
    context,
    offers(capabilities) {
      offered = capabilities
    },
    begin() {
      if (client.workspace?.workspaceFolders === true) followFolders()
      watchFiles(connection, client, { path: home, own: ownHome }).catch((error: unknown) =>
        say('warning', `files cannot be watched: ${(error as Error).message}`),
      )
    },
    edited(uri) {
      const path = pathOf(uri)
      if (path === undefined) return
      for (const project of projects.all()) project.edited(path)
      pushing?.changed(uri)
    },
    saved(uri) {
      const path = pathOf(uri)
      if (path !== undefined) changed([path])
    },
    closed(uri) {
      const path = pathOf(uri)
      if (path !== undefined) projects.closed(path)
      pushing?.closed(uri)
    },
    end() {
      ended = true
      pushing?.close()
      refreshing.close()
      projects.closeAll()
      reading.close()
    },
  }

  function changed(paths: readonly string[]): void {
    for (const project of projects.all()) project.changed(paths)
  }

  function refresh(): void {
    refreshing.soon()
    for (const { uri } of opened.values()) pushing?.changed(uri)
  }

  function watchParts(): void {
    const parts = projects.all().flatMap((one) => one.parts())
    partsWatch(parts).catch((error: unknown) =>
      say('warning', `scripts of hooks cannot be watched: ${(error as Error).message}`),
    )
    registerParts(parts, offered).catch((error: unknown) =>
      say('warning', `scripts of hooks are not checked: ${(error as Error).message}`),
    )
  }

  function followFolders(): void {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of removed) projects.close(pathOf(uri) ?? '')
      for (const { uri } of added) {
        const root = pathOf(uri)
        if (root !== undefined) projects.open(root)
      }
      refresh()
    })
  }

  function say(kind: 'error' | 'warning' | 'info', line: string): void {
    if (!ended) connection.console[kind === 'warning' ? 'warn' : kind](line)
  }

  function answers<P, R>(
    what: string,
    handler: (params: P, token: CancellationToken) => Promise<R> | R,
  ): (params: P, token: CancellationToken) => Promise<R> {
    return async (params, token) => {
      try {
        if (ended) throw new ResponseError(ErrorCodes.InvalidRequest, 'the server was told to shut down')
        // A token that was canceled before it is passed on never fires its event.
        if (!token.isCancellationRequested) {
          const answer = await handler(params, token)
          if (!token.isCancellationRequested) return answer
        }
      } catch (error) {
        if (error instanceof ResponseError) throw error
        if (!token.isCancellationRequested) {
          const fault = error instanceof Error ? error : new Error(String(error))
          say('error', `${what} failed: ${fault.stack}`)
          throw new ResponseError(ErrorCodes.InternalError, `${what} failed: ${fault.message}`)
        }
      }
      throw new ResponseError(LSPErrorCodes.RequestCancelled, `${what}: cancelled`)
    }
  }
}

function textOf(document: TextDocument | undefined): OpenText | undefined {
  return document === undefined ? undefined : { text: document.getText(), version: document.version }
}

// Older clients send one folder, the oldest as a path.
function foldersOf({ workspaceFolders, rootUri, rootPath }: InitializeParams): readonly string[] {
  const named = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri])
  if (named.length > 0) return named.flatMap((uri) => pathOf(uri) ?? [])
  return typeof rootPath === 'string' && rootPath !== '' ? [resolve(rootPath)] : []
}
