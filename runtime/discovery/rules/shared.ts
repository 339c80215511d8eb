// Reports a script that several entries run at the same moment: each host passes it its own payload, and a host with
// two such entries runs it twice. Not a mistake by itself, so it is an info.

import { defined } from '../../contract/defined.ts'
import type { Dialect } from '../../contract/dialect.ts'
import type { HookEntry } from '../../contract/entry.ts'
import type { Hook } from '../../contract/hook.ts'
import { listed } from '../../contract/listed.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { momentOf, type RunningEntry, runTogether } from './overlap.ts'

/** A problem for every entry whose script another entry of the same moment runs too. */
export function sharedProblems(
  hooks: readonly Hook[],
  dialects: ReadonlyMap<string, Dialect>,
  {
    shown,
    rangeOf,
  }: { readonly shown: (path: string) => string; readonly rangeOf: (hook: Hook) => Range | undefined },
): readonly Problem[] {
  const kinds = new Map<string, number>()
  const known = new Map<number, boolean>()
  const groups = Map.groupBy(hooks.flatMap(runOf), ({ key }) => key)
  return [...groups.values()].flatMap((group) => {
    // Where hosts share a file, each reads the same entry; the problem is reported for the file's own host.
    const places = Map.groupBy(group, ({ place }) => place)
    const own = group.filter(({ entry }) => entry.borrowed !== true)
    const runs = runsOf(group)
    return [...new Map(own.map((run) => [run.place, run]))].flatMap(([place, mine]) => {
      const readers = places.get(place) as readonly Run[]
      const ids = new Set(readers.map(({ dialect }) => dialect.id))
      const again = readers.flatMap((reader) =>
        runs.filter(
          (one) => one.dialect === reader.dialect && !isBeside(reader, one) && together(reader, one),
        ),
      )
      const others = runs.filter((one) => !ids.has(one.dialect.id) && one.isFile && together(mine, one))
      if (again.length === 0 && others.length === 0) return []
      const [script] = mine.entry.scripts
      const name = mine.isFile && script !== undefined ? shown(script) : 'this command'
      const twice = byFile(again).map(({ hosts, file, run, events }) =>
        file === shown(mine.entry.file)
          ? `${hosts} ${run} ${name} here and at ${events} in this file, each time`
          : `${hosts} ${run} ${name} here and for an entry of ${file}, each time`,
      )
      const beside = byFile(others).map(({ hosts, file }) => `${hosts} (${file})`)
      const [run, whose] = others.every(({ dialect }) => dialect === others[0]?.dialect)
        ? ['runs', 'its']
        : ['run', 'their']
      const also = `${listed(beside)} ${run} ${twice.length === 0 ? name : 'it'} too, with ${whose} own payload`
      const message = `${[...twice, ...(beside.length === 0 ? [] : [also])].join('; ')}.`
      return [problem('entry.twice', mine.hook.path, message, defined({ range: rangeOf(mine.hook) }))]
    })
  })

  // Results are kept by how entries are written: of ten thousand entries, most are written alike.
  function together(one: Run, two: Run): boolean {
    const pair = one.alike * MOST_KINDS + two.alike
    const before = known.get(pair)
    if (before !== undefined) return before
    if (known.size >= MOST_PAIRS) return false
    const found = runTogether(one, two)
    known.set(pair, found)
    return found
  }

  function byFile(found: readonly Run[]) {
    return [...Map.groupBy(found, ({ entry }) => entry.file)].map(([path, own]) => {
      const titles = [...new Set(own.map(({ dialect }) => dialect.title))]
      const events = listed([...new Set(own.map(({ entry }) => entry.event))])
      return { hosts: listed(titles), file: shown(path), run: titles.length === 1 ? 'runs' : 'run', events }
    })
  }

  function runOf(hook: Hook): readonly Run[] {
    const { entry, state } = hook
    const dialect = dialects.get(hook.dialect)
    if (dialect === undefined || entry?.kind !== 'command' || state !== 'active') return []
    if (entry.scripts.length > 1 || !Object.hasOwn(dialect.events, entry.event)) return []
    const [script] = entry.scripts
    const line = JSON.stringify([dialect.id, entry.command, entry.args])
    const place = `${hook.path}\0${JSON.stringify(entry.at)}`
    const isFile = script !== undefined
    const written = JSON.stringify([line, entry.event, entry.matcher, entry.fields])
    const alike = kinds.get(written) ?? kinds.size
    kinds.set(written, alike)
    return [
      {
        hook,
        dialect,
        entry,
        place,
        isFile,
        alike,
        key: `${script ?? line}\0${momentOf(dialect, entry.event)}`,
      },
    ]
  }
}

/** An entry that runs the script, or a command without a script, and the host that runs the entry. */
type Run = RunningEntry & {
  readonly hook: Hook
  readonly entry: HookEntry
  readonly place: string
  readonly isFile: boolean
  /** Equal for entries that are written alike. */
  readonly alike: number
  readonly key: string
}

/** Most pairs of differently written entries that are compared. */
const MOST_PAIRS = 20_000

/** More than there can be entries, so that the key of a pair is unique. */
const MOST_KINDS = 2 ** 24

/** Most different entries for one script that are compared. */
const MOST_RUNS = 50

// One entry for each host, file, event and matcher: of ten thousand that are equal in these, only one is compared.
function runsOf(group: readonly Run[]): readonly Run[] {
  const found = new Map<string, Run>()
  for (const run of group) {
    const { dialect, entry } = run
    const key = `${dialect.id}\0${entry.file}\0${entry.event}\0${entry.matcher || '*'}`
    if (!found.has(key)) found.set(key, run)
    if (found.size === MOST_RUNS) break
  }
  return [...found.values()]
}

// Entries of one event in one file are compared in repeats.ts.
function isBeside({ entry: one }: Run, { entry: two }: Run): boolean {
  return one.file === two.file && one.event === two.event
}
