// The files that the client is asked to watch, and its notifications of created, renamed and deleted files. Clients
// without watch support are not asked; projects then rescan by themselves.

import { basename, dirname, join } from 'node:path'
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
  type ServerCapabilities,
} from 'vscode-languageserver'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { filesBelow, hostPlaces } from '../runtime/discovery/hostPlaces.ts'
import { ledgerFile } from '../runtime/trust/store.ts'
import { pathOf, uriOf } from './uris.ts'

/** Whether this client can watch files. */
export function watches(client: ClientCapabilities): boolean {
  return client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true
}

/** The file operations of the editor to be notified of. */
export const fileOperations: NonNullable<ServerCapabilities['workspace']>['fileOperations'] = {
  didCreate: { filters: filters() },
  // Scripts that entries run may be anywhere, and a folder may contain some.
  willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] },
  didRename: { filters: filters() },
  didDelete: { filters: filters() },
}

/** Subscribes to changes on disk. `changed` gets absolute paths. */
export function onDiskChanges(connection: Connection, changed: (paths: readonly string[]) => void): void {
  const notify = (uris: readonly string[]) => changed(uris.flatMap((uri) => pathOf(uri) ?? []))
  connection.onDidChangeWatchedFiles(({ changes }) => notify(changes.map(({ uri }) => uri)))
  connection.workspace.onDidCreateFiles(({ files }) => notify(files.map(({ uri }) => uri)))
  connection.workspace.onDidDeleteFiles(({ files }) => notify(files.map(({ uri }) => uri)))
  connection.workspace.onDidRenameFiles(({ files }) =>
    notify(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
  )
}

/** Asks the client to watch all files that hooks consist of, in any workspace folder. */
export async function watchFiles(
  connection: Connection,
  client: ClientCapabilities,
  home: WatchedHome,
): Promise<void> {
  if (!watches(client)) return
  const relative = client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true
  const watchers: FileSystemWatcher[] = [
    ...patterns().map((globPattern) => ({ globPattern })),
    ...(relative ? beyondFolders(home) : []),
  ]
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
}

export type WatchedHome = { readonly path: string; readonly own: boolean }

// The places of all dialects by their top folder, which may appear or vanish as a whole; of hosts' folders, only the
// files they read and the folders above those, because everything else there belongs to the host.
function patterns(): readonly string[] {
  const hidden = `{${[...hiddenFolders(), '.hookbench'].join(',')}}`
  const shared = topFolders().filter((folder) => !folder.startsWith('.'))
  return [
    `**/${hidden}`,
    `**/${hidden}/**`,
    ...shared.flatMap((folder) => [`**/${folder}`, `**/${folder}/*`]),
    '**/secureyeoman.yaml',
    '**/*.payload.{json,jsonc}',
    ...hostPatterns(),
  ]
}

function hostPatterns(): readonly string[] {
  const inFolders = hostPlaces().filter(
    ({ place }) => place.base === 'workspace' || place.base === 'repository',
  )
  const paths = inFolders.map(({ place }) => place.path)
  const above = paths.flatMap((path) => {
    const steps = path.split('/')
    const wild = steps.findIndex((step) => step.includes('*'))
    // A wildcard segment matches any folder, each of which may appear or vanish.
    const fixed = steps.slice(0, wild === -1 ? -1 : steps[wild] === '*' ? wild + 1 : wild)
    return fixed.map((_, at) => fixed.slice(0, at + 1).join('/'))
  })
  return [...new Set([...above, ...paths])].map((path) => `**/${path}`)
}

// Places in the home folder or of the system are watched from the nearest folder: a client watches everything below the
// base of a pattern that contains a folder.
function beyondFolders({ path: home, own }: WatchedHome): readonly FileSystemWatcher[] {
  const ledger = ledgerFile(own ? home : undefined)
  const ground = { root: home, home, environment: process.env }
  const ofHosts = hostPlaces()
    .filter(({ place }) => place.base === 'home' || place.base === 'system')
    .flatMap(({ place }) => filesBelow(place, ground))
  const all = [
    ...hiddenFolders().map((folder) => ({ folder: join(home, folder), pattern: '**' })),
    ...ofHosts,
    { folder: dirname(ledger), pattern: basename(ledger) },
  ]
  return all.map(({ folder, pattern }) => ({ globPattern: { baseUri: uriOf(folder), pattern } }))
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
