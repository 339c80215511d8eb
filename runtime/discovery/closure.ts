// All local files a hook is made of: its own, then what it imports, then what those import.
// Where a name fits several files, all are listed: better to pin one too many than one too few.
// What cannot be followed is said, never passed over.

import { basename, dirname, resolve } from 'node:path'
import { MODULE_ENDINGS } from '../contract/endings.ts'
import { printable } from '../contract/printable.ts'
import type { Known } from './cache.ts'
import { type Disk, failed } from './disk.ts'
import type { Study } from './study.ts'

const MOST = 500

const ENDINGS = ['', ...MODULE_ENDINGS, '.py']
const INDEXES = [...MODULE_ENDINGS.map((ending) => `/index${ending}`), '/__init__.py']

export type Parts = {
  /** Of a file reached through a link both paths, since a loader may use either. */
  readonly files: readonly string[]
  /** Loads that could not be followed: where and what. */
  readonly unseen: readonly string[]
}

/** Lists what a hook is made of. */
export type Closure = (path: string, real: string, known: Known) => Promise<Parts>

/** A closure that asks the disk once about what several hooks import. */
export function closureOver(disk: Disk, study: Study): Closure {
  const parts = new Map<string, Promise<Part | undefined>>()
  const imported = new Map<string, Promise<readonly Part[]>>()
  return async (path, real, known) => {
    const own = path === real ? [path] : [path, real]
    if (known.document === null) return { files: own, unseen: [] }
    const unseen = new Set(known.document.opaque?.map(printable))
    const files = new Set(own)
    const queue: Loading[] = [{ path, real, imports: known.document.imports }]
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      for (const found of await importsOf(part)) {
        if (files.has(found.path)) continue
        if (files.size >= MOST)
          return {
            files: [...files],
            unseen: [...unseen, `more than ${MOST} files: the rest was not followed`],
          }
        const seen = files.has(found.real)
        files.add(found.path).add(found.real)
        if (seen) continue
        for (const load of found.opaque) unseen.add(printable(`${basename(found.path)} ${load}`))
        queue.push(found)
      }
    }
    return { files: [...files], unseen: [...unseen] }
  }

  // A shell resolves against the path it was called by, Node and Python against the real one.
  async function importsOf(part: Loading): Promise<readonly Part[]> {
    const folders = new Set([dirname(part.path), dirname(part.real)])
    const found = part.imports.map((written) =>
      [...folders].map((folder) => once(imported, folder, written, resolved)),
    )
    return (await Promise.all(found.flat())).flat()
  }

  async function resolved(folder: string, written: string): Promise<readonly Part[]> {
    const path = resolve(folder, written)
    const candidates = [...ENDINGS, ...INDEXES].map((ending) => once(parts, path, ending, partAt))
    return (await Promise.all(candidates)).filter((part) => part !== undefined)
  }

  function partAt(path: string, ending: string): Promise<Part | undefined> {
    return partOf(path + ending, disk, study)
  }
}

type Loading = { readonly path: string; readonly real: string; readonly imports: readonly string[] }
type Part = Loading & { readonly opaque: readonly string[] }

function once<T>(
  memory: Map<string, Promise<T>>,
  one: string,
  two: string,
  ask: (one: string, two: string) => Promise<T>,
): Promise<T> {
  const key = `${one}\0${two}`
  const before = memory.get(key)
  if (before !== undefined) return before
  const answer = ask(one, two)
  memory.set(key, answer)
  return answer
}

async function partOf(path: string, disk: Disk, study: Study): Promise<Part | undefined> {
  const stat = disk.stat(path)
  if (failed(stat) || stat.kind !== 'file') return undefined
  const found = disk.real(path)
  const real = failed(found) ? path : found
  if (path.endsWith('.json')) return { path, real, imports: [], opaque: [] }
  const known = await study(path, stat)
  const document = failed(known) ? null : known.document
  return { path, real, imports: document?.imports ?? [], opaque: document?.opaque ?? [] }
}
