// The ledger file: read and written as a whole, under a lock, so that concurrent writers do not lose changes.
// Only the format of entries is defined here; decide.ts defines their meaning.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Type, { type Static } from 'typebox'
import writeFileAtomic from 'write-file-atomic'
import { mismatchText } from '../contract/validate.ts'
import { userFolders } from '../discovery/folders.ts'
import { isAbsent, MOST_TEXT, readText, whyUnreadable } from '../files/read.ts'

const ExactEntry = Type.Object({
  path: Type.String(),
  mode: Type.Literal('exact'),
  hash: Type.String(),
  files: Type.Array(Type.Object({ path: Type.String(), hash: Type.String() })),
})

const EditsEntry = Type.Object({ root: Type.String(), mode: Type.Literal('edits') })

/** One entry of a host's configuration. Contains neither host nor id, because several hosts may read one entry. */
const ConfiguredEntry = Type.Object({
  mode: Type.Literal('entry'),
  file: Type.String(),
  event: Type.String(),
  entry: Type.String(),
  hash: Type.String(),
  files: Type.Array(Type.Object({ path: Type.String(), hash: Type.String() })),
})

const LedgerRow = Type.Union([ExactEntry, EditsEntry, ConfiguredEntry])

const LedgerFile = Type.Object({
  v: Type.Union([Type.Literal(1), Type.Literal(2)]),
  entries: Type.Array(Type.Unknown()),
})

export type TrustEntry = Static<typeof LedgerRow>

export type Stored =
  | {
      readonly entries: readonly TrustEntry[]
      /** Rows unknown to this version; they are ignored, and kept when writing. */
      readonly foreign: readonly unknown[]
    }
  | { readonly unusable: string }

/** The path of the ledger: `HOOKBENCH_TRUST`, or a file in the user's data folder. */
export function ledgerFile(home?: string, env: NodeJS.ProcessEnv = process.env): string {
  const named = env.HOOKBENCH_TRUST
  return named === undefined || named === ''
    ? join(userFolders(home, env).data, 'trust.json')
    : resolve(named)
}

/** Reads the ledger. A missing file counts as empty; an unreadable one is unusable, not empty. */
export function readEntries(file: string): Stored {
  let text: string
  try {
    const shared = sharedWith(file)
    if (shared !== undefined) return unusable(file, shared)
    text = readText(file)
  } catch (error) {
    return isAbsent(error)
      ? { entries: [], foreign: [] }
      : unusable(file, `cannot be read: ${whyUnreadable(error)}`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unusable(file, 'is not JSON; move it away and trust your hooks again')
  }
  const wrong = mismatchText(LedgerFile, value)
  if (wrong === undefined) {
    const rows = (value as Static<typeof LedgerFile>).entries
    const isKnown = (row: unknown): row is TrustEntry => mismatchText(LedgerRow, row) === undefined
    return { entries: rows.filter(isKnown), foreign: rows.filter((row) => !isKnown(row)) }
  }
  const newer =
    typeof value === 'object' && value !== null && 'v' in value && typeof value.v === 'number' && value.v > 2
  return unusable(
    file,
    newer
      ? 'was written by a newer Hookbench; use that one'
      : `is not a trust ledger (${wrong}); move it away and trust your hooks again`,
  )
}

// A user who can write or replace the file could trust any code. If the
// file is a link, its target's folder counts, too.
function sharedWith(file: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const folder = otherWriter(dirname(file))
  if (folder !== undefined) return inFolder(dirname(file), folder)
  const real = realpathSync(file)
  const behind = otherWriter(dirname(real))
  if (behind !== undefined) return inFolder(dirname(real), behind)
  const who = otherWriter(real)
  return who === undefined
    ? undefined
    : `may be written by ${who}; look at what it trusts, then make it writable only by you (\`chmod 600\`)`
}

function inFolder(folder: string, who: string): string {
  return `is in ${folder}, where ${who} may replace it; move it, or make that folder writable only by you (\`chmod 700\`)`
}

function otherWriter(path: string): string | undefined {
  const { uid, mode } = statSync(path)
  if (uid !== process.geteuid?.() && uid !== 0) return `its owner (user ${uid})`
  if ((mode & 0o002) !== 0) return 'anyone'
  return (mode & 0o020) === 0 ? undefined : 'its group'
}

/** Changes the ledger under its lock, based on the current content of the file. */
export async function changeEntries(
  file: string,
  change: (entries: readonly TrustEntry[]) => readonly TrustEntry[],
): Promise<Stored> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const lock = `${file}.lock`
    if (!(await acquire(lock))) {
      return { unusable: `Another process holds ${lock}; remove that file if none is running.` }
    }
    try {
      const before = readEntries(file)
      if ('unusable' in before) return before
      const entries = change(before.entries)
      const { foreign } = before
      const text = JSON.stringify({ v: 2, entries: [...entries, ...foreign] }, null, 2)
      // A longer one could not be read back, and so would trust nothing.
      if (Buffer.byteLength(text) >= MOST_TEXT) return { unusable: tooLong(file) }
      await writeFileAtomic(file, `${text}\n`, { mode: 0o600 })
      return { entries, foreign }
    } finally {
      rmSync(lock, { force: true })
    }
  } catch (error) {
    return { unusable: `The trust ledger ${file} cannot be written: ${(error as Error).message}.` }
  }
}

function tooLong(file: string): string {
  return `The trust ledger ${file} would be larger than ${MOST_TEXT / 1024 / 1024} MiB, so nothing was trusted. Trust single hooks, or the folder (\`hookbench trust --edits\`).`
}

const PATIENCE = 10_000
// A lock is held for milliseconds; one this old, in milliseconds, belongs to a process that was killed.
const STALE = 5_000

async function acquire(lock: string): Promise<boolean> {
  for (const until = Date.now() + PATIENCE; Date.now() < until; await sleep(5 + Math.random() * 20)) {
    try {
      closeSync(openSync(lock, 'wx', 0o600))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const held = statSync(lock, { throwIfNoEntry: false })
    if (held !== undefined && isStale(held)) removeStale(lock)
  }
  return false
}

// The clock may have been set back since, so a time in the future counts as far away as one in the past.
function isStale({ mtimeMs }: Stats): boolean {
  return Math.abs(Date.now() - mtimeMs) > STALE
}

// Renamed before it is removed, so that of two processes that find the same stale lock only one removes it: for the
// other, there is nothing to rename, or a new lock, which it puts back.
function removeStale(lock: string): void {
  const aside = `${lock}.${randomUUID()}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (isAbsent(error)) return
    throw error
  }
  if (!isStale(statSync(aside))) {
    try {
      linkSync(aside, lock)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  rmSync(aside, { force: true })
}

function unusable(file: string, why: string): Stored {
  return { unusable: `The trust ledger ${file} ${why}. It trusts nothing.` }
}
