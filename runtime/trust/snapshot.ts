// Reads all files of a hook, and hashes them together, so that exactly the hashed bytes can be run.

import { hash } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
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
  /** Computed over the names and contents of all files, and over where links lead. */
  readonly hash: string
  /** Sorted by path; a file reachable by several paths is listed once, and each link that leads to it by its own path. */
  readonly hashes: readonly FileHash[]
}

/** Reads a hook's files. If one is unreadable, returns its name instead of a snapshot. */
export function takeSnapshot(
  hook: Pick<Hook, 'path' | 'files'>,
  disk: Disk,
): Snapshot | { readonly unreadable: string } {
  const folder = dirname(realOf(hook.path))
  const base = dirname(hook.path)
  const realBase = realOf(base)
  const files = new Map<string, Buffer>()
  const hashes = new Map<string, string>()
  for (const path of hook.files) {
    const real = disk.real(path)
    const name = nameOf(failed(real) ? path : real)
    const stat = failed(real) ? real : disk.stat(real)
    const bytes = failed(stat) ? stat : stat.kind === 'file' ? disk.read(path, LARGEST) : { failed: 'EINVAL' }
    if (failed(bytes)) return { unreadable: name }
    files.set(path, bytes)
    hashes.set(name, hashOf(bytes))
    // A link may be turned to another of these files. Links above the hook's folder lead all files elsewhere, and none
    // to another.
    const named = nameOf(join(realBase, relative(base, path)))
    if (named !== name) hashes.set(named, hash('sha256', `-> ${name}`))
  }
  const sorted = [...hashes]
    .map(([path, content]) => ({ path, hash: content }))
    .sort((one, two) => (one.path < two.path ? -1 : 1))
  return { files, hashes: sorted, hash: hashOver(sorted) }

  function realOf(path: string): string {
    const real = disk.real(path)
    return failed(real) ? path : real
  }

  function nameOf(path: string): string {
    return relative(folder, path).replaceAll(sep, '/')
  }
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
