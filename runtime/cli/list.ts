// `hookbench list`: prints every hook in firing order.

import { relative, sep } from 'node:path'
import type { Command } from 'commander'
import { assumptionsOf } from '../contract/assumptions.ts'
import { answersTo, dialectOf, dialectsWith } from '../contract/dialects/index.ts'
import { entryText, type HookEntry } from '../contract/entry.ts'
import { lookedAt } from '../contract/entryWords.ts'
import { tally } from '../contract/headline.ts'
import type { Hook, HookState } from '../contract/hook.ts'
import type { Problem } from '../contract/problems.ts'
import { searchedPlaces } from '../contract/searchedPlaces.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hookJson } from './hookJson.ts'
import { hooksAbove } from './noHooks.ts'
import { type Colour, duration, paint, plural, print, printJson, table } from './print.ts'
import { startlessAmong } from './startless.ts'
import { sendsText } from './trustRows.ts'
import { placesIn } from './unreadFiles.ts'
import { chooseDialect, examples, namedDialect, openOptions } from './usage.ts'

type Options = {
  readonly dialect?: string
  readonly event?: string
  readonly problems?: boolean
  readonly json?: boolean
}

export function list(program: Command): void {
  program
    .command('list')
    .summary('every hook, in firing order per event')
    .description(
      'Shows every hook that was found: what it answers, where it comes from and whether it would run.',
    )
    .option('--dialect <id>', 'only this dialect')
    .option('--event <name>', 'only hooks bound to this event')
    .option('--problems', 'problems in the files, and why files were skipped, instead of the hooks')
    .option('--json', 'as JSON: an array of hooks, or of problems')
    .addHelpText(
      'after',
      examples(
        ['list', 'all of them'],
        ['list --event PreToolUse', 'the hooks of this event'],
        ['list --json --workspace ../shop', 'another folder, as JSON'],
      ),
    )
    .action(async (options: Options, command: Command) => {
      const { openWorkspace } = await import('../workspace/open.ts')
      const wanted = wantedHooks(options)
      const open = openOptions(command)
      const workspace = await openWorkspace(open)
      try {
        if (options.problems === true) {
          printProblems(workspace, options.json === true)
          return
        }
        const hooks = workspace.list().filter(wanted)
        if (options.json === true) printJson(hooks.map(hookJson))
        else await printHooks(hooks, workspace, options, open.hooks === false)
      } finally {
        await workspace.close()
      }
    })
}

/** A filter for hooks: those of a dialect, those bound to an event, or all. */
export function wantedHooks(filter: { event?: string; dialect?: string }): (hook: Hook) => boolean {
  const { event } = filter
  const dialect = wantedDialect(filter)
  return (hook) =>
    // An entry that several dialects read is listed once, or as the requested dialect reads it.
    (hook.listedAs === undefined || filter.dialect !== undefined) &&
    (dialect === undefined || hook.dialect === dialect) &&
    (event === undefined || answersTo(hook, event))
}

function wantedDialect({ event, dialect }: { event?: string; dialect?: string }): string | undefined {
  // For an event of several dialects, the hooks of all of them.
  if (event !== undefined && dialect === undefined && dialectsWith(event).length > 1) return undefined
  if (event !== undefined) return chooseDialect(event, dialect)
  return dialect === undefined ? undefined : namedDialect(dialect)
}

const COLOUR: Readonly<Record<HookState, Colour>> = {
  active: 'green',
  broken: 'red',
  untrusted: 'yellow',
  unknown: 'yellow',
  shadowed: 'dim',
  disabled: 'dim',
}

async function printHooks(
  all: readonly Hook[],
  workspace: Workspace,
  filter: Options,
  isTurnedOff: boolean,
): Promise<void> {
  const active = all.filter(({ state }) => state === 'active')
  const startless = await startlessAmong(active, workspace.problems)
  const row = (hook: Hook) => rowOf(hook, startless.has(hook.id))
  const section = (title: string, hooks: readonly Hook[]) => {
    if (hooks.length === 0) return
    print(`  ${paint('cyan', title)}`)
    print(table(hooks.map(row), '    '))
  }
  const isAll = filter.event === undefined && filter.dialect === undefined
  // Built-in hooks that are off in every dialect are mentioned once.
  const isOff = (hook: Hook) => hook.source === 'builtin' && hook.state === 'disabled'
  const hooks = all.filter((hook) => !isOff(hook))
  const off = new Set(all.filter(isOff).map((hook) => hook.name))
  for (const id of new Set(hooks.map((hook) => hook.dialect))) {
    const dialect = dialectOf(id)
    const own = hooks.filter((hook) => hook.dialect === id)
    print(`${paint('bold', dialect?.title ?? id)} ${paint('dim', id)}`)
    const everywhere = own.filter(
      (hook) => hook.events.length > 1 && hook.events.length === Object.keys(dialect?.events ?? {}).length,
    )
    for (const [event, record] of Object.entries(dialect?.events ?? {})) {
      const bound = own.filter((hook) => hook.events.includes(event) && !everywhere.includes(hook))
      if (bound.length === 0) continue
      print(`  ${paint('cyan', event)} ${paint('dim', record.semantics)}`)
      print(table(bound.map(row), '    '))
    }
    section('every event', everywhere)
    section(
      'no event of it',
      own.filter(
        ({ events }) => events.length > 0 && events.every((one) => dialect?.events[one] === undefined),
      ),
    )
    section(
      'no event known',
      own.filter((hook) => hook.events.length === 0),
    )
    print()
  }
  printSum(hooks, startless.size, isAll, isTurnedOff, workspace)
  printReaders(hooks, workspace)
  printSettings(workspace)
  for (const text of assumptionsOf(hooks)) print(paint('dim', `assumed: ${text}`))
  if (off.size > 0)
    print(
      paint(
        'dim',
        `Built in and off: ${[...off].join(', ')}; "builtin" in .hookbench/settings.json turns them on.`,
      ),
    )
  const problems = filteredProblems(workspace, filter)
  const placeOf = placesIn(workspace.root)
  for (const problem of problems) if (problem.severity !== 'info') print(problemLine(problem, placeOf))
  const passed = problems.filter(({ severity }) => severity === 'info').length
  if (passed > 0)
    print(paint('dim', `${plural(passed, 'further remark')} on files: \`hookbench list --problems\`.`))
}

/** For a requested dialect, without problems of files that only other dialects read. */
function filteredProblems({ problems, list }: Workspace, { dialect, event }: Options): readonly Problem[] {
  const wanted = wantedDialect({ ...(dialect && { dialect }), ...(event && { event }) })
  if (wanted === undefined) return problems
  const readers = Map.groupBy(
    list().flatMap(({ dialect: id, path, files, entry }) =>
      [path, ...files, ...(entry?.scripts ?? [])].map((file) => ({ file, id })),
    ),
    ({ file }) => file,
  )
  return problems.filter(({ path }) => readers.get(path)?.some(({ id }) => id === wanted) ?? true)
}

function printSum(
  hooks: readonly Hook[],
  startless: number,
  isAll: boolean,
  isTurnedOff: boolean,
  { root, home }: Workspace,
): void {
  const states = hooks.map(({ state }) => state)
  const waiting = states.filter((state) => state === 'untrusted' || state === 'unknown').length
  const waits = waiting === 0 ? '' : ` ${plural(waiting, 'waits', 'wait')} for \`hookbench trust\`.`
  const counts = tally(states, ['active', 'broken', 'shadowed', 'disabled'])
  const cannot = startless === 0 ? '' : ` ${startless} of the active cannot start.`
  print(`${plural(hooks.length, 'hook')}, ${counts}.${cannot}${waits}`)
  if (isTurnedOff) print('All hooks are turned off by --no-hooks, so none were searched for.')
  if (!isAll || isTurnedOff) return
  if (hooks.length === 0) print(searchedPlaces())
  const above = hooks.some(({ source }) => source === 'workspace') ? undefined : hooksAbove(root, home)
  if (above !== undefined) print(above)
}

/** Prints one line for each file that other agents read as well. */
function printReaders(hooks: readonly Hook[], { root }: Workspace): void {
  const files = Map.groupBy(hooks, ({ path }) => path)
  for (const [path, own] of files) {
    const ids = [...new Set(own.flatMap(({ readers = [] }) => readers))]
    if (ids.length === 0) continue
    const titles = new Intl.ListFormat('en').format(ids.map((id) => dialectOf(id)?.title ?? id))
    const shown = path.startsWith(`${root}${sep}`) ? relative(root, path) : path
    print(
      paint(
        'dim',
        `${titles} ${ids.length === 1 ? 'reads' : 'read'} ${shown} as well: \`list --dialect ${ids[0]}\`.`,
      ),
    )
  }
}

// The settings are no hook, so what trust in them does not cover has a line of its own.
function printSettings({ settingsNeed, root }: Workspace): void {
  if (settingsNeed?.hook.state !== 'active') return
  const text = uncoveredText(settingsNeed.hook)
  if (text !== '') print(`${relative(root, settingsNeed.hook.path)}: ${text}`)
}

function printProblems({ problems, root }: Workspace, json: boolean): void {
  const placeOf = placesIn(root)
  if (json) printJson(problems)
  else if (problems.length === 0) print('No problems were found in the hook files, and none were skipped.')
  else for (const problem of problems) print(problemLine(problem, placeOf))
}

function problemLine(hookJson: Problem, placeOf: (problem: Problem) => string): string {
  const { severity, code, message, fix } = hookJson
  const colour = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'dim'
  const remedy = fix === undefined ? '' : ` ${fix}`
  return `${paint(colour, severity)}  ${placeOf(hookJson)}: ${message}${remedy} ${paint('dim', code)}`
}

function matcherOf(entry: HookEntry): string | undefined {
  const dialect = dialectOf(entry.host)
  return dialect === undefined ? entry.matcher : lookedAt(entry, dialect)
}

// The word that ids and other verbs use, where the configuration has no more specific scope.
function sourceText({ entry, source }: Hook): string {
  return entry === undefined || entry.scope === 'project' ? source : entry.scope
}

/** `isStartless`: the hook's program cannot be started. */
function rowOf(hook: Hook, isStartless: boolean): string[] {
  // The last line of the output explains hooks that were never trusted.
  const reason = hook.why?.startsWith('not trusted yet') === true ? undefined : hook.why
  const why = reason === undefined ? '' : paint('dim', reason)
  const sent = sendsText(hook).map((text) => paint('yellow', text))
  return [
    hook.name,
    ...(hook.entry === undefined ? [] : [entryText({ ...hook.entry, matcher: matcherOf(hook.entry) })]),
    paint('dim', sourceText(hook)),
    isStartless ? paint('red', 'cannot start') : paint(COLOUR[hook.state], hook.state),
    duration(hook.timeoutMs),
    [why, ...sent, uncoveredText(hook)].filter((text) => text !== '').join('  '),
  ]
}

const SHOWN_LOADS = 3

/** What trust does not cover, in short: where the hook loads code that cannot be determined, and its packages. */
function uncoveredText({ unseen = [], packages = [] }: Hook): string {
  const places = unseen.map((load) => /^(?:\S+ )?line \d+(?=: )/.exec(load)?.[0] ?? load)
  const parts = [
    ...(places.length === 0 ? [] : [`may run code that trust cannot see: ${few(places)}`]),
    ...(packages.length === 0 ? [] : [`packages that trust does not cover: ${few(packages)}`]),
  ]
  return parts.length === 0 ? '' : paint('yellow', parts.join('; '))
}

function few(hookJson: readonly string[]): string {
  const all = [...new Set(hookJson)]
  const rest = all.length - SHOWN_LOADS
  return `${all.slice(0, SHOWN_LOADS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
