// Where hosts read configuration, by path alone: which hosts read a file, which folders may hold such files, and what
// to watch. Does not access the disk; the places that configuration itself leads to (plugins) are known if passed in.

import { basename, dirname, join, posix, relative, sep } from 'node:path'
import type { Dialect } from '../contract/dialect.ts'
import { dialects } from '../contract/dialects/index.ts'
import type { ConfigurationPlace } from '../contract/host.ts'
import { oncePer } from '../contract/oncePer.ts'
import type { Surroundings } from './places.ts'

export type HostGround = Surroundings & {
  /** The places that configuration leads to (plugins); none unless given. */
  readonly further?: readonly HostPlaceReader[]
  /** The top of the git checkout, where the workspace lies in one. */
  readonly repository?: string | undefined
  /** Environment variables, some of which move a host's folders. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** A host that reads a file, and the place it reads the file as. */
export type HostPlaceReader = { readonly dialect: Dialect; readonly place: ConfigurationPlace }

/** Every place of the hosts among these dialects. */
export function hostPlaces(
  among: readonly Dialect[] = Object.values<Dialect>(dialects),
): readonly HostPlaceReader[] {
  return among.flatMap((dialect) => (dialect.host?.places ?? []).map((place) => ({ dialect, place })))
}

/** The hosts that read this file; the same host twice where two of its places match it. */
export function readersOf(path: string, ground: HostGround): readonly HostPlaceReader[] {
  const below = namesBelow(path)
  return placesIn(ground).filter(({ starts }) =>
    starts.some(({ folder, steps }) => {
      const names = below(folder)
      return names !== undefined && fits(names, steps)
    }),
  )
}

/** Whether files that a host reads could lie below this folder, so that creating or deleting it matters. */
export function isAboveConfiguration(folder: string, ground: HostGround): boolean {
  const below = namesBelow(folder)
  return placesIn(ground).some(({ starts }) =>
    starts.some((start) => {
      const names = below(start.folder)
      if (names === undefined) return stepsBelow(folder, start.folder) !== undefined
      return leadsTo(names, start.steps)
    }),
  )
}

// A build reports a thousand files at once, each of which is looked up in every place.
const placesIn = oncePer((ground: HostGround) =>
  [...hostPlaces(), ...(ground.further ?? [])].map(({ dialect, place }) => ({
    dialect,
    place,
    starts: startsOf(place, ground),
  })),
)

// The names from a folder to `path`; many places are relative to the same folder.
function namesBelow(path: string): (folder: string) => readonly string[] | undefined {
  const known = new Map<string, readonly string[] | undefined>()
  return (folder) => {
    if (!known.has(folder)) known.set(folder, stepsBelow(folder, path))
    return known.get(folder)
  }
}

/** A folder, and which of the files below it are read: a name, or a pattern with `*` and `**`. */
export type FilesBelow = { readonly folder: string; readonly pattern: string }

/** The files that a place matches, each with the deepest folder that contains no wildcard. */
export function filesBelow(place: ConfigurationPlace, ground: HostGround): readonly FilesBelow[] {
  return startsOf(place, ground).map(({ folder, steps }) => {
    const wild = steps.findIndex((step) => step.includes('*'))
    const fixed = wild === -1 ? steps.length - 1 : wild
    return { folder: join(folder, steps.slice(0, fixed).join('/')), pattern: steps.slice(fixed).join('/') }
  })
}

/** A folder that a place is relative to, and the path steps from there. */
export type Start = { readonly folder: string; readonly steps: readonly string[] }

/** The folders that a place is relative to; none where the place does not exist (other platform, no checkout). */
export function startsOf(place: Parameters<typeof rawStartsOf>[0], ground: HostGround): readonly Start[] {
  return rawStartsOf(place, ground).map(withoutDots)
}

// A path in settings may lead out of the folder (`../plugins/p`); the paths that are compared with it have no such steps.
function withoutDots({ folder, steps }: Start): Start {
  if (!steps.some((step) => step === '..' || step === '.' || step === '')) return { folder, steps }
  const names = posix.normalize(steps.join('/')).split('/')
  const inside = names.filter((name) => name !== '..' && name !== '.')
  const out = names.filter((name) => name === '..')
  return { folder: join(folder, ...out), steps: inside }
}

function rawStartsOf(
  {
    base,
    path,
    movedBy,
    homeIn,
    namedBy,
    platform,
  }: Pick<ConfigurationPlace, 'base' | 'path'> & Partial<ConfigurationPlace>,
  { root, home, repository, environment }: HostGround,
): readonly Start[] {
  if (platform !== undefined && platform !== process.platform) return []
  const named = setIn(environment, namedBy)
  if (named !== undefined) return [{ folder: dirname(named), steps: [basename(named)] }]
  const steps = path.split('/')
  if (base === 'system')
    return [{ folder: path.startsWith('/') ? sep : '', steps: steps.filter((one) => one !== '') }]
  const moved = setIn(environment, movedBy)
  if (moved !== undefined) return [{ folder: moved, steps: steps.slice(1) }]
  if (base === 'repository')
    return repository === undefined || repository === root ? [] : [{ folder: repository, steps }]
  if (base === 'checkout') return foldersDown(repository ?? root, root).map((folder) => ({ folder, steps }))
  return [{ folder: base === 'home' ? (setIn(environment, homeIn) ?? home) : root, steps }]
}

/** The value of a variable; undefined where it is not set or empty. */
function setIn(environment: HostGround['environment'], name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : environment[name]
  return value === '' ? undefined : value
}

/** The folders from `top` down to `folder`, both included. */
function foldersDown(top: string, folder: string): readonly string[] {
  if (folder === top || dirname(folder) === folder) return [folder]
  return [...foldersDown(top, dirname(folder)), folder]
}

/** Whether a name matches one step of a pattern. `*` does not match a name that begins with a dot. */
export function fitsStep(name: string, step: string): boolean {
  if (!step.includes('*')) return name === step
  const [before = '', after = ''] = step.split('*')
  return (
    !name.startsWith('.') &&
    name.length >= before.length + after.length &&
    name.startsWith(before) &&
    name.endsWith(after)
  )
}

function fits(names: readonly string[], steps: readonly string[]): boolean {
  const [step, ...more] = steps
  if (step === undefined) return names.length === 0
  if (step === '**') return names.some((_, at) => fits(names.slice(at), more))
  const [name, ...rest] = names
  return name !== undefined && fitsStep(name, step) && fits(rest, more)
}

// Whether a path below these names may match.
function leadsTo(names: readonly string[], steps: readonly string[]): boolean {
  const [name, ...rest] = names
  if (name === undefined) return true
  const [step, ...more] = steps
  // The last step is the file itself.
  if (step === undefined || more.length === 0) return false
  return step === '**' || (fitsStep(name, step) && leadsTo(rest, more))
}

// The names from a folder to a path at or below it; undefined for any other path.
function stepsBelow(folder: string, path: string): readonly string[] | undefined {
  if (path === folder) return []
  if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined
  return relative(folder, path).split(sep)
}
