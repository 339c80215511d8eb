// One script that several entries run for the same moment: each host hands it its own payload, and a host that has it
// twice runs it twice. No mistake by itself, so it is told as an info.

import { defined } from '../../contract/defined.ts'
import type { Dialect } from '../../contract/dialect.ts'
import type { Hook } from '../../contract/hook.ts'
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
    const places = Map.groupBy(own, (hook) => `${hook.path}\0${JSON.stringify(hook.entry?.at)}`)
    return [...places.values()].flatMap((readers) => {
      const again = (reader: Hook) =>
        group.find((one) => one.dialect === reader.dialect && mayRunTogether(reader, one))
      const hook = readers.find(again) ?? (readers.at(-1) as Hook)
      const other = again(hook) ?? own.find((one) => !readers.includes(one) && mayRunTogether(hook, one))
      const script = shown(hook.entry?.scripts[0] ?? '')
      if (other === undefined) return []
      const title = dialects.get(other.dialect)?.title ?? other.dialect
      const message =
        other.dialect === hook.dialect
          ? `${title} runs ${script} here and by an entry of ${shown(other.path)}, each time.`
          : `${title} runs ${script} as well, by ${shown(other.path)}, and hands it a payload of its own.`
      const range = rangeOf(hook)
      return [problem('entry.twice', hook.path, message, defined({ range }))]
    })
  })

  function momentOf({ dialect, events }: Hook): string {
    const [event = ''] = events
    const known = dialects.get(dialect)
    return (known && lifecycleOf(known, event)) ?? `${dialect} ${event}`
  }
}

// Entries of one file with matchers of their own are written so that they do not overlap.
function mayRunTogether(one: Hook, two: Hook): boolean {
  if (one.path === two.path) return false
  if (one.dialect !== two.dialect) return true
  const [mine = '*', others = '*'] = [one, two].map(({ entry }) => entry?.matcher || '*')
  return mine === others || mine === '*' || others === '*'
}
