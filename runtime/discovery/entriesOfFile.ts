// Builds the hooks of one configuration file: for each entry the code it runs, why the host would not run it, and its
// problems. Identical entries become one hook.

import { join, resolve } from 'node:path'
import { defined } from '../contract/defined.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { Hook } from '../contract/hook.ts'
import type { EntryOff, EntryProcess, FoundEntry, Rejection } from '../contract/host.ts'
import { objectOf } from '../contract/json.ts'
import { printable } from '../contract/printable.ts'
import type { Problem } from '../contract/problems.ts'
import { followedWithin, tooLong } from './commandBudget.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import type { FoundConfiguration } from './configurationFiles.ts'
import { scriptsElsewhere } from './elsewhere.ts'
import { type ClosureGround, codeOf } from './entryCode.ts'
import { digestOf, entryParts, sorted, trustedWithin } from './entryIds.ts'
import { inspectOf } from './entryInspect.ts'
import { leftTo, MOST_LOOKED_INTO, nameOf, pathInId, sourceOf, tooMany } from './entryNames.ts'
import { hostCommandOf } from './hostCommand.ts'
import { lineOf } from './lineParts.ts'
import { matcherProblems } from './rules/matchers.ts'
import { rejectionsByPath } from './rules/rejections.ts'
import { repeatProblems } from './rules/repeats.ts'
import type { RuleInput } from './rules/rule.ts'
import type { entryProblems } from './rules/rules.ts'
import { nameProblems, switchProblems, whySwitchedOff } from './rules/switches.ts'
import { filesOfVariables } from './variableFiles.ts'

/** The contents of one file, with the state (`off`) and the variables (`env`) that all configuration gives it. */
export type ReadEntries = {
  readonly file: FoundConfiguration
  readonly entries: readonly FoundEntry[]
  readonly rejections: readonly Rejection[]
  readonly off: EntryOff | undefined
  readonly env: Readonly<Record<string, string>>
}

/** The inputs that all files of a host share. */
export type EntriesGround = Omit<RuleInput, 'file' | 'files' | 'entry' | 'run'> & {
  readonly code: ClosureGround
  readonly settings: Readonly<Record<string, unknown>>
  readonly yieldTurn: (() => Promise<void>) | undefined
}

/** An entry, the files it runs, its own digest, and the digest that trust records (`trusted`). */
type Looked = {
  readonly entry: FoundEntry
  readonly run: CommandFiles
  readonly digest: string
}

/** Makes a hook of each distinct entry, and reports their problems. */
export async function hooksOfFile(
  read: ReadEntries,
  ground: EntriesGround,
): Promise<{ readonly hooks: readonly Hook[]; readonly problems: readonly Problem[] }> {
  const { file, off, rejections } = read
  const { dialect, host, yieldTurn } = ground
  const looked = await lookedAt(read, ground)
  if (looked.length === 0) return { hooks: [], problems: [] }
  const parts = partsOf(looked, ground)
  const copies = Map.groupBy(parts.keys(), (index) => parts[index] as string)
  const whyNot = rejectionsByPath(rejections)
  const makeHook = hookMaker(read, ground)
  // Loaded with the first entry: a workspace whose hooks are all files does not need the rules.
  const [{ entryProblems }, { scriptLoadProblems }, { rewriteProblems }] = await Promise.all([
    import('./rules/rules.ts'),
    import('./scriptLoads.ts'),
    import('./rules/rewrites.ts'),
  ])
  const rules = openRules(read, ground, entryProblems)
  const hooks: Hook[] = []
  for (const [index, one] of looked.entries()) {
    const part = parts[index] as string
    const same = copies.get(part) ?? [index]
    if (same[0] !== index) {
      rules.repeat(looked[same[0] ?? index]?.entry, one.entry)
      continue
    }
    await yieldTurn?.()
    const why = whyNot(one.entry.at)
    const refusal: EntryOff | undefined = why && {
      why: why.unknownEvent === true ? 'unknown-event' : 'file-rejected',
      text: printable(why.message),
    }
    const isLookedInto = hooks.length < MOST_LOOKED_INTO
    const about = { part, copies: same.length, refusal, off, isLookedInto }
    const hook = await makeHook(one, about)
    hooks.push(hook)
    if (file.place.borrowed === true || !isLookedInto) continue
    rules.judge(one, hook, about)
    if (hook.state !== 'active') continue
    // The hooks of a user run in the folder of whatever project is open.
    const cwd = file.place.scope === 'project' ? contextOf(file, one.entry, read.env, ground).cwd : undefined
    const code = { ...ground.code, cwd }
    rules.found.push(...(await scriptLoadProblems(hook.entry as HookEntry, one.run, code)))
  }
  const isCrowded = hooks.length > MOST_LOOKED_INTO && file.place.borrowed !== true
  const crowd = isCrowded ? [tooMany(file, hooks.length)] : []
  if (file.place.borrowed !== true) crowd.push(...tooLong(file, looked))
  const repeated = [...Map.groupBy(rules.running, ({ event }) => event).values()].flatMap((own) =>
    leftTo(
      host,
      { at: own[0]?.at ?? [], scope: file.place.scope },
      repeatProblems({ dialect, host, file }, own),
    ),
  )
  return { hooks, problems: [...rules.found, ...crowd, ...repeated, ...rewriteProblems(rules.inputs)] }
}

type About = {
  readonly part: string
  readonly copies: number
  /** Why the host rejects the entry. */
  readonly refusal: EntryOff | undefined
  /** Why no entry of the file runs. */
  readonly off: EntryOff | undefined
  readonly isLookedInto: boolean
}

async function lookedAt(
  { file, entries, env }: ReadEntries,
  ground: EntriesGround,
): Promise<readonly Looked[]> {
  const filesOf = followedWithin(ground.host)
  const looked: Looked[] = []
  for (const entry of entries) {
    // One file may hold hundreds of entries, and the language server must keep up while the user types in it.
    await ground.yieldTurn?.()
    const run =
      entry.kind === 'command'
        ? filesOf(entry, contextOf(file, entry, env, ground))
        : { scripts: [], loads: [], unseen: [], runBy: new Map() }
    looked.push({ entry, run, digest: digestOf(entry) })
  }
  return looked
}

function partsOf(looked: readonly Looked[], { shown }: EntriesGround): readonly string[] {
  return entryParts(
    looked.map(({ entry: { event, matcher, command, args, fields }, run, digest }) => ({
      event,
      matcher,
      scripts: run.scripts.map(shown),
      text: command === '' ? JSON.stringify(sorted(fields)) : [command, ...(args ?? [])].join('\0'),
      digest,
    })),
  )
}

// The hooks of one file share its variables and the files that those name.
function hookMaker({ file, env }: ReadEntries, ground: EntriesGround) {
  const { dialect, host, disk, code } = ground
  // One object for all hooks: there may be as many variables as entries, and a copy for each would be quadratic.
  const variables = { ...env, ...file.place.folders }
  const namedIn = new Map<string, ReturnType<typeof filesOfVariables>>()
  const trusted = trustedWithin(env)
  return async ({ entry, run }: Looked, about: About): Promise<Hook> => {
    const { part, refusal, off, isLookedInto } = about
    const { event, matcher, kind, command, args, fields, group, at } = entry
    const { scope, borrowed } = file.place
    const owner = entry.owner ?? file.place.owner
    const context = contextOf(file, entry, env, ground)
    const key = [context.cwd, ...(context.unsure ?? [])].join('\0')
    const named = namedIn.get(key) ?? filesOfVariables(variables, context)
    namedIn.set(key, named)
    const found: HookEntry = {
      ...{ host: dialect.id, event, matcher, kind, command, ...defined({ args }), fields, group, scope },
      ...(borrowed === true ? { borrowed: true } : {}),
      ...defined({ owner }),
      ...{
        file: file.path,
        at,
        copies: about.copies,
        env: variables,
        digest: trusted(entry),
        scripts: run.scripts,
      },
      ...defined({ elsewhere: scriptsElsewhere(ground.host, entry, run, context) }),
      ...inspectOf(run, disk),
    }
    const set = ownVariables(found, file.place.folders, context.cwd, ground)
    const own = filesOfVariables(set.env, { ...context, cwd: set.cwd })
    const taken = hostCommandOf(entry, set.env, process.platform)
    const scripts = [...run.scripts, ...run.loads, ...named.scripts, ...own.scripts]
    const { cwd, variables: known } = context
    const line = kind === 'command' && run.isTooLong !== true ? lineOf(entry, known) : undefined
    const runBy = new Map([...named.runBy, ...own.runBy, ...run.runBy])
    const closed = await codeOf(line, { scripts, runBy }, { cwd, variables: known }, isLookedInto, code)
    const unseen = [...new Set([...run.unseen, ...named.unseen, ...own.unseen, ...closed.unseen])]
    const entryOff = refusal ?? off ?? whySwitchedOff(dialect, host, found, ground.settings)
    // A matcher that no firing can match is an error in the file, so the hook is broken and not only disabled.
    const isBroken = refusal !== undefined || (off === undefined && entryOff?.why === 'matcher')
    return {
      id: `${dialect.id}:${sourceOf(file)}:${pathInId(file, ground)}#${part}`,
      name: nameOf(entry, run.scripts),
      dialect: dialect.id,
      events: [event],
      source: sourceOf(file),
      path: file.path,
      part,
      runner: 'entry',
      state: isBroken ? 'broken' : entryOff !== undefined ? 'disabled' : 'active',
      ...defined({ why: entryOff?.text }),
      order: 0,
      timeoutMs: host.timeoutMs(entry),
      files: closed.files,
      lookedFor: closed.lookedFor,
      ...(unseen.length === 0 ? {} : { unseen }),
      ...(closed.packages.length === 0 ? {} : { packages: closed.packages }),
      entry: {
        ...found,
        ...(taken === undefined ? {} : { taken, digest: trusted(entry, taken) }),
        ...defined({ off: entryOff?.why }),
      },
    }
  }
}

// The variables that the entry itself sets, where its host supports that, and its folder. The variables of the file are
// read once for all its entries, in `hookMaker`.
function ownVariables(
  entry: HookEntry,
  around: HookEntry['env'] = {},
  folder: string,
  { host, root, home }: Pick<EntriesGround, 'host' | 'root' | 'home'>,
): Pick<EntryProcess, 'env'> & { readonly cwd: string } {
  if (entry.kind !== 'command') return { env: {}, cwd: folder }
  const ground = { payload: {}, root, home, platform: process.platform, environment: {} }
  const { env, cwd = folder } = host.process({ ...entry, env: around }, ground)
  const own = Object.entries(env).filter(([name, value]) => around[name] !== value)
  return { env: Object.fromEntries(own), cwd: resolve(root, cwd) }
}

// Collects the problems of the entries of a file; some are reported once, however many entries have them.
function openRules({ file }: ReadEntries, ground: EntriesGround, problemsOf: typeof entryProblems) {
  const found: Problem[] = []
  const running: HookEntry[] = []
  const inputs: RuleInput[] = []
  const seenMatchers = new Set<number>()
  const seenEvents = new Set<string>()
  return { found, running, inputs, judge, repeat }

  function judge({ entry, run }: Looked, hook: Hook, { refusal, off }: About): void {
    const full = hook.entry as HookEntry
    const input = { ...ground, file, entry: full, run, files: hook.files }
    if (refusal === undefined) found.push(...matcherProblems(input, seenMatchers))
    if (full.off === undefined) {
      found.push(...leftTo(ground.host, full, problemsOf(input)))
      running.push(full)
      inputs.push(input)
      return
    }
    if (off === undefined) found.push(...nameProblems(input, hook.why))
    else if (!seenEvents.has(entry.event)) found.push(...switchProblems(input, hook.why))
    seenEvents.add(entry.event)
  }

  /** Records an entry that is identical to an earlier one as running, if that one runs. */
  function repeat(first: FoundEntry | undefined, again: FoundEntry): void {
    const same = running.find(({ at }) => at === first?.at)
    if (same !== undefined) running.push({ ...same, at: again.at })
  }
}

function contextOf(
  file: FoundConfiguration,
  { cwd = '', fields }: FoundEntry,
  env: Readonly<Record<string, string>>,
  ground: EntriesGround,
): CommandContext {
  const { host, root, home, disk } = ground
  const known = { ...host.folders({ root, home }), ...file.place.folders }
  // Not merged: thousands of entries may share thousands of variables.
  const sets: readonly Readonly<Record<string, unknown>>[] = [
    objectOf(fields.env),
    file.place.folders ?? {},
    env,
  ]
  const unsure = Object.entries({ ...known, HOME: home }).flatMap(([name, value]) => {
    const set = sets.find((one) => Object.hasOwn(one, name))
    return set !== undefined && set[name] !== value ? [name] : []
  })
  return {
    // What a variable in it stands for is unknown; most are for the workspace.
    cwd: cwd.startsWith('~/') ? join(home, cwd.slice(2)) : resolve(root, /[$%]/.test(cwd) ? '' : cwd),
    home,
    own: [root, home],
    variables: Object.fromEntries(Object.entries(known).filter(([name]) => !unsure.includes(name))),
    unsure: new Set(unsure),
    disk,
  }
}
