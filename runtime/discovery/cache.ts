// Caches the documents read from files: from a file's stat to the hash of its content, from the hash to the document.
// A corrupt, foreign or unwritable cache costs time but changes no result; one cache serves one workspace.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import writeFileAtomic from 'write-file-atomic'
import { isObject } from '../contract/json.ts'
import type { HookDocument } from '../documents/document.ts'
import { MOST_DATA, readText, statOf } from '../files/read.ts'
import type { Stat } from './disk.ts'

/** What was read from the content of a file, independent of its path. */
export type KnownDocument = {
  /** Null if the file was not parsed: a compiled program, or a file without a shebang where only scripts count. */
  readonly document: HookDocument | null
  readonly shebang: string | null
  readonly native: boolean
}

export type Cache = {
  /** The document of a file whose stat is unchanged. `kind` identifies how it is read. */
  byStat(path: string, kind: string, stat: Stat): KnownDocument | undefined
  byContent(hash: string, kind: string): KnownDocument | undefined
  keep(path: string, kind: string, stat: Stat, hash: string, known: KnownDocument): void
  /** Writes changes to disk, and drops what was not requested since the last save. */
  save(): Promise<void>
  /** Numbers of hits by stat and by content, and of documents kept; for tests and benchmarks. */
  readonly counts: { byStat: number; byContent: number; kept: number }
}

const FORMAT = 1

// In milliseconds. A file that changed less than this ago may change again without a visible change of its times.
const SETTLED = 100

type FileEntry = { readonly stat: string; readonly hash: string }

/** A cache in memory, or, with `file`, one that is kept on disk. */
export function openCache(options: { readonly file?: string; readonly now?: () => number } = {}): Cache {
  const { file, now = Date.now } = options
  const loaded = file === undefined ? undefined : load(file)
  const files = new Map<string, FileEntry>(loaded?.files)
  const documents = new Map<string, KnownDocument>(loaded?.documents)
  const counts = { byStat: 0, byContent: 0, kept: 0 }
  let requested = new Set<string>()
  let used = new Set<string>()
  let changed = false
  return {
    counts,
    byStat(path, kind, stat) {
      const id = `${kind}\n${path}`
      requested.add(id)
      const entry = files.get(id)
      if (entry?.stat !== stat.key) return undefined
      const known = documents.get(`${kind}\n${entry.hash}`)
      if (known === undefined || !isKnown(known)) return undefined
      used.add(`${kind}\n${entry.hash}`)
      counts.byStat++
      return known
    },
    byContent(hash, kind) {
      const known = documents.get(`${kind}\n${hash}`)
      if (known === undefined || !isKnown(known)) return undefined
      counts.byContent++
      return known
    },
    keep(path, kind, stat, hash, known) {
      counts.kept++
      documents.set(`${kind}\n${hash}`, known)
      used.add(`${kind}\n${hash}`)
      requested.add(`${kind}\n${path}`)
      if (now() - stat.changed < SETTLED) return
      files.set(`${kind}\n${path}`, { stat: stat.key, hash })
      changed = true
    },
    async save() {
      const gone = [...files.keys()].filter((id) => !requested.has(id))
      for (const id of gone) files.delete(id)
      requested = new Set()
      for (const id of documents.keys()) if (!used.has(id)) documents.delete(id)
      used = new Set()
      if (file === undefined || (!changed && gone.length === 0)) return
      changed = false
      await store(file, { v: FORMAT, stamp: stamp(), files: [...files], documents: [...documents] })
    },
  }
}

/** The cache file of one workspace below the user's cache folder. */
export function cacheFile(folder: string, root: string, home: string): string {
  const name = createHash('sha256').update(`${root}\n${home}`).digest('hex').slice(0, 24)
  return join(folder, 'documents', `${name}.json`)
}

type Stored = {
  readonly v: number
  readonly stamp: string
  readonly files: readonly (readonly [string, FileEntry])[]
  readonly documents: readonly (readonly [string, KnownDocument])[]
}

function load(file: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(readText(file, MOST_DATA))
    return isStored(stored) && stored.v === FORMAT && stored.stamp === stamp() ? stored : undefined
  } catch {
    return undefined
  }
}

async function store(file: string, stored: Stored): Promise<void> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await writeFileAtomic(file, JSON.stringify(stored), { mode: 0o600, fsync: false })
  } catch {
    // Without a cache folder the next run reads again.
  }
}

function isStored(value: unknown): value is Stored {
  return (
    isObject(value) &&
    isPairs(value.files) &&
    isPairs(value.documents) &&
    value.files.every(([, entry]) => isObject(entry) && typeof entry.hash === 'string')
  )
}

function isPairs(value: unknown): value is readonly (readonly [string, unknown])[] {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && typeof pair[0] === 'string')
}

function isKnown(value: KnownDocument): boolean {
  if (!isObject(value)) return false
  const { document } = value
  if (document === null) return true
  return (
    isObject(document) &&
    [document.sites, document.imports, document.tools, document.problems].every(Array.isArray) &&
    typeof document.shape === 'string'
  )
}

let stamped: string | undefined

// Identifies the build of the readers that wrote the cache: if a reader has changed, old documents are invalid.
function stamp(): string {
  if (stamped !== undefined) return stamped
  const own = fileURLToPath(import.meta.url)
  const readers = join(dirname(own), '..', 'documents')
  const paths = own.endsWith('.ts') ? [own, ...filesBelow(readers)] : [own]
  stamped = createHash('sha256').update(paths.map(ageOf).join('\n')).digest('hex').slice(0, 24)
  return stamped
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

function ageOf(path: string): string {
  const found = statOf(path)
  return found === undefined ? path : `${path} ${found.size} ${found.mtimeMs}`
}
