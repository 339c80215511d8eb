// Watches the files that matter to a workspace. The owner decides what to do about changes.

import { join } from 'node:path'
import type { FSWatcher } from 'chokidar'
import type { Watched } from './watched.ts'
import { openNamesWatching } from './watchNames.ts'

export type Watching = {
  /** Watches exactly this from now on; settles when all watches are active. Does nothing once closed. */
  look(watched: Watched): Promise<void>
  close(): Promise<void>
}

/** Longest wait for all watches to become active, in milliseconds. */
const READY_MS = 2000

/** Starts with nothing watched. `failed` is called once, with the reason why changes may be missed. */
export function openWatching(changed: () => void, failed: (error: Error) => void): Watching {
  let watcher: FSWatcher | undefined
  let now: Watched | undefined
  let complained = false
  let closed = false
  const folders = new Set<string>()
  const names = openNamesWatching((path) => {
    if (now?.matters(path) === true) changed()
  }, complain)

  return {
    async look(watched) {
      const { watch } = await import('chokidar')
      // A reload in progress when the workspace closes ends afterwards.
      if (closed) return
      // No `await` from here on: two concurrent calls must not start two watchers.
      now = watched
      names.look(watched.named)
      const added = watched.folders.filter((folder) => !folders.has(folder))
      const gone = [...folders].filter((folder) => !watched.folders.includes(folder))
      folders.clear()
      for (const folder of watched.folders) folders.add(folder)
      if (watcher !== undefined) {
        if (gone.length > 0) watcher.unwatch(gone)
        if (added.length > 0) watcher.add(added)
        return
      }
      watcher = start(watch, watched.folders)
      await ready(watcher)
    },
    async close() {
      closed = true
      names.close()
      await watcher?.close()
    },
  }

  function complain(error: Error): void {
    if (!complained) failed(error)
    complained = true
  }

  function start(watch: typeof import('chokidar').watch, paths: readonly string[]): FSWatcher {
    return (
      watch([...paths], {
        depth: 0,
        ignoreInitial: true,
        ignorePermissionErrors: true,
        atomic: false,
        ignored: (path) => now?.matters(path) === false,
      })
        .on('all', changed)
        // Of two saves within 50 ms, chokidar reports only the first.
        .on('raw', (_event, name, details) => {
          const { watchedPath: at } = details as { readonly watchedPath: string }
          if (now?.matters(folders.has(at) ? join(at, name) : at) === true) changed()
        })
        .on('error', (error) => complain(error as Error))
    )
  }
}

function ready(watcher: FSWatcher): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, READY_MS)
  watcher.once('ready', () => {
    clearTimeout(timer)
    resolve()
  })
  return promise
}
