// Discovers the hooks of a host: the entries of its configuration files, each with the code it runs and why the host
// would not run it. Executes nothing, and reads only files that the host reads and the code that entries run.

import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import type { ConfigurationPlace, EntryOff, Host, Rejection } from '../contract/host.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { type ConfigurationGround, configurationFiles } from './configurationFiles.ts'
import { type EntriesGround, hooksOfFile } from './entriesOfFile.ts'
import type { ClosureGround } from './entryCode.ts'
import { keptOf, leftTo, MOST_LOOKED_INTO, tooManyEntries, tooManyRejections } from './entryNames.ts'
import { shown } from './places.ts'
import type { ProgramLookup } from './programs.ts'
import { fileProblems } from './rules/keys.ts'
import { rejectionProblem } from './rules/rejections.ts'
import { commandAt } from './rules/rule.ts'
import { byShownPath, settingProblems } from './rules/switches.ts'

export type EntriesOptions = ConfigurationGround &
  ClosureGround & {
    readonly facts?: HostFacts
    readonly yieldTurn?: (() => Promise<void>) | undefined
    /** Whether only a few entries of a file that holds more than are analyzed become hooks. */
    readonly keepsFewOfMany?: boolean
    /** All hosts, to recognize the variables and tools of the others. */
    readonly others?: readonly Dialect[]
    readonly lookup?: ProgramLookup
  }

export type DiscoveredEntries = {
  readonly hooks: readonly Hook[]
  readonly problems: readonly Problem[]
  /** The combined settings of all the host's configuration, for the host's own functions. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Every configuration file that was read, absolute, so that it can be watched. */
  readonly files: readonly string[]
  /** The places that these files lead to, such as those of plugins, whether or not a file is there. */
  readonly further: readonly ConfigurationPlace[]
  /** The same files, each with the place it was read as. */
  readonly read: readonly ReadAs[]
  /** Why the host rejects whole files. */
  readonly refused: readonly Problem[]
  /** The range of an entry's command in its file. */
  readonly rangeOf: (hook: Hook) => Range | undefined
}

/** The absolute path of a configuration file, and the place that a host read it as. */
export type ReadAs = { readonly path: string; readonly place: ConfigurationPlace }

/** Finds the hooks of one host. */
export async function discoverEntries(
  dialect: Dialect,
  host: Host,
  options: EntriesOptions,
): Promise<DiscoveredEntries> {
  const { disk } = options
  const { files, further, problems } = await configurationFiles(dialect, host, options, disk)
  const facts = options.facts ?? { version: host.versions[0] as string, ...host.facts }
  const combined = host.combine(files, facts)
  const hooks: Hook[] = []
  const found: Problem[] = [...problems]
  const refused: Problem[] = [...problems]
  for (const { file, at, message, fix } of combined.complaints ?? []) {
    const range = files.find(({ path }) => path === file.path)?.read.rangeOf(at, true)
    found.push(problem('configuration.divided', file.path, message, defined({ range, fix })))
  }
  const offs: { off: EntryOff | undefined; count: number }[] = []
  const others = (options.others ?? []).filter((one) => one !== dialect)
  const hosts = { dialect, others }
  const ground: EntriesGround = {
    ...{ dialect, host, disk, others, lookup: options.lookup, root: options.root, home: options.home },
    ...{ code: options, settings: combined.settings, yieldTurn: options.yieldTurn },
    shown: (path: string) => shown(path, options),
  }
  for (const file of files) {
    if (file.place.index === true && file.value !== undefined)
      found.push(...(host.leads?.(file) ?? []).map((one) => rejectionProblem(file, one, hosts)))
    if (file.place.index === true || file.value === undefined) continue
    await options.yieldTurn?.()
    const all = host.entries(file, process.platform)
    const count = all.entries.length
    const entries = all.entries.slice(0, options.keepsFewOfMany === true ? keptOf(count) : count)
    const rejections = firstOf(all.rejections)
    const isBorrowed = file.place.borrowed === true
    if (!isBorrowed) {
      if (entries.length < count) found.push(tooManyEntries(file, count))
      if (rejections.length < all.rejections.length)
        found.push(tooManyRejections(file, all.rejections.length))
    }
    // For a file that belongs to another host, only the rejection of the whole file is reported.
    for (const one of rejections) {
      if (isBorrowed && one.level !== 'file') continue
      const mine = rejectionProblem(file, isBorrowed ? { ...one, severity: 'info' } : one, hosts)
      found.push(
        ...(isBorrowed
          ? [mine]
          : leftTo(host, { at: one.shownAt ?? one.at, scope: file.place.scope }, [mine])),
      )
      if (one.level === 'file') refused.push(mine)
    }
    const isWhole = rejections.every(({ level }) => level !== 'file')
    if (!isBorrowed && isWhole) found.push(...fileProblems({ dialect, host, file }))
    const off = byShownPath(combined.off(file), ground.shown)
    const own = await hooksOfFile({ file, entries, rejections, off, env: combined.env(file) }, ground)
    hooks.push(...own.hooks)
    found.push(...own.problems)
    if (!isBorrowed) offs.push({ off, count })
  }
  found.push(...settingProblems(dialect, files, offs))
  return {
    hooks: hooks.map((hook, order) => ({ ...hook, order })),
    problems: found,
    settings: combined.settings,
    files: files.map(({ path }) => path),
    further,
    read: files.map(({ path, place }) => ({ path, place })),
    refused,
    rangeOf({ entry, dialect: id, path }) {
      const file = files.find((one) => one.path === path)
      return entry === undefined || id !== dialect.id ? undefined : file?.read.rangeOf(commandAt(entry))
    },
  }
}

// A rejection of the whole file is kept even beyond the limit.
function firstOf(rejections: readonly Rejection[]): readonly Rejection[] {
  return rejections.filter(({ level }, at) => at < MOST_LOOKED_INTO || level === 'file')
}
