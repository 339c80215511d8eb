// Discovers all hooks of a workspace and its user, for every dialect, each with its state, and the problems of their
// files. Executes nothing, and does not consult trust.

import { sep } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { dialects as spoken } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import type { ConfigurationPlace, Host } from '../contract/host.ts'
import type { Problem, Range } from '../contract/problems.ts'
import type { Settings } from '../contract/settings.ts'
import { type Cache, openCache } from './cache.ts'
import { cachedReadFor, type DocumentReader, RUN_BY_ENTRIES } from './cachedRead.ts'
import { candidatesIn } from './candidates.ts'
import { closureOver } from './closure.ts'
import { type Disk, disk as realDisk } from './disk.ts'
import type { ReadAs } from './entries.ts'
import { misplacedFiles } from './misplaced.ts'
import { type MissingPackages, missingPackagesOn } from './missingPackages.ts'
import { hookFolders, shown } from './places.ts'
import { type ProgramLookup, pathLookup } from './programs.ts'
import { BY_SETTINGS, matcherOf, rank } from './rank.ts'
import { namingAll, withoutEchoes, withReaders } from './readers.ts'
import { rememberedDisk } from './rememberedDisk.ts'
import { repositoryOf } from './repository.ts'
import { sharedProblems } from './rules/shared.ts'
import type { UnresolvedHook } from './unresolvedHooks.ts'

export type DiscoverOptions = {
  /** The workspace folder, absolute. */
  readonly root: string
  /** The user's home folder, absolute. */
  readonly home: string
  readonly settings: Pick<Settings, 'disabled' | 'severities' | 'maxExecutionTime'>
  readonly dialects?: readonly Dialect[]
  /** Further hook folders that a dialect's own configuration names; `~` and paths relative to `root` are resolved. */
  readonly directories?: { readonly [D in DialectId]?: readonly string[] }
  readonly builtins?: readonly Hook[]
  readonly cache?: Cache
  readonly lookup?: ProgramLookup
  readonly disk?: Disk
  readonly read?: DocumentReader
  /** Command-line arguments and settings of the hosts. */
  readonly flags?: readonly string[]
  /** Whether only a few entries of a file that holds more than are analyzed become hooks. */
  readonly keepsFewOfMany?: boolean
  /** Awaited between files, so that a server can answer other requests meanwhile. */
  readonly yieldTurn?: () => Promise<void>
  /** Environment variables, some of which move a host's folders; those of this process if not given. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export type Discovered = {
  readonly hooks: readonly Hook[]
  readonly problems: readonly Problem[]
  /** The configuration of each host as a whole, by dialect id. */
  readonly hosts: Readonly<Record<string, HostConfiguration>>
}

export type HostConfiguration = {
  readonly settings: Readonly<Record<string, unknown>>
  /** The configuration files that were read, absolute. */
  readonly files: readonly string[]
  /** The places that these files lead to, such as those of plugins, whether or not a file is there. */
  readonly further: readonly ConfigurationPlace[]
  /** The same files, each with the place it was read as. */
  readonly readAs: readonly ReadAs[]
  /** Why the host rejects whole files: an info where the file belongs to another host. */
  readonly refused: readonly Problem[]
}

/** The result for one dialect, and the range of an entry's command in its file. */
type Found = Discovered & { readonly rangeOf?: (hook: Hook) => Range | undefined }

/** Discovers hooks: dialect by dialect, each in firing order. */
export async function discover(options: DiscoverOptions): Promise<Discovered> {
  const cache = options.cache ?? openCache()
  const dialects: readonly Dialect[] = options.dialects ?? (Object.values(spoken) as readonly Dialect[])
  const lookup = options.lookup ?? pathLookup()
  const found: Found[] = []
  const { root, home, environment = process.env } = options
  const disk = rememberedDisk(options.disk ?? realDisk)
  const missingPackages = missingPackagesOn({ disk, root, home, environment })
  for (const dialect of dialects)
    found.push(await discoverDialect(dialect, { ...options, disk, cache, lookup, missingPackages }))
  await cache.save()
  const hooks = withReaders(found.flatMap((one) => one.hooks))
  const shared = sharedProblems(hooks, new Map(dialects.map((one) => [one.id, one])), {
    shown: (path) => shown(path, options),
    rangeOf: (hook) => found.map(({ rangeOf }) => rangeOf?.(hook)).find((one) => one !== undefined),
  })
  const configured = new Set(
    found.flatMap(({ hosts }) =>
      Object.values(hosts).flatMap(({ readAs }) =>
        readAs.flatMap(({ path, place }) => (place.index === true ? [] : [path])),
      ),
    ),
  )
  const ground = { root, home, environment, ...defined({ repository: repositoryOf(root, disk) }) }
  const misplaced = await misplacedFiles(dialects, ground, disk, (path) => configured.has(path))
  return {
    hooks,
    problems: severe(
      namingAll(
        withoutEchoes([...found.flatMap(({ problems }) => problems), ...shared, ...misplaced]),
        dialects.map(({ title }) => title),
      ),
      options.settings.severities,
    ),
    hosts: Object.assign({}, ...found.map(({ hosts }) => hosts)),
  }
}

async function discoverDialect(
  dialect: Dialect,
  options: DiscoverOptions & {
    readonly disk: Disk
    readonly cache: Cache
    readonly lookup: ProgramLookup
    readonly missingPackages: MissingPackages
  },
): Promise<Found> {
  const { cache, lookup, missingPackages, disk, read = readLater, settings } = options
  if (dialect.host !== undefined) return discoverHost(dialect, dialect.host, { ...options, read })
  const { folders, problems: placeProblems } = hookFolders(
    dialect,
    options,
    disk,
    options.directories?.[dialect.id],
  )
  const study = cachedReadFor(dialect, disk, cache, read)
  const timeoutMs = settings.maxExecutionTime ?? dialect.timeoutMs
  const closure = closureOver(disk, study, [options.root, options.home], options.yieldTurn)
  const drafting = { dialect, timeoutMs, study, closure, lookup, disk, missingPackages, root: options.root }
  const drafts: UnresolvedHook[] = []
  const problems: Problem[] = [...placeProblems]
  for (const folder of folders) {
    const { taken, problems: passed } = candidatesIn(folder, dialect, disk, options)
    problems.push(...passed)
    for (const one of taken) {
      await options.yieldTurn?.()
      // Most folders have none.
      const { unresolvedHooksOf } = await import('./unresolvedHooks.ts')
      const drafted = await unresolvedHooksOf(one, drafting)
      drafts.push(...drafted.drafts)
      problems.push(...drafted.problems)
    }
  }
  const builtins = (options.builtins ?? []).filter((hook) => hook.dialect === dialect.id)
  const ranked = rank(drafts, builtins, dialect, settings.disabled, options)
  return { hooks: ranked.hooks, problems: [...withUsers(problems, drafts), ...ranked.problems], hosts: {} }
}

// Hosts do not run built-in hooks, so none are added.
async function discoverHost(
  dialect: Dialect,
  host: Host,
  options: DiscoverOptions & {
    readonly cache: Cache
    readonly disk: Disk
    readonly read: DocumentReader
    readonly lookup: ProgramLookup
  },
): Promise<Found> {
  const { root, home, disk, cache, read, yieldTurn } = options
  const study = cachedReadFor(RUN_BY_ENTRIES, disk, cache, read)
  const repository = repositoryOf(root, disk)
  const { discoverEntries } = await import('./entries.ts')
  const found = await discoverEntries(dialect, host, {
    root,
    home,
    environment: options.environment ?? process.env,
    flags: options.flags ?? [],
    disk,
    study,
    closure: closureOver(disk, study, [root, home], yieldTurn),
    read,
    yieldTurn,
    lookup: options.lookup,
    others: Object.values<Dialect>(spoken).filter((one) => one.host !== undefined),
    ...defined({ repository, keepsFewOfMany: options.keepsFewOfMany }),
  })
  const isDisabled = matcherOf(options.settings.disabled)
  const hooks = found.hooks.map(
    (hook): Hook =>
      hook.state === 'active' && isDisabled(hook.id)
        ? { ...hook, state: 'disabled', why: BY_SETTINGS }
        : hook,
  )
  const { settings, files, further, read: readAs, refused } = found
  return {
    hooks,
    problems: found.problems,
    hosts: { [dialect.id]: { settings, files, further, readAs, refused } },
    rangeOf: found.rangeOf,
  }
}

// Loaded on demand: if the cache has every document, no reader is needed.
const readLater: DocumentReader = async (input) => {
  readers ??= import('../documents/read.ts')
  return (await readers).readDocument(input)
}
let readers: Promise<typeof import('../documents/read.ts')> | undefined

// A helper file or folder that a hook loads is not a mistake: its message names that hook, and it needs no fix.
function withUsers(problems: readonly Problem[], drafts: readonly UnresolvedHook[]): readonly Problem[] {
  return problems.map((one) => {
    if (one.code !== 'file.not-taken') return one
    const isPart = (file: string) => file === one.path || file.startsWith(one.path + sep)
    const user = drafts.find(({ hook }) => hook.path !== one.path && hook.files.some(isPart))
    if (user === undefined) return one
    const { fix: _, ...rest } = one
    return { ...rest, message: `Not a hook itself; ${user.file} loads it.` }
  })
}

function severe(problems: readonly Problem[], severities: Settings['severities']): readonly Problem[] {
  return problems
    .map((one) => ({ ...one, severity: severities[one.code] ?? one.severity }))
    .filter(({ severity }) => severity !== 'off')
}
