// The folder of recordings: file names, listing, lookup, and pruning of old
// recordings. Reads headers only; read.ts reads the events.

import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { didYouMean } from '../contract/suggest.ts'
import { readHead, statOf } from '../files/read.ts'
import { checkInside, deleteFile } from '../files/write.ts'
import type { RecordingHeader } from './format.ts'
import { parseHeader } from './header.ts'
import { isInUse } from './inUse.ts'

export type RecordingInfo = {
  readonly name: string
  readonly path: string
  readonly bytes: number
  /** Time of the last write, in milliseconds since the epoch. */
  readonly changedAt: number
  /** Absent if the file is not a recording; `problem` then gives the reason. */
  readonly header?: RecordingHeader
  readonly problem?: string
}

/** The recordings folder of a workspace. */
export function recordingsFolder(root: string): string {
  return join(root, '.hookbench', 'recordings')
}

/** A file name made from the time and the session, valid on every platform. */
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

/** The recording identified by `text`: a path, a name, the start of a name, a session, or `latest`. */
export function findRecording(
  folder: string,
  text: string,
  from: string = process.cwd(),
): { readonly path: string } | { readonly problem: string } {
  // No system opens a longer path, and the answer would repeat it.
  if (text.length > LONGEST_PATH) return { problem: `no recording has a name of ${text.length} characters` }
  const asPath = resolve(from, text)
  const found = statOf(asPath)
  // Non-files are refused when read. A bare name that is not a file may still be a session.
  if (found?.isFile() || (found !== undefined && basename(text) !== text)) return { path: asPath }
  const all = listRecordings(folder)
  const [newest] = all
  if (newest === undefined) return { problem: `no recording "${text}": ${folder} has none yet` }
  if (text === 'latest') return { path: (all.find(({ header }) => header !== undefined) ?? newest).path }
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

const LONGEST_PATH = 4096

/**
 * Deletes all but the `keep` newest recordings of a workspace and returns the deleted names. Recordings
 * in use, and files without a recording header, are never deleted.
 */
export function pruneRecordings(root: string, folder: string, keep: number): readonly string[] {
  if (!existsSync(folder)) return []
  checkInside(root, folder)
  const old = listRecordings(folder)
    .filter(({ header, path }) => header !== undefined && isOwnFile(path))
    .slice(Math.max(0, keep))
    .filter(({ path }) => !isInUse(path))
  for (const { path } of old) deleteFile(root, path)
  return old.map(({ name }) => name)
}

// Another process may have deleted it meanwhile.
function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => name.endsWith('.ndjson') && !name.startsWith('.'))
}

function infoOf(path: string): readonly RecordingInfo[] {
  const stat = statOf(path)
  if (stat === undefined || stat.isDirectory()) return []
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
