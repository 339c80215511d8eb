// The hooks of a host: entries of its configuration files, each with what it runs and why it would not.
// Nothing is executed, and nothing is looked at but files that the host reads and scripts that entries name.

import { join, resolve } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { HostFacts } from '../contract/facts.ts'
import type { Hook } from '../contract/hook.ts'
import type { ConfigurationPlace, EntryOff, FoundEntry, Host, Rejection } from '../contract/host.ts'
import { printable } from '../contract/printable.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import type { CachedRead, DocumentReader } from './cachedRead.ts'
import type { Closure } from './closure.ts'
import { type CommandContext, type CommandFiles, filesOfCommand } from './commandFiles.ts'
import {
  type ConfigurationGround,
  configurationFiles,
  type FoundConfiguration,
} from './configurationFiles.ts'
import { type Disk, failed } from './disk.ts'
import { digestsWithin, entryParts, sorted } from './entryIds.ts'
import { inspectOf } from './entryInspect.ts'
import { leftTo, MOST_LOOKED_INTO, nameOf, sourceOf, tooMany } from './entryNames.ts'
import { partsOfLine } from './lineParts.ts'
import { shown, within } from './places.ts'
import type { ProgramLookup } from './programs.ts'
import { fileProblems } from './rules/keys.ts'
import { matcherProblems } from './rules/matchers.ts'
import { rejectionProblem, rejectionsByPath } from './rules/rejections.ts'
import { repeatProblems } from './rules/repeats.ts'
import { commandAt } from './rules/rule.ts'
import { entryProblems } from './rules/rules.ts'
import { byShownPath, nameProblems, settingProblems, standingOff, switchProblems } from './rules/switches.ts'
import { filesOfVariables } from './variableFiles.ts'

export type EntriesOptions = ConfigurationGround & {
  readonly disk: Disk
  readonly study: CachedRead
  readonly closure: Closure
  readonly read: DocumentReader
  readonly facts?: HostFacts
  readonly giveWay?: (() => Promise<void>) | undefined
  /** The hosts that there are: whose variable or tool a name is. */
  readonly others?: readonly Dialect[]
  readonly lookup?: ProgramLookup
}

export type DiscoveredEntries = {
  readonly hooks: readonly Hook[]
  readonly problems: readonly Problem[]
  /** What all configuration of the host says together, for its own judgement. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Every configuration file that was read, for whoever watches. */
  readonly files: readonly string[]
  /** The same, each with what it was read as. */
  readonly read: readonly ReadAs[]
  /** Files of which the host takes nothing, and why. */
  readonly refused: readonly Problem[]
  /** Where the command of an entry stands in its file. */
  readonly rangeOf: (hook: Hook) => Range | undefined
}

/** A configuration file, absolute, and what a host read it as. */
export type ReadAs = { readonly path: string; readonly place: ConfigurationPlace }

/** Finds the hooks of one host. */
export async function discoverEntries(
  dialect: Dialect,
  host: Host,
  options: EntriesOptions,
): Promise<DiscoveredEntries> {
  const { disk } = options
  const { files, problems } = await configurationFiles(dialect, host, options, disk)
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
  const rulesFor = {
    ...{ dialect, host, disk, others, lookup: options.lookup, root: options.root, home: options.home },
    shown: (path: string) => shown(path, options),
  }
  for (const file of files) {
    if (file.place.index === true && file.value !== undefined)
      found.push(...(host.leads?.(file) ?? []).map((one) => rejectionProblem(file, one, hosts)))
    if (file.place.index === true || file.value === undefined) continue
    await options.giveWay?.()
    const { entries, rejections } = host.entries(file, process.platform)
    const isBorrowed = file.place.borrowed === true
    // Of a file that belongs to another host, this one tells only that it drops all of it.
    for (const one of rejections) {
      if (isBorrowed && one.level !== 'file') continue
      const mine = rejectionProblem(file, isBorrowed ? { ...one, severity: 'info' } : one, hosts)
      found.push(...(isBorrowed ? [mine] : leftTo(host, one.shownAt ?? one.at, [mine])))
      if (one.level === 'file') refused.push(mine)
    }
    if (!isBorrowed) found.push(...fileProblems({ dialect, host, file }))
    const off = byShownPath(combined.off(file), rulesFor.shown)
    const env = combined.env(file)
    hooks.push(...(await hooksOf(file, entries, rejections, { off, env })))
    if (!isBorrowed) offs.push({ off, count: entries.length })
  }
  found.push(...settingProblems(dialect, files, offs))
  return {
    hooks: hooks.map((hook, order) => ({ ...hook, order })),
    problems: found,
    settings: combined.settings,
    files: files.map(({ path }) => path),
    read: files.map(({ path, place }) => ({ path, place })),
    refused,
    rangeOf({ entry, dialect: id, path }) {
      const file = files.find((one) => one.path === path)
      return entry === undefined || id !== dialect.id ? undefined : file?.read.rangeOf(commandAt(entry))
    },
  }

  async function hooksOf(
    file: FoundConfiguration,
    entries: readonly FoundEntry[],
    rejections: readonly Rejection[],
    { off, env }: { readonly off: EntryOff | undefined; readonly env: Readonly<Record<string, string>> },
  ): Promise<readonly Hook[]> {
    const looked: {
      readonly entry: FoundEntry
      readonly run: CommandFiles
      readonly digest: string
      readonly trusted: string
    }[] = []
    const digestsOf = digestsWithin(env)
    // One object for all of them: it may hold as many variables as there are entries.
    const variables = { ...env, ...file.place.folders }
    const namedIn = new Map<string, ReturnType<typeof filesOfVariables>>()
    for (const entry of entries) {
      // One file may hold hundreds, and somebody may be typing in it.
      await options.giveWay?.()
      const run = runOf(file, entry)
      looked.push({ entry, run, ...digestsOf(entry) })
    }
    const parts = entryParts(
      looked.map(({ entry, run, digest }) => ({
        event: entry.event,
        matcher: entry.matcher,
        scripts: run.scripts.map((path) => shown(path, options)),
        text:
          entry.command === ''
            ? JSON.stringify(sorted(entry.fields))
            : [entry.command, ...(entry.args ?? [])].join('\0'),
        digest,
      })),
    )
    const copies = Map.groupBy(parts.keys(), (index) => parts[index] as string)
    const whyNot = rejectionsByPath(rejections)
    const matchersTold = new Set<number>()
    const switchesTold = new Set<string>()
    const made: Hook[] = []
    const running: HookEntry[] = []
    for (const [index, { entry, run, trusted }] of looked.entries()) {
      const part = parts[index] as string
      const first = copies.get(part)?.[0]
      if (first !== index) {
        const same = running.find(({ at }) => at === looked[first ?? index]?.entry.at)
        if (same !== undefined) running.push({ ...same, at: entry.at })
        continue
      }
      await options.giveWay?.()
      const why = whyNot(entry.at)
      const refusal: EntryOff | undefined = why && {
        why: why.unknownEvent === true ? 'unknown-event' : 'file-rejected',
        text: printable(why.message),
      }
      const known: HookEntry = {
        host: dialect.id,
        event: entry.event,
        matcher: entry.matcher,
        kind: entry.kind,
        command: entry.command,
        ...defined({ args: entry.args }),
        fields: entry.fields,
        group: entry.group,
        scope: file.place.scope,
        ...(file.place.borrowed === true ? { borrowed: true } : {}),
        ...defined({ owner: file.place.owner }),
        file: file.path,
        at: entry.at,
        copies: copies.get(part)?.length ?? 1,
        env: variables,
        digest: trusted,
        scripts: run.scripts,
        ...inspectOf(run, disk),
      }
      const entryOff = refusal ?? off ?? standingOff(dialect, host, known, combined.settings)
      // A matcher that keeps an entry from running whatever is fired is a fault of the file.
      const isBroken = refusal !== undefined || (off === undefined && entryOff?.why === 'matcher')
      const full: HookEntry = { ...known, ...defined({ off: entryOff?.why }) }
      const isLookedInto = made.length < MOST_LOOKED_INTO
      const folder = folderOf(entry)
      const named = namedIn.get(folder) ?? filesOfVariables(variables, contextOf(file, entry))
      namedIn.set(folder, named)
      const scripts = [...run.scripts, ...run.loads, ...named.scripts]
      const closed = await closedOver(file, entry, scripts, isLookedInto)
      const unseen = [...run.unseen, ...named.unseen, ...closed.unseen]
      made.push({
        id: `${dialect.id}:${sourceOf(file)}:${pathInId(file)}#${part}`,
        name: nameOf(entry, run.scripts),
        dialect: dialect.id,
        events: [entry.event],
        source: sourceOf(file),
        path: file.path,
        part,
        runner: 'entry',
        state: isBroken ? 'broken' : entryOff !== undefined ? 'disabled' : 'active',
        ...defined({ why: entryOff?.text }),
        order: 0,
        timeoutMs: host.timeoutMs(entry),
        files: closed.files,
        ...(unseen.length === 0 ? {} : { unseen }),
        ...(closed.packages.length === 0 ? {} : { packages: closed.packages }),
        entry: full,
      })
      if (file.place.borrowed === true || !isLookedInto) continue
      const input = { ...rulesFor, file, entry: full, run }
      if (refusal === undefined) found.push(...matcherProblems(input, matchersTold))
      if (entryOff === undefined) {
        found.push(...leftTo(host, entry.at, entryProblems(input)))
        running.push(full)
      } else if (off === undefined) found.push(...nameProblems(input, entryOff.text))
      else if (!switchesTold.has(entry.event)) found.push(...switchProblems(input, entryOff.text))
      if (entryOff !== undefined) switchesTold.add(entry.event)
    }
    if (made.length > MOST_LOOKED_INTO && file.place.borrowed !== true) found.push(tooMany(file, made.length))
    for (const own of Map.groupBy(running, ({ event }) => event).values())
      found.push(...leftTo(host, own[0]?.at ?? [], repeatProblems({ dialect, host, file }, own)))
    return made
  }

  function runOf(file: FoundConfiguration, entry: FoundEntry): CommandFiles {
    if (entry.kind !== 'command') return { scripts: [], loads: [], unseen: [], runBy: new Map() }
    return filesOfCommand(entry, contextOf(file, entry))
  }

  function contextOf(file: FoundConfiguration, entry: FoundEntry): CommandContext {
    return { cwd: folderOf(entry), home: options.home, variables: variablesOf(file), disk }
  }

  function variablesOf(file: FoundConfiguration): Readonly<Record<string, string>> {
    return { ...host.folders({ root: options.root, home: options.home }), ...file.place.folders }
  }

  function folderOf({ cwd = '' }: FoundEntry): string {
    return cwd.startsWith('~/') ? join(options.home, cwd.slice(2)) : resolve(options.root, cwd)
  }

  async function closedOver(
    file: FoundConfiguration,
    entry: FoundEntry,
    scripts: readonly string[],
    isLookedInto: boolean,
  ) {
    const from = { cwd: folderOf(entry), variables: variablesOf(file) }
    const files = new Set<string>()
    const unseen = new Set<string>()
    const packages = new Set<string>()
    for (const path of scripts) {
      const real = disk.real(path)
      const stat = failed(real) ? real : disk.stat(path)
      if (failed(stat) || stat.kind !== 'file') continue
      const known = await options.study(path, stat)
      if (failed(known)) {
        files.add(path)
        continue
      }
      const parts = await options.closure(path, real as string, known, from)
      for (const one of parts.files) files.add(one)
      for (const one of [...parts.unseen, ...parts.recipes]) unseen.add(one)
      for (const one of parts.packages) packages.add(one)
    }
    if (entry.kind === 'command' && entry.args === undefined) {
      const line = await partsOfLine(entry.command, from.cwd, isLookedInto ? options : undefined, from)
      for (const one of line.files) files.add(one)
      for (const one of [...line.unseen, ...line.recipes]) unseen.add(one)
    }
    return { files: [...files], unseen: [...unseen], packages: [...packages] }
  }

  function pathInId(file: FoundConfiguration): string {
    const { base } = file.place
    const inside = within(file.path, base === 'home' ? options.home : options.root)
    return inside ?? shown(file.path, options)
  }
}
