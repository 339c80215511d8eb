// Watches the files that hooks are made of and that stand in no place of hooks: the scripts that entries run, what hooks
// import, the files of plugins. Which they are a look tells, so a client is asked anew when they change.

import { basename, dirname } from 'node:path'
import {
  type ClientCapabilities,
  type Connection,
  DidChangeWatchedFilesNotification,
  type Disposable,
} from 'vscode-languageserver'
import { uriOf } from './uris.ts'
import { watches } from './watching.ts'

/** More than these nobody edits, and each costs the client a watch. */
const MOST_FILES = 500

/** Follows the files; to be called with all of them, as often as they may have changed. */
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

/** A pattern of this name alone: signs that mean something in a pattern stand for themselves. */
export function literal(name: string): string {
  return name.replaceAll(/[*?[\]{}]/g, '[$&]')
}
