// Which files a client is asked to watch for us, and what it tells of files made, renamed and deleted in it.
// A client that cannot watch is not asked; then projects look again on their own.

import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type ServerCapabilities,
} from 'vscode-languageserver'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { ledgerFile } from '../runtime/trust/store.ts'
import { pathOf, uriOf } from './uris.ts'

/** Whether this client watches files for us. */
export function watches(client: ClientCapabilities): boolean {
  return client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
}

/** What an editor is asked to tell of its own file operations. */
export const fileOperations: NonNullable<ServerCapabilities['workspace']>['fileOperations'] = {
  didCreate: { filters: filters() },
  willRename: { filters: filters() },
  didRename: { filters: filters() },
  didDelete: { filters: filters() },
}

/** Hears of changes on the disk. `changed` gets absolute paths. */
export function hearChanges(connection: Connection, changed: (paths: readonly string[]) => void): void {
  const told = (uris: readonly string[]) => changed(uris.flatMap((uri) => pathOf(uri) ?? []))
  connection.onDidChangeWatchedFiles(({ changes }) => told(changes.map(({ uri }) => uri)))
  connection.workspace.onDidCreateFiles(({ files }) => told(files.map(({ uri }) => uri)))
  connection.workspace.onDidDeleteFiles(({ files }) => told(files.map(({ uri }) => uri)))
  connection.workspace.onDidRenameFiles(({ files }) =>
    told(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
  )
}

/** Asks the client to watch what hooks are made of. */
export async function watchFiles(
  connection: Connection,
  client: ClientCapabilities,
  home: { readonly path: string; readonly own: boolean },
): Promise<void> {
  if (!watches(client)) return
  const watchers: FileSystemWatcher[] = patterns().map((globPattern) => ({ globPattern }))
  if (client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true) {
    const baseUri = uriOf(home.path)
    for (const folder of hiddenFolders()) watchers.push({ globPattern: { baseUri, pattern: `${folder}/**` } })
    const ledger = ledgerFile(home.own ? home.path : undefined)
    watchers.push({ globPattern: { baseUri: uriOf(ledger.replace(/[^/\\]+$/, '')), pattern: 'trust.json' } })
  }
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
}

// The places of all dialects by their first folder, which may come or go as a whole.
function patterns(): readonly string[] {
  const hidden = `{${[...hiddenFolders(), '.hookbench'].join(',')}}`
  const shared = topFolders().filter((folder) => !folder.startsWith('.'))
  return [
    `**/${hidden}`,
    `**/${hidden}/**`,
    ...shared.flatMap((folder) => [`**/${folder}`, `**/${folder}/*`]),
    '**/secureyeoman.yaml',
    '**/*.payload.{json,jsonc}',
  ]
}

function hiddenFolders(): readonly string[] {
  return topFolders().filter((folder) => folder.startsWith('.'))
}

function topFolders(): readonly string[] {
  const places = Object.values<Dialect>(dialects).flatMap((dialect) => dialect.places)
  return [...new Set(places.map(({ folder }) => folder.split('/')[0] as string))]
}

function filters() {
  return patterns().map((glob) => ({ scheme: 'file', pattern: { glob } }))
}
