// Disk access for discovery and trust: list, stat, read, real path. Failures are returned as values, never thrown.

import { readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { readBytes, readHead } from '../files/read.ts'

/** An operating system error, by its code (`ENOENT`, `EACCES`, `ELOOP` …). */
export type Failed = { readonly failed: string }

export type DirectoryEntry = {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

export type Stat = {
  readonly kind: 'file' | 'folder' | 'other'
  readonly size: number
  /** Permission bits. */
  readonly mode: number
  /** Equal keys mean equal content, unless the file was changed within the resolution of the clock. */
  readonly key: string
  /** Milliseconds since the epoch of the last change to content or metadata. */
  readonly changed: number
}

export type Disk = {
  list(folder: string): readonly DirectoryEntry[] | Failed
  /** Follows links. */
  stat(path: string): Stat | Failed
  /** The content of a regular file of at most `limit` bytes; `EFBIG` beyond it. */
  read(path: string, limit: number): Buffer | Failed
  /** The first bytes of a regular file of any size. */
  head(path: string, bytes: number): Buffer | Failed
  real(path: string): string | Failed
  /** Where a link points, as written. */
  target(path: string): string | Failed
}

/** True for the error of a call, false for its result. */
export function failed(value: unknown): value is Failed {
  return typeof value === 'object' && value !== null && 'failed' in value
}

/** The real disk. */
export const disk: Disk = {
  list: (folder) =>
    attempt(() =>
      readdirSync(folder, { withFileTypes: true }).map((one) => ({ name: one.name, kind: kindOf(one) })),
    ),
  stat,
  read: (path, limit) => attempt(() => readBytes(path, limit)),
  head: (path, bytes) => attempt(() => readHead(path, bytes)),
  real: (path) => attempt(() => realpathSync.native(path)),
  target: (path) => attempt(() => readlinkSync(path)),
}

const NOTHING: Failed = { failed: 'ENOENT' }

function stat(path: string): Stat | Failed {
  return attempt(() => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return NOTHING
    return {
      kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other',
      size: Number(found.size),
      mode: Number(found.mode) & 0o7777,
      key: `${found.size}.${found.mtimeNs}.${found.ctimeNs}.${found.ino}`,
      changed: Number(found.ctimeMs),
    }
  })
}

function kindOf(entry: {
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}

function attempt<T>(call: () => T): T | Failed {
  try {
    return call()
  } catch (error) {
    return { failed: (error as NodeJS.ErrnoException).code ?? 'EIO' }
  }
}
