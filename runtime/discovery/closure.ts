// All local files a hook is made of: its own, then what it imports, then what those import.
// Where a name fits several files, all are listed: better to pin one too many than one too few.

import { dirname, resolve } from 'node:path'
import type { Known } from './cache.ts'
import { type Disk, failed } from './disk.ts'
import type { Study } from './study.ts'

const MOST = 500

const ENDINGS = ['', '.ts', '.js', '.mjs', '.cjs', '.py', '.json']
const INDEXES = ['/index.ts', '/index.js', '/index.mjs', '/index.cjs', '/__init__.py']

/** Lists a hook's files; of a file reached through a link both paths, since a loader may use either. */
export type Closure = (path: string, real: string, known: Known) => Promise<readonly string[]>

/** A closure that asks the disk about each file once. */
export function closureOver(disk: Disk, study: Study): Closure {
  const asked = new Map<string, Promise<Part | undefined>>()
  const partAt = (path: string) => {
    const before = asked.get(path)
    if (before !== undefined) return before
    const part = partOf(path, disk, study)
    asked.set(path, part)
    return part
  }
  return async (path, real, known) => {
    const own = path === real ? [path] : [path, real]
    if (known.document === null || known.document.imports.length === 0) return own
    const files = new Set(own)
    const queue: Part[] = [{ path, real, imports: known.document.imports }]
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      for (const candidate of candidatesOf(part)) {
        if (files.has(candidate)) continue
        if (files.size >= MOST) return [...files]
        const found = await partAt(candidate)
        if (found === undefined) continue
        const seen = files.has(found.real)
        files.add(candidate).add(found.real)
        if (!seen) queue.push(found)
      }
    }
    return [...files]
  }
}

type Part = { readonly path: string; readonly real: string; readonly imports: readonly string[] }

async function partOf(path: string, disk: Disk, study: Study): Promise<Part | undefined> {
  const stat = disk.stat(path)
  if (failed(stat) || stat.kind !== 'file') return undefined
  const found = disk.real(path)
  const real = failed(found) ? path : found
  if (path.endsWith('.json')) return { path, real, imports: [] }
  const known = await study(path, stat)
  return { path, real, imports: failed(known) ? [] : (known.document?.imports ?? []) }
}

// A shell resolves against the path it was called by, Node and Python against the real one.
function candidatesOf(part: Part): readonly string[] {
  const folders = new Set([dirname(part.path), dirname(part.real)])
  return part.imports.flatMap((written) =>
    [...folders].flatMap((folder) => {
      const path = resolve(folder, written)
      return [...ENDINGS, ...INDEXES].map((ending) => path + ending)
    }),
  )
}
