// Reads all files of a hook, and hashes them together, so that exactly the hashed bytes can be run.

import { hash } from 'node:crypto'
import { dirname, relative, sep } from 'node:path'
import type { Hook } from '../contract/hook.ts'
import { type Disk, failed } from '../discovery/disk.ts'

/** Limit of a hook's file size in bytes. */
const LARGEST = 256 * 1024 * 1024

export type FileHash = {
  /** Relative to the folder of the hook's own file, with forward slashes. */
  readonly path: string
  readonly hash: string
}

export type Snapshot = {
  /** The path, as in `hook.files` -> the bytes that were hashed. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Computed over the names and contents of all files. */
  readonly hash: string
  /** Sorted by path; a file reachable by several paths is listed once. */
  readonly hashes: readonly FileHash[]
}

/** Reads a hook's files. If one is unreadable, returns its name instead of a snapshot. */
export function takeSnapshot(
  hook: Pick<Hook, 'path' | 'files'>,
  disk: Disk,
): Snapshot | { readonly unreadable: string } {
  const own = disk.real(hook.path)
  const folder = dirname(failed(own) ? hook.path : own)
  const files = new Map<string, Buffer>()
  const hashes = new Map<string, string>()
  for (const path of hook.files) {
    const real = disk.real(path)
    const name = relative(folder, failed(real) ? path : real).replaceAll(sep, '/')
    const stat = failed(real) ? real : disk.stat(real)
    const bytes = failed(stat) ? stat : stat.kind === 'file' ? disk.read(path, LARGEST) : { failed: 'EINVAL' }
    if (failed(bytes)) return { unreadable: name }
    files.set(path, bytes)
    hashes.set(name, hashOf(bytes))
  }
  const sorted = [...hashes]
    .map(([path, content]) => ({ path, hash: content }))
    .sort((one, two) => (one.path < two.path ? -1 : 1))
  return { files, hashes: sorted, hash: hashOver(sorted) }
}

// Cached, because many hooks may share a file.
function hashOf(bytes: Buffer): string {
  const known = HASHES.get(bytes) ?? hash('sha256', bytes)
  HASHES.set(bytes, known)
  return known
}

const HASHES = new WeakMap<Buffer, string>()

function hashOver(files: readonly FileHash[]): string {
  return hash('sha256', JSON.stringify(files.map((one) => [one.path, one.hash])))
}
