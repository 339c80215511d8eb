// What a file is to Hookbench, by its path alone: a hook of the dialect in whose place it stands, one of our files, or
// configuration that hosts read.
// It looks at no disk; whether a host really takes the file is discovery's to say.

import { basename, dirname, join, resolve } from 'node:path'
import type { CalledDialect } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialectOf, dialects, dialectsWith, recordOf } from '../contract/dialects/index.ts'
import { dataKindOf } from '../contract/files.ts'
import { isLitter } from '../discovery/candidates.ts'
import type { ReadAs } from '../discovery/entries.ts'
import { type HostGround, isAboveConfiguration, readersOf } from '../discovery/hostPlaces.ts'
import { within } from '../discovery/places.ts'
import type { ConfigurationReader, Role } from './view.ts'

export type RoleGround = {
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's folder, absolute. */
  readonly home: string
  /** Further hook folders that a dialect's own configuration names; `~` and relative paths are understood. */
  readonly directories?: { readonly [D in DialectId]?: readonly string[] }
  /** The top of the git checkout, where the workspace lies in one. */
  readonly repository?: string | undefined
  /** Variables that move a host's folders; the process's own unless given. */
  readonly environment?: HostGround['environment']
  /** Scripts that entries of hosts call: path -> the contract that their callers make. */
  readonly called?: ReadonlyMap<string, CalledDialect>
  /** Files that configuration of a host led to (plugins): path -> who reads it. */
  readonly led?: ReadonlyMap<string, readonly ConfigurationReader[]>
}

/** So many files are asked about again and again; a look through a whole workspace begins anew. */
const MOST_KEPT = 2000
const kept = new WeakMap<RoleGround, Map<string, Role | undefined>>()

/** What this file is; undefined where it is none of ours. Found out once for a ground, which is never changed. */
export function roleOf(path: string, ground: RoleGround): Role | undefined {
  const roles = kept.get(ground) ?? new Map<string, Role | undefined>()
  if (roles.has(path)) return roles.get(path)
  if (roles.size >= MOST_KEPT) roles.clear()
  const role = foundOut(path, ground)
  roles.set(path, role)
  kept.set(ground, roles)
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

/** Where `hookbench` itself and the dialects' own configurations look, for one workspace. */
export function ownFiles({ root, home }: RoleGround) {
  const own = join(root, '.hookbench')
  return {
    settings: join(own, 'settings.json'),
    /** SecureYeoman's own configuration: the workspace's, then the user's. */
    extensions: [join(root, 'secureyeoman.yaml'), join(home, '.secureyeoman', 'config.yaml')],
    recordings: join(own, 'recordings'),
    cases: join(own, 'cases'),
    payloads: join(own, 'payloads'),
  } as const
}

/** Whether hooks or files of ours could stand below this folder, so that its coming or going matters. */
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

// The event is a part of the name between dots (`guard.before_tool_call.payload.json`); the dialect may be one too.
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

/** Of the files that each host read, those that stand in none of its places: configuration led to them. */
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

/** Where hosts look, for one workspace. */
function hostGround({ root, home, repository, environment = process.env }: RoleGround): HostGround {
  return { root, home, repository, environment }
}

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

/** Whether a file stands in a folder of hooks, whatever it is called. */
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
    // `*` stands for one folder name, and hidden ones are not looked into.
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
