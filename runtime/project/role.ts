// Determines the role of a file by its path alone: a hook of the dialect whose place it is in, a file of Hookbench, or
// configuration that hosts read. Does not access the disk; discovery determines whether a host actually reads the file.

import { basename, dirname, join, resolve } from 'node:path'
import type { CalledDialect } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, dialects, dialectsWith, recordOf } from '../contract/dialects/index.ts'
import { dataKindOf } from '../contract/files.ts'
import { oncePer } from '../contract/oncePer.ts'
import { isLitter } from '../discovery/candidates.ts'
import type { ReadAs } from '../discovery/entries.ts'
import { type HostGround, isAboveConfiguration, readersOf } from '../discovery/hostPlaces.ts'
import { within } from '../discovery/places.ts'
import type { ConfigurationReader, Role } from './view.ts'

export type RoleGround = {
  /** The workspace folder; an absolute path. */
  readonly root: string
  /** The user's home folder; an absolute path. */
  readonly home: string
  /** Further hook folders from a dialect's own configuration; `~` and relative paths are resolved. */
  readonly directories?: { readonly [D in DialectId]?: readonly string[] }
  /** The top of the git checkout, if the workspace is in one. */
  readonly repository?: string | undefined
  /** Variables that change the location of a host's folders; default: the process's own. */
  readonly environment?: HostGround['environment']
  /** Scripts that entries of hosts run: path -> the contract of their callers. */
  readonly called?: ReadonlyMap<string, CalledDialect>
  /** Files that configuration of a host led to (plugins): path -> the hosts that read it. */
  readonly led?: ReadonlyMap<string, readonly ConfigurationReader[]>
}

/** Limit of cached roles; beyond it, the cache is cleared. */
const MOST_KEPT = 2000
const rolesIn = oncePer((_: RoleGround) => new Map<string, Role | undefined>())

/** The role of a file; undefined if it has none. Cached per ground, which is immutable. */
export function roleOf(path: string, ground: RoleGround): Role | undefined {
  const roles = rolesIn(ground)
  if (roles.has(path)) return roles.get(path)
  if (roles.size >= MOST_KEPT) roles.clear()
  const role = foundOut(path, ground)
  roles.set(path, role)
  return role
}

function foundOut(path: string, ground: RoleGround): Role | undefined {
  return (
    ownRole(path, ground) ??
    hookRole(path, ground) ??
    configurationRole(path, ground) ??
    calledRole(path, ground)
  )
}

/** Paths of Hookbench's own files and of the dialects' own configurations, for one workspace. */
export function ownFiles({ root, home }: RoleGround) {
  const own = join(root, '.hookbench')
  return {
    settings: join(own, 'settings.json'),
    /** SecureYeoman's configuration: the workspace's, then the user's. */
    extensions: [join(root, 'secureyeoman.yaml'), join(home, '.secureyeoman', 'config.yaml')],
    recordings: join(own, 'recordings'),
    cases: join(own, 'cases'),
    payloads: join(own, 'payloads'),
  } as const
}

/** Whether this folder may contain hooks or files of Hookbench, so that its creation or deletion matters. */
export function isAbovePlaces(folder: string, ground: RoleGround): boolean {
  const places = Object.values<Dialect>(dialects).flatMap((dialect) => [
    ...dialect.places.map((place) => ({
      path: join(place.base === 'home' ? ground.home : ground.root, place.folder.split('*')[0] as string),
      isParent: place.folder.includes('*'),
    })),
    ...(ground.directories?.[dialect.id] ?? []).map((named) => ({
      path: placed(named, ground),
      isParent: false,
    })),
  ])
  const { settings, recordings, cases, payloads } = ownFiles(ground)
  return (
    [settings, recordings, cases, payloads].some((path) => within(path, folder) !== undefined) ||
    isAboveConfiguration(folder, hostGround(ground)) ||
    places.some(
      ({ path, isParent }) =>
        within(path, folder) !== undefined || (isParent && within(folder, path) !== undefined),
    )
  )
}

function placed(named: string, { root, home }: RoleGround): string {
  return resolve(root, /^~(?=$|[/\\])/.test(named) ? join(home, named.slice(1)) : named)
}

function ownRole(path: string, ground: RoleGround): Role | undefined {
  if (ownFiles(ground).extensions.includes(path)) return { kind: 'extensions' }
  const kind = dataKindOf(within(path, ground.root) ?? '')
  if (kind === undefined || kind === 'extensions') return undefined
  return kind === 'payload-file' ? payloadRole(path) : { kind }
}

// The event is a part of the name between dots
// (`guard.before_tool_call.payload.json`); another part may be the dialect.
function payloadRole(path: string): Role {
  const parts = basename(path).split('.')
  const event = parts.find((part) => dialectsWith(part).length > 0)
  if (event === undefined) return { kind: 'payload-file' }
  const named = parts.find((part) => recordOf(part, event) !== undefined)
  const having = named === undefined ? dialectsWith(event) : [named]
  const dialect = having.length === 1 ? dialectOf(having[0] as string) : undefined
  return { kind: 'payload-file', event, ...defined({ dialect }) }
}

function configurationRole(path: string, ground: RoleGround): Role | undefined {
  const readers = new Map<Dialect, ConfigurationReader>(
    readersOf(path, hostGround(ground)).map(({ dialect, place }) => [
      dialect,
      { dialect, format: place.format, place },
    ]),
  )
  for (const one of ground.led?.get(path) ?? []) if (!readers.has(one.dialect)) readers.set(one.dialect, one)
  return readers.size === 0 ? undefined : { kind: 'configuration', readers: [...readers.values()] }
}

function calledRole(path: string, { called }: RoleGround): Role | undefined {
  const dialect = called?.get(path)
  return dialect === undefined ? undefined : { kind: 'hook', dialect }
}

/** The files that each host read and that are in none of its places: other configuration led to them. */
export function ledTo(
  files: Readonly<Record<string, readonly ReadAs[]>>,
  ground: RoleGround,
): NonNullable<RoleGround['led']> {
  const led = new Map<string, ConfigurationReader[]>()
  for (const [id, read] of Object.entries(files))
    for (const { path, place } of read) {
      const dialect = dialectOf(id)
      const placed = readersOf(path, hostGround(ground)).some((one) => one.dialect === dialect)
      if (dialect === undefined || placed) continue
      led.set(path, [...(led.get(path) ?? []), { dialect, format: place.format, place }])
    }
  return led
}

/** The paths and variables that determine where hosts look, for one workspace. */
const hostGround = oncePer(
  ({ root, home, repository, environment = process.env }: RoleGround): HostGround => ({
    root,
    home,
    repository,
    environment,
  }),
)

function hookRole(path: string, ground: RoleGround): Role | undefined {
  const name = basename(path)
  if (isLitter(name)) return undefined
  const folder = dirname(path)
  for (const dialect of Object.values<Dialect>(dialects)) {
    if (!isNamedLikeAHook(name, dialect)) continue
    const place = placeOf(folder, dialect, ground)
    if (place !== undefined) return { kind: 'hook', dialect, ...(place.shared ? { shared: true } : {}) }
  }
  return undefined
}

/** Whether a file is in a folder of hooks, whatever its name. */
export function isAmongHooks(path: string, ground: RoleGround): boolean {
  const folder = dirname(path)
  return Object.values<Dialect>(dialects).some((dialect) => placeOf(folder, dialect, ground) !== undefined)
}

function isNamedLikeAHook(name: string, { files }: Dialect): boolean {
  if (files.length === 0) return true
  return !/\.d\.[mc]?ts$/.test(name) && files.some((ending) => name.endsWith(ending))
}

function placeOf(folder: string, dialect: Dialect, ground: RoleGround): { shared: boolean } | undefined {
  for (const place of dialect.places) {
    const base = place.base === 'home' ? ground.home : ground.root
    const [before = '', after] = place.folder.split('*')
    const shared = !place.folder.startsWith('.')
    if (after === undefined) {
      if (folder === join(base, before)) return { shared }
      continue
    }
    // `*` stands for one folder name; hidden folders are skipped.
    const inner = within(folder, join(base, before))
    const [first = '', ...rest] = inner?.split('/') ?? []
    if (first !== '' && !first.startsWith('.') && `/${rest.join('/')}` === after) return { shared }
  }
  for (const named of ground.directories?.[dialect.id] ?? []) {
    const path = placed(named, ground)
    if (folder !== path) continue
    const label = within(path, ground.root) ?? within(path, ground.home) ?? basename(path)
    return { shared: !/(^|\/)\./.test(label) }
  }
  return undefined
}
