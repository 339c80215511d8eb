// Listens to folders by the names that change in them. Unlike a watcher of files it never lists a folder and looks at
// nothing in it, so that what is written there all the time costs a comparison of names.

import { type FSWatcher, watch } from 'node:fs'
import { basename, join } from 'node:path'

export type NamesWatching = {
  /** Listens to exactly these existing folders from now on. */
  look(folders: readonly string[]): void
  close(): void
}

/** Starts with none. `onChange` gets absolute paths. */
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
        // Of its own end a folder is told by its own name; one that comes again is another one.
        if (name === null || name === basename(folder)) {
          drop(folder)
          onChange(folder)
        }
        if (name !== null) onChange(join(folder, name))
      })
      watcher.on('error', (error) => {
        drop(folder)
        // What is gone is no fault.
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
