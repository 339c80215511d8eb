// Finds and reads the configuration files of a host on this disk: those at its places, with patterns expanded, and
// those that they lead to. Reads only files that the host reads, by name or by pattern; no others in their folders.

import { join } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { JsonPath } from '../contract/entry.ts'
import type { ConfigurationFile, ConfigurationPlace, Host } from '../contract/host.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { type Configuration, readConfiguration } from '../documents/configuration.ts'
import { type DirectoryEntry, type Disk, failed } from './disk.ts'
import { fitsStep, type HostGround, type Start, startsOf } from './hostPlaces.ts'
import { byCodeUnits, type Surroundings, shown } from './places.ts'
import { isTooLong } from './steppedPath.ts'

/** The largest configuration file that is read, in bytes. */
const LARGEST_CONFIGURATION = 2 * 1024 * 1024

/** Limits of one pattern: folders that a `**` adds, and folder listings in all. */
const MOST_FOLDERS = 1000
const MOST_LOOKS = 4 * MOST_FOLDERS
/** Most duplicate keys of a file that are reported. */
const MOST_REPEATED = 1000

export type FoundConfiguration = ConfigurationFile & {
  readonly real: string
  readonly text: string
  readonly read: Configuration
}

export type ConfigurationGround = HostGround & {
  /** The host's command-line arguments. */
  readonly flags?: readonly string[]
}

export type ConfigurationFiles = {
  readonly files: readonly FoundConfiguration[]
  /** The places that the files lead to, whether or not a file is there. */
  readonly further: readonly ConfigurationPlace[]
  readonly problems: readonly Problem[]
}

/** All configuration files of a host, in the order of its places. */
export async function configurationFiles(
  dialect: Dialect,
  host: Host,
  ground: ConfigurationGround,
  disk: Disk,
): Promise<ConfigurationFiles> {
  const files: FoundConfiguration[] = []
  const further: ConfigurationPlace[] = []
  const problems: Problem[] = []
  const seen = new Set<string>()
  let places: readonly ConfigurationPlace[] = [...host.places, ...(host.given?.(ground.flags ?? []) ?? [])]
  while (places.length > 0) {
    for (const place of places)
      for (const path of pathsOf(place, ground, disk)) {
        if (place.text !== undefined) {
          await take(place, path, path, place.text)
          continue
        }
        const real = disk.real(path)
        if (failed(real)) {
          if (real.failed === 'ENOENT' || real.failed === 'ENOTDIR') continue
          problems.push(unreadable(dialect, path, real.failed, ground))
          continue
        }
        // If the workspace is the home folder, one file is at two places, and a plugin may be named twice. A manifest
        // that is read as an index may be the plugin's own file as well.
        const key = place.index === true ? `index ${real}` : real
        if (seen.has(key) || seen.has(real)) continue
        seen.add(key)
        const bytes = disk.read(path, LARGEST_CONFIGURATION)
        if (failed(bytes)) {
          problems.push(unreadable(dialect, path, bytes.failed, ground))
          continue
        }
        await take(place, path, real, bytes.toString('utf8'), linkError(place, disk.target(path)))
      }
    const known = new Set(files.map(({ place }) => keyOf(place)))
    places = (host.further?.(files, ground) ?? []).filter((place) => !known.has(keyOf(place)) && isNew(place))
    further.push(...places)
  }
  return { files: host.inOrder?.(files) ?? files, further, problems }

  async function take(
    place: ConfigurationPlace,
    path: string,
    real: string,
    text: string,
    refused?: Configuration['error'],
  ): Promise<void> {
    const read = await readConfiguration(text, place.format)
    const error = refused ?? read.error ?? markError(place, text)
    if (error !== undefined && !files.some((one) => one.real === real))
      problems.push(rejected(dialect, path, error, place))
    if (read.tooLarge === true) problems.push(tooLarge(path, place))
    if (place.index !== true && place.borrowed !== true)
      problems.push(...repeatedIn(path, read.repeated ?? []))
    const written = (at: JsonPath) => {
      const { start, end } = read.rangeOf(at)
      return text.slice(start, end)
    }
    files.push({
      place,
      path,
      real,
      value: error === undefined ? read.value : undefined,
      written,
      text,
      read,
    })
  }

  function isNew(place: ConfigurationPlace): boolean {
    const key = `?${keyOf(place)}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}

function repeatedIn(path: string, all: NonNullable<Configuration['repeated']>): readonly Problem[] {
  const listed = all.slice(0, MOST_REPEATED).map((one) => repeated(path, one))
  if (all.length === listed.length) return listed
  const message = `${all.length} of its keys are repeated further down; only the first ${MOST_REPEATED} are listed.`
  return [...listed, problem('file.too-large', path, message)]
}

function repeated(path: string, { key, range }: NonNullable<Configuration['repeated']>[number]): Problem {
  const message = `"${key}" is repeated further down in the same object, so this value is ignored.`
  const finding = problem('configuration.rejected', path, message, { range, fix: 'Merge the two.' })
  return { ...finding, severity: 'warning' }
}

function tooLarge(path: string, { format }: ConfigurationPlace): Problem {
  const what = format === 'frontmatter' ? 'Its frontmatter' : 'The file'
  const message = `${what} is too large, so its hooks are not analyzed; the agent still reads it.`
  const fix = 'Replace entries with one script.'
  const range = { start: 0, end: 3 }
  return { ...problem('file.too-large', path, message, { range, fix }), severity: 'info' }
}

function markError({ byteOrderMark }: ConfigurationPlace, text: string): Configuration['error'] {
  if (byteOrderMark !== 'refused' || !text.startsWith('\uFEFF')) return undefined
  return { message: 'The file begins with a byte order mark', range: { start: 0, end: 1 } }
}

function linkError({ link }: ConfigurationPlace, target: ReturnType<Disk['target']>): Configuration['error'] {
  if (link !== 'refused' || failed(target)) return undefined
  return { message: 'The file is a symbolic link', range: { start: 0, end: 0 } }
}

function keyOf({ base, path, owner = '' }: ConfigurationPlace): string {
  return `${base}\n${path}\n${owner}`
}

/** The paths that a place matches on this disk, sorted where it is a pattern. */
export function pathsOf(
  place: Pick<ConfigurationPlace, 'base' | 'path'>,
  ground: ConfigurationGround,
  disk: Disk,
): readonly string[] {
  return startsOf(place, ground).flatMap((start) => expanded(start, disk))
}

// A plugin's manifest may name any pattern: a `**` right after another adds no folders and is skipped.
function expanded({ folder: top, steps }: Start, disk: Disk): readonly string[] {
  let looks = 0
  let found: readonly string[] = [top]
  for (const [at, step] of steps.entries()) {
    if (found.length === 0) break
    if (step === '**') {
      if (steps[at - 1] !== '**') found = withFoldersBelow(found)
    } else if (step.includes('*')) found = found.flatMap((folder) => matching(folder, step))
    else if (at > 0 && isName(steps[at - 1])) continue
    else {
      // The names in a row are joined at once: one by one, the time would grow as the square of their number.
      const end = steps.findIndex((one, index) => index > at && !isName(one))
      const names = steps.slice(at, end === -1 ? undefined : end).join('/')
      found = found.map((folder) => join(folder, names)).filter((path) => !isTooLong(path))
    }
  }
  return found

  function isName(one: string | undefined): boolean {
    return one !== undefined && !one.includes('*')
  }

  function matching(folder: string, pattern: string): readonly string[] {
    return list(folder)
      .map(({ name }) => name)
      .filter((name) => fitsStep(name, pattern))
      .sort(byCodeUnits)
      .map((name) => join(folder, name))
  }

  function withFoldersBelow(tops: readonly string[]): readonly string[] {
    const all = new Set(tops)
    for (const folder of all) {
      if (all.size >= tops.length + MOST_FOLDERS) break
      const folders = list(folder).filter(({ kind }) => kind === 'folder')
      for (const path of folders.map(({ name }) => join(folder, name)).sort(byCodeUnits)) all.add(path)
    }
    return [...all]
  }

  function list(folder: string): readonly DirectoryEntry[] {
    const entries = ++looks > MOST_LOOKS ? [] : disk.list(folder)
    return failed(entries) ? [] : entries
  }
}

function unreadable({ title }: Dialect, path: string, code: string, ground: Surroundings): Problem {
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'cannot be read: permission denied'
      : code === 'EFBIG'
        ? `is larger than ${LARGEST_CONFIGURATION / 1024 / 1024} MiB and is not read`
        : code === 'EINVAL' || code === 'EISDIR'
          ? 'is not a regular file'
          : `could not be read (${code})`
  return problem(
    'file.unreadable',
    path,
    `${shown(path, ground)} ${why}, so its hooks for ${title} are unknown.`,
  )
}

function rejected(
  { title }: Dialect,
  path: string,
  { message, range }: NonNullable<Configuration['error']>,
  place: ConfigurationPlace,
): Problem {
  const what =
    place.scope === 'skill' || place.scope === 'agent' || place.scope === 'command' ? 'frontmatter' : 'file'
  const then = place.whenBroken ?? `${title} drops the whole ${what}`
  const why = message.charAt(0).toUpperCase() + message.slice(1)
  const finding = problem('configuration.rejected', path, `${why}. ${then}.`, { range })
  // The file belongs to another host: that only this one rejects it is not a mistake of its author.
  return place.borrowed === true ? { ...finding, severity: 'info' } : finding
}
