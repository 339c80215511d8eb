// One script that several entries run for the same moment: each host hands it its own payload, and a host that has it
// twice runs it twice. No mistake by itself, so it is told as an info.

import { defined } from '../../contract/defined.ts'
import type { Dialect } from '../../contract/dialect.ts'
import type { Hook } from '../../contract/hook.ts'
import { listed } from '../../contract/listed.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { lifecycleOf } from '../../contract/spelling.ts'

/** A problem for every entry whose script another entry of the same moment runs too. */
export function sharedProblems(
  hooks: readonly Hook[],
  dialects: ReadonlyMap<string, Dialect>,
  {
    shown,
    rangeOf,
  }: { readonly shown: (path: string) => string; readonly rangeOf: (hook: Hook) => Range | undefined },
): readonly Problem[] {
  const running = hooks.filter(({ entry, state }) => state === 'active' && entry?.scripts.length === 1)
  const groups = Map.groupBy(running, (hook) => `${hook.entry?.scripts[0]}\0${momentOf(hook)}`)
  return [...groups.values()].flatMap((group) => {
    // Where hosts have a file in common, each reads the one entry, and it is told in the words of the file's own host.
    const own = group.filter(({ entry }) => entry?.borrowed !== true)
    const places = Map.groupBy(group, placeOf)
    const runs = runsOf(group)
    return [...new Map(own.map((hook) => [placeOf(hook), hook]))].flatMap(([place, hook]) => {
      const readers = places.get(place) as readonly Hook[]
      const ids = new Set(readers.map(({ dialect }) => dialect))
      const again = readers
        .map(runOf)
        .flatMap((reader) =>
          runs.filter((one) => one.dialect === reader.dialect && mayRunTogether(reader, one)),
        )
      const mine = runOf(hook)
      const others = runs.filter((one) => !ids.has(one.dialect) && mayRunTogether(mine, one))
      if (again.length === 0 && others.length === 0) return []
      const script = shown(hook.entry?.scripts[0] ?? '')
      const twice = byFile(again).map(
        ({ hosts, file, run }) => `${hosts} ${run} ${script} here and by an entry of ${file}, each time`,
      )
      const beside = byFile(others).map(({ hosts, file }) => `${hosts} by ${file}`)
      const [run, whose] = others.every(({ dialect }) => dialect === others[0]?.dialect)
        ? ['runs', 'its']
        : ['run', 'their']
      const also = `${listed(beside)} ${run} ${twice.length === 0 ? script : 'it'} as well, with a payload of ${whose} own`
      const message = `${[...twice, ...(beside.length === 0 ? [] : [also])].join('; ')}.`
      const range = rangeOf(hook)
      return [problem('entry.twice', hook.path, message, defined({ range }))]
    })
  })

  function byFile(found: readonly Run[]) {
    return [...Map.groupBy(found, ({ path }) => path)].map(([path, own]) => {
      const titles = [...new Set(own.map(({ dialect }) => dialects.get(dialect)?.title ?? dialect))]
      return { hosts: listed(titles), file: shown(path), run: titles.length === 1 ? 'runs' : 'run' }
    })
  }

  function momentOf({ dialect, events }: Hook): string {
    const [event = ''] = events
    const known = dialects.get(dialect)
    return (known && lifecycleOf(known, event)) ?? `${dialect} ${event}`
  }
}

function placeOf({ path, entry }: Hook): string {
  return `${path}\0${JSON.stringify(entry?.at)}`
}

/** Who runs the script, by which file, for what. */
type Run = { readonly dialect: Hook['dialect']; readonly path: string; readonly matcher: string }

function runOf({ dialect, path, entry }: Hook): Run {
  return { dialect, path, matcher: entry?.matcher || '*' }
}

/** How many ways to one script are told of. */
const MOST_RUNS = 50

// Of ten thousand entries of a file that run one script with one matcher, each is compared with one of them.
function runsOf(group: readonly Hook[]): readonly Run[] {
  const found = new Map<string, Run>()
  for (const hook of group) {
    const run = runOf(hook)
    const key = `${run.dialect}\0${run.path}\0${run.matcher}`
    if (!found.has(key)) found.set(key, run)
    if (found.size === MOST_RUNS) break
  }
  return [...found.values()]
}

// Entries of one file with matchers of their own are written so that they do not overlap.
function mayRunTogether(one: Run, two: Run): boolean {
  if (one.path === two.path) return false
  if (one.dialect !== two.dialect) return true
  return one.matcher === two.matcher || one.matcher === '*' || two.matcher === '*'
}
