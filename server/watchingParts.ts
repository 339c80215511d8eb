// Watches files that hooks use outside the places of hooks: scripts that entries run, imports, files of plugins. A
// lookup determines them, so the watches are registered again when they change.

import { basename, dirname } from 'node:path'
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
} from 'vscode-languageserver'
import { uriOf } from './uris.ts'
import { watches } from './watching.ts'

/** Most files watched: more are unlikely to be edited, and each costs the client a watch. */
const MOST_FILES = 500

/** Returns a function to call with all such files, whenever they may have changed. */
export function openPartsWatch(
  connection: Connection,
  client: ClientCapabilities,
): (files: readonly string[]) => Promise<void> {
  let watched = ''
  let registered: Promise<Disposable> | undefined
  const able = watches(client) && client.workspace?.didChangeWatchedFiles?.relativePatternSupport === true
  return async (files) => {
    const wanted = [...new Set(files)].sort().slice(0, MOST_FILES)
    if (!able || wanted.join('\n') === watched) return
    watched = wanted.join('\n')
    const before = registered
    const watchers = wanted.map((path) => ({
      globPattern: { baseUri: uriOf(dirname(path)), pattern: literal(basename(path)) },
    }))
    registered =
      watchers.length === 0
        ? undefined
        : connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
    await registered
    ;(await before)?.dispose()
  }
}

/** A pattern that matches exactly this name: glob characters are escaped. */
export function literal(name: string): string {
  return name.replaceAll(/[*?[\]{}]/g, '[$&]')
}
