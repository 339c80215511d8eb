// Which files and folders matter to a workspace: places of hooks, the hooks' imports, configurations.
// For a path that does not exist yet, the nearest existing folder is watched.

import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import type { Hook } from '../contract/hook.ts'
import type { HostPlaceReader } from '../discovery/hostPlaces.ts'
import { markOf } from '../files/mark.ts'
import { settingsFile } from './settings.ts'
import { watchedHosts } from './watchedHosts.ts'

export type Watched = {
  /** Existing folders whose direct children are to be watched. */
  readonly folders: readonly string[]
  /** Existing folders of hosts, which are watched by name and never listed. */
  readonly named: readonly string[]
  /** Whether a path matters; changes of other paths are ignored. */
  matters(path: string): boolean
  /** A text that changes whenever one of the files or folders does. */
  stamp(): string
}

export type WatchedGround = {
  readonly root: string
  readonly home: string
  readonly dialects: readonly Dialect[]
  /** Further hook folders from a configuration. */
  readonly directories: readonly string[]
  readonly hooks: readonly Hook[]
  /** Every configuration file of a host that was read. */
  readonly hostFiles: readonly string[]
  /** The places that those files lead to. */
  readonly further: readonly HostPlaceReader[]
}

/** Everything whose change could affect what fires. */
export function watchedBy(ground: WatchedGround): Watched {
  const { root, home, dialects, directories, hooks, hostFiles } = ground
  const hosts = watchedHosts(ground)
  const folders = new Set(directories.map((folder) => resolve(root, folder.replace(/^~(?=$|\/)/, home))))
  for (const place of dialects.flatMap((dialect) => dialect.places)) {
    const base = place.base === 'home' ? home : root
    const [before = '', after] = place.folder.split('*')
    // Without the slash that `before` ends with: what is compared with it has none.
    const parent = resolve(base, before)
    folders.add(parent)
    if (after === undefined) continue
    for (const name of foldersIn(parent)) folders.add(join(parent, name, after))
  }
  const read = new Set([
    settingsFile(root),
    join(root, 'secureyeoman.yaml'),
    join(home, '.secureyeoman', 'config.yaml'),
    ...hostFiles,
    ...hooks.flatMap(({ files, entry }) => [...files, ...(entry?.scripts ?? [])]),
  ])
  const files = new Set([...read].flatMap(withTarget))
  const ways = new Set<string>()
  const standing = new Set<string>()
  for (const target of [...folders, ...[...files].map((file) => dirname(file))]) {
    let at = target
    while (!existsSync(at) && dirname(at) !== at) {
      ways.add(at)
      at = dirname(at)
    }
    standing.add(at)
  }
  const named = hosts.folders.filter((folder) => folder !== root && folder !== home)
  for (const folder of hosts.folders) if (!named.includes(folder)) standing.add(folder)
  return {
    folders: [...standing].filter((folder) => !named.includes(folder)),
    named,
    matters: (path) =>
      files.has(path) ||
      standing.has(path) ||
      ways.has(path) ||
      folders.has(path) ||
      isHookFile(path, folders) ||
      hosts.matters(path),
    stamp: () =>
      [...files, ...folders, ...hosts.marked, ...[...standing].filter((folder) => !named.includes(folder))]
        .map((path) => markOf(path))
        .join('|'),
  }
}

// Many people keep their configuration elsewhere and link to it: a folder reports no change of what a link in it names.
function withTarget(path: string): readonly string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? [path, realpathSync.native(path)] : [path]
  } catch {
    return [path]
  }
}

function isHookFile(path: string, folders: ReadonlySet<string>): boolean {
  return folders.has(dirname(path)) && !/^(\.git|node_modules|__pycache__)$/.test(basename(path))
}

function foldersIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent)
  } catch {
    return []
  }
}
