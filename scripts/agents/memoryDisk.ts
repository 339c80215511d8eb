// An in-memory `Disk` that contains only the files of one case. Never accesses the real file system.

import { posix } from 'node:path'
import type { DirectoryEntry, Disk, Stat } from '../../runtime/discovery/disk.ts'

const GONE = { failed: 'ENOENT' } as const

/** A disk with these files, keyed by absolute path. */
export function memoryDisk(files: ReadonlyMap<string, string>): Disk {
  const folders = new Set<string>(['/'])
  for (const path of files.keys())
    for (let at = posix.dirname(path); !folders.has(at); at = posix.dirname(at)) folders.add(at)

  return {
    list(folder) {
      if (!folders.has(folder)) return GONE
      const inside = (path: string) => path !== folder && posix.dirname(path) === folder
      return [
        ...[...files.keys()]
          .filter(inside)
          .map((path): DirectoryEntry => ({ name: posix.basename(path), kind: 'file' })),
        ...[...folders]
          .filter(inside)
          .map((path): DirectoryEntry => ({ name: posix.basename(path), kind: 'folder' })),
      ]
    },
    stat,
    read(path, limit) {
      const text = files.get(path)
      if (text === undefined) return GONE
      const bytes = Buffer.from(text)
      return bytes.length > limit ? { failed: 'EFBIG' } : bytes
    },
    head: (path, bytes) => {
      const text = files.get(path)
      return text === undefined ? GONE : Buffer.from(text).subarray(0, bytes)
    },
    real: (path) => (files.has(path) || folders.has(path) ? path : GONE),
    target: () => ({ failed: 'EINVAL' }),
  }

  function stat(path: string): Stat | typeof GONE {
    const text = files.get(path)
    if (text === undefined && !folders.has(path)) return GONE
    const kind = text === undefined ? 'folder' : 'file'
    return { kind, size: text?.length ?? 0, mode: 0o755, key: path, changed: 0 }
  }
}
