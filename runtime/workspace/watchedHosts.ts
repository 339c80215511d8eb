// Which configuration files of hosts matter to a workspace, and which folders to watch for them. A host's own folders
// hold much else that is written all the time (transcripts, history), so they are watched by name and never listed.

import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import { disk } from '../discovery/disk.ts'
import {
  filesBelow,
  type HostGround,
  type HostPlaceReader,
  hostPlaces,
  isAboveConfiguration,
  readersOf,
} from '../discovery/hostPlaces.ts'
import { repositoryOf } from '../discovery/repository.ts'

export type WatchedHosts = {
  /** Existing folders in which such files may appear, change or disappear. */
  readonly folders: readonly string[]
  /** Configuration files and folders, and folders that patterns search, whether or not they exist. */
  readonly marked: readonly string[]
  /** Decided by the path alone. */
  matters(path: string): boolean
}

export type HostsGround = {
  readonly root: string
  readonly home: string
  readonly dialects: readonly Dialect[]
  /** The places that configuration leads to, such as those of plugins. */
  readonly further: readonly HostPlaceReader[]
}

/** Limit of folders searched for one pattern. */
const MOST_FOLDERS = 1000

/** Everything of hosts whose change could affect what fires. */
export function watchedHosts({ root, home, dialects, further }: HostsGround): WatchedHosts {
  const ids = new Set(dialects.map(({ id }) => id))
  const repository = repositoryOf(root, disk)
  const ground: HostGround = { root, home, repository, further, environment: process.env }
  const folders = new Set<string>()
  const marked = new Set<string>()
  const places = [...hostPlaces(dialects), ...further]
  for (const below of places.flatMap(({ place }) => filesBelow(place, ground))) {
    const isPattern = below.pattern.includes('*')
    const all = isPattern ? foldersFor(below.folder, below.pattern) : [below.folder]
    for (const folder of all) folders.add(nearest(folder))
    for (const path of isPattern ? all : [join(below.folder, below.pattern)]) marked.add(path)
  }
  return {
    folders: [...folders],
    marked: [...marked],
    matters: (path) =>
      isAboveConfiguration(path, ground) ||
      readersOf(path, ground).some(({ dialect }) => ids.has(dialect.id)),
  }
}

// The folders that a pattern can match in, starting with its own.
function foldersFor(folder: string, pattern: string): readonly string[] {
  const steps = pattern.split('/').slice(0, -1)
  if (steps.length === 0) return [folder]
  const all = [folder]
  const isDeep = steps.includes('**')
  for (let at = 0, end = 1; at < end && all.length < MOST_FOLDERS; at++) {
    all.push(...foldersIn(all[at] as string))
    if (isDeep || at < steps.length - 1) end = all.length
  }
  return all
}

function foldersIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent, { withFileTypes: true })
      .filter((one) => one.isDirectory() && !one.name.startsWith('.'))
      .map(({ name }) => join(parent, name))
  } catch {
    return []
  }
}

function nearest(folder: string): string {
  let at = folder
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
