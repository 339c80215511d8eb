// Watches folders by the names that change in them. Unlike a file watcher, it never lists or reads a
// folder, so that frequent writes in it cost only a comparison of names.

import { type FSWatcher, watch } from 'node:fs'
import { basename, join } from 'node:path'

export type NamesWatching = {
  /** Watches exactly these existing folders from now on. */
  look(folders: readonly string[]): void
  close(): void
}

/** Starts with no folders. `onChange` receives absolute paths. */
export function openNamesWatching(
  onChange: (path: string) => void,
  failed: (error: Error) => void,
): NamesWatching {
  const open = new Map<string, FSWatcher>()
  return {
    look(folders) {
      for (const folder of open.keys()) if (!folders.includes(folder)) drop(folder)
      for (const folder of folders) if (!open.has(folder)) start(folder)
    },
    close() {
      for (const folder of [...open.keys()]) drop(folder)
    },
  }

  function start(folder: string): void {
    try {
      const watcher = watch(folder, (_event, name) => {
        // A deleted folder is reported under its own name; a new folder of that name needs a new watch.
        if (name === null || name === basename(folder)) {
          drop(folder)
          onChange(folder)
        }
        if (name !== null) onChange(join(folder, name))
      })
      watcher.on('error', (error) => {
        drop(folder)
        // A deleted folder is not an error.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error)
      })
      open.set(folder, watcher)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES') failed(error as Error)
    }
  }

  function drop(folder: string): void {
    open.get(folder)?.close()
    open.delete(folder)
  }
}
