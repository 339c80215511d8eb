// The folder of recordings: its name, its files, which of them go when there are too many.
// Reads headers only; what is in a recording is for read.ts.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { didYouMean } from '../contract/suggest.ts'
import { readHead } from '../files/read.ts'
import type { RecordingHeader } from './format.ts'
import { parseHeader } from './header.ts'
import { isHeld } from './held.ts'

export type RecordingInfo = {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Milliseconds since the epoch of the last write. */
  readonly changedAt: number
  /** Absent when the file is no recording; `problem` says why. */
  readonly header?: RecordingHeader
  readonly problem?: string
}

/** Where the recordings of a workspace are. */
export function recordingsFolder(root: string): string {
  return join(root, '.hookbench', 'recordings')
}

/** Makes the folder, for its owner only and never for version control. */
export function makeRecordingsFolder(folder: string): void {
  makeFolder(folder, 0o700)
  const ignore = join(folder, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
}

/** Makes a folder and those above it; the error says what the disk really refused. */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Node says so of a read-only disk too; making the first missing folder alone tells the reason.
    let first = folder
    while (!existsSync(dirname(first))) first = dirname(first)
    mkdirSync(first)
    throw error
  }
}

/** A file name from the time and the session, safe on every system. */
export function recordingName(startedAt: Date, session: string): string {
  const time = startedAt.toISOString().replaceAll(/[:.]/g, '-')
  const words = session
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/^[._]+|[._]+$/g, '')
    .slice(0, 48)
  return `${time}-${words === '' ? 'session' : words}.ndjson`
}

/** The recordings of a folder, newest first. */
export function listRecordings(folder: string): readonly RecordingInfo[] {
  return namesIn(folder)
    .flatMap((name) => infoOf(join(folder, name)))
    .sort(newestFirst)
}

/** The one recording that `text` means: a path, a name, the beginning of a name, a session, or `latest`. */
export function findRecording(
  folder: string,
  text: string,
  from: string = process.cwd(),
): { readonly path: string } | { readonly problem: string } {
  const asPath = resolve(from, text)
  if (statSync(asPath, { throwIfNoEntry: false })?.isFile()) return { path: asPath }
  const all = listRecordings(folder)
  const [newest] = all
  if (newest === undefined) return { problem: `no recording "${text}": ${folder} has none yet` }
  if (text === 'latest') return { path: newest.path }
  const hits = all.filter(
    ({ name, header }) =>
      name === text || name.startsWith(text) || stem(name) === text || header?.session === text,
  )
  const [hit, second] = hits
  if (hit === undefined) {
    return {
      problem: `no recording "${text}".${didYouMean(
        text,
        all.map(({ name }) => name),
      )} \`hookbench recordings list\` shows all`,
    }
  }
  if (second === undefined || hit.name === text) return { path: hit.path }
  return {
    problem: `"${text}" could be ${hits.map(({ name }) => name).join(' or ')}; write more of the name`,
  }
}

/** Deletes all but the `keep` newest recordings and says which went; one that is in use is never deleted. */
export function pruneRecordings(folder: string, keep: number): readonly string[] {
  const old = namesIn(folder)
    .flatMap((name) => {
      const stat = statSync(join(folder, name), { throwIfNoEntry: false })
      return stat === undefined ? [] : [{ name, changedAt: stat.mtimeMs }]
    })
    .sort(newestFirst)
    .slice(Math.max(0, keep))
    .map(({ name }) => name)
    .filter((name) => !isHeld(join(folder, name)))
  for (const name of old) rmSync(join(folder, name), { force: true })
  return old
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.ndjson') && !name.startsWith('.'))
}

function infoOf(path: string): readonly RecordingInfo[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return []
  const about = { name: basename(path), path, bytes: stat.size, changedAt: stat.mtimeMs }
  try {
    return [{ ...about, header: parseHeader(firstLine(path), path) }]
  } catch (error) {
    return [{ ...about, problem: (error as Error).message }]
  }
}

function firstLine(path: string): string {
  return readHead(path, 16_384).toString('utf8').split('\n', 1)[0] ?? ''
}

function newestFirst(
  one: { readonly name: string; readonly changedAt: number },
  two: { readonly name: string; readonly changedAt: number },
): number {
  return two.changedAt - one.changedAt || (one.name < two.name ? 1 : -1)
}

function stem(name: string): string {
  return name.replace(/\.ndjson$/, '')
}
