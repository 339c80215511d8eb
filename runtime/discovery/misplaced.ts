// Reports files that hold hooks in a host's format where the host does not read them: only at the places that the
// host's record lists, because authors put them there. A file that some host reads as configuration is not reported.

import { dirname, join } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { JsonPath } from '../contract/entry.ts'
import type { UnreadPlace } from '../contract/host.ts'
import { isObject } from '../contract/json.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { readConfiguration } from '../documents/configuration.ts'
import { pathsOf } from './configurationFiles.ts'
import { type Disk, failed } from './disk.ts'
import type { HostGround } from './hostPlaces.ts'
import { isThere } from './variableFiles.ts'

/** The largest file that is read, in bytes. */
const LARGEST = 256 * 1024

/** A problem for each such file that holds entries for events of its host. */
export async function misplacedFiles(
  dialects: readonly Dialect[],
  ground: HostGround,
  disk: Disk,
  isRead: (path: string) => boolean,
): Promise<readonly Problem[]> {
  const found: Problem[] = []
  for (const dialect of dialects)
    for (const place of dialect.host?.unread ?? [])
      for (const path of pathsOf(place, ground, disk)) {
        const beside = [place.beside ?? []].flat()
        if (isRead(path) || !beside.every((one) => isThere(join(dirname(path), one), disk))) continue
        const problems = await findingIn(path, place, dialect, disk)
        if (problems !== undefined) found.push(problems)
      }
  return found
}

async function findingIn(
  path: string,
  { base, instead, severity }: UnreadPlace,
  { title, events }: Dialect,
  disk: Disk,
): Promise<Problem | undefined> {
  const stat = disk.stat(path)
  if (failed(stat) || stat.kind !== 'file' || stat.size > LARGEST) return undefined
  const bytes = disk.read(path, LARGEST)
  if (failed(bytes)) return undefined
  const read = await readConfiguration(bytes.toString('utf8'), path.endsWith('.md') ? 'frontmatter' : 'jsonc')
  const at = eventsIn(read.value, (name) => Object.hasOwn(events, name))
  if (at === undefined) return undefined
  const message = `${title} does not read hooks here, so none of these run.`
  const problems = problem('configuration.misplaced', path, message, {
    range: read.rangeOf(at, true),
    fix: `Move them into ${instead}.`,
  })
  // A file in the home folder is not part of this workspace, so only an info.
  const own = severity ?? (base === 'home' ? 'info' : undefined)
  return own === undefined ? problems : { ...problems, severity: own }
}

// The path of `hooks` if it holds entries for an event, otherwise of the first event at the top level that has entries.
function eventsIn(value: unknown, isEvent: (name: string) => boolean): JsonPath | undefined {
  if (!isObject(value)) return undefined
  const isList = ([name, one]: [string, unknown]) => isEvent(name) && Array.isArray(one) && one.length > 0
  if (isObject(value.hooks) && Object.entries(value.hooks).some(isList)) return ['hooks']
  const first = Object.entries(value).find(isList)
  return first === undefined ? undefined : [first[0]]
}
