// Reads a file as a document: from the cache if nothing changed, otherwise with the reader of its language.

import { hash } from 'node:crypto'
import { extname } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DocumentInput, HookDocument } from '../documents/document.ts'
import type { Cache, KnownDocument } from './cache.ts'
import { type Disk, type Failed, failed, type Stat } from './disk.ts'

/** The largest text that is read as a hook file, in bytes. */
export const LARGEST = 2 * 1024 * 1024

export type DocumentReader = (input: DocumentInput) => Promise<HookDocument>

export type CachedReadOptions = {
  /** A file that does not begin with a shebang is not parsed. */
  readonly scriptOnly?: boolean
  /** The program that runs it, or `itself`, as in `DocumentInput`. */
  readonly runBy?: string | undefined
}

/** Reads a file as a document. */
export type CachedRead = (
  path: string,
  stat: Stat,
  options?: CachedReadOptions,
) => Promise<KnownDocument | Failed>

/** How files that entries run are read, whatever their host: as scripts, for what they load. They name no events. */
export const RUN_BY_ENTRIES = { id: 'entry', exports: 'executable', events: {} } as const

/** A reader for files of one dialect, or for those that entries run, that uses a cache. */
export function cachedReadFor(
  dialect: Pick<Dialect, 'id' | 'exports' | 'events'> | typeof RUN_BY_ENTRIES,
  disk: Disk,
  cache: Cache,
  read: DocumentReader,
): CachedRead {
  const events = Object.keys(dialect.events)
  const contract = `${dialect.id} ${dialect.exports} ${hash('sha256', events.join('\n')).slice(0, 12)}`
  return async (path, stat, { scriptOnly = false, runBy: given } = {}) => {
    // On Windows the ending of a file decides what starts it.
    const runBy = given === 'itself' && process.platform === 'win32' ? undefined : given
    if (stat.size > LARGEST) return large(path, runBy, disk)
    const kind = `${contract}${extname(path).toLowerCase()}${scriptOnly ? ' script' : ''} ${runBy ?? ''}`
    const same = cache.byStat(path, kind, stat)
    if (same !== undefined) return placed(same, path)
    const bytes = disk.read(path, LARGEST)
    if (failed(bytes)) return bytes
    const content = hash('sha256', bytes)
    const known = cache.byContent(content, kind) ?? (await look(bytes, path, scriptOnly, runBy))
    if (failed(known)) return known
    cache.keep(path, kind, stat, content, known)
    return placed(known, path)
  }

  async function look(
    bytes: Buffer,
    path: string,
    scriptOnly: boolean,
    runBy: string | undefined,
  ): Promise<KnownDocument | Failed> {
    if (isNative(bytes, runBy)) return NATIVE
    const shebang = shebangOf(bytes)
    if (scriptOnly && shebang === null) return { document: null, shebang, native: false }
    try {
      const text = bytes.toString('utf8')
      const document = await read({ path, text, exports: dialect.exports, events, ...defined({ runBy }) })
      return { document, shebang, native: false }
    } catch (error) {
      // A text that breaks a parser (nested beyond its stack, for example) must not affect the other hooks.
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
}

const NATIVE: KnownDocument = { document: null, shebang: null, native: true }

// ELF, and Mach-O in its variants.
const MAGIC = [0x7f454c46, 0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe]

/** A compiled program has a zero byte within so many bytes, before the first end of a line. */
const HEAD = 16

// An interpreter that is given such a file runs it as a script whatever its first bytes are, and so does a shell with
// one that the system cannot start, unless the first line has a zero byte.
function isNative(bytes: Buffer, runBy: string | undefined): boolean {
  if (runBy !== undefined && runBy !== 'itself') return false
  if (bytes.length < 4 || !MAGIC.includes(bytes.readUInt32BE(0))) return false
  const head = bytes.subarray(0, HEAD)
  const line = head.indexOf(0x0a)
  const zero = head.indexOf(0)
  return zero !== -1 && (line === -1 || zero < line)
}

// A compiled program is often larger than the limit, which is for text only.
function large(path: string, runBy: string | undefined, disk: Disk): KnownDocument | Failed {
  const head = disk.head(path, HEAD)
  if (failed(head)) return head
  return isNative(head, runBy) ? NATIVE : { failed: 'EFBIG' }
}

/** The first line of a script, with its carriage return if it has one; null when it has no shebang. */
function shebangOf(bytes: Buffer): string | null {
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return null
  const end = bytes.subarray(0, 4096).indexOf(0x0a)
  return bytes.subarray(0, end === -1 ? 4096 : end).toString('utf8')
}

// The same content may be at several paths: its document is kept once, and gets the path that was requested.
function placed(known: KnownDocument, path: string): KnownDocument {
  const { document } = known
  if (document === null || document.path === path) return known
  const problems = document.problems.map((one) => ({ ...one, path }))
  return { ...known, document: { ...document, path, problems } }
}
