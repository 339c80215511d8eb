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
    const again = againIn(group)
    const otherwise = otherwiseIn(own)
    return [...places.values()].flatMap((readers) => {
      const hook = readers.find((one) => again(one) !== undefined) ?? (readers.at(-1) as Hook)
      const other = again(hook) ?? otherwise(hook)
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

// Of ten thousand entries that run one script, each is compared with none: what may answer is looked up.

/** The first hook by which the same host runs the script once more. */
function againIn(group: readonly Hook[]): (hook: Hook) => Hook | undefined {
  const all = firstsOf(group, ({ dialect }) => dialect)
  const byMatcher = firstsOf(group, (one) => `${one.dialect}\0${matcherOf(one)}`)
  return (hook) => {
    if (matcherOf(hook) === '*') return earliest([all(hook.dialect, hook.path)])
    return earliest([matcherOf(hook), '*'].map((one) => byMatcher(`${hook.dialect}\0${one}`, hook.path)))
  }
}

/** The first hook of another host. */
function otherwiseIn(own: readonly Hook[]): (hook: Hook) => Hook | undefined {
  const dialects = [...new Set(own.map(({ dialect }) => dialect))]
  const first = firstsOf(own, ({ dialect }) => dialect)
  return ({ dialect, path }) =>
    earliest(dialects.filter((one) => one !== dialect).map((one) => first(one, path)))
}

type Placed = { readonly hook: Hook; readonly order: number }

/** Of each key the first hook that stands in another file than this one. Entries of one file are written not to overlap. */
function firstsOf(
  hooks: readonly Hook[],
  keyOf: (hook: Hook) => string,
): (key: string, path: string) => Placed | undefined {
  const firsts = new Map<string, Placed[]>()
  for (const [order, hook] of hooks.entries()) {
    const key = keyOf(hook)
    const known = firsts.get(key)
    if (known === undefined) firsts.set(key, [{ hook, order }])
    else if (known.length === 1 && known[0]?.hook.path !== hook.path) known.push({ hook, order })
  }
  return (key, path) => firsts.get(key)?.find(({ hook }) => hook.path !== path)
}

function earliest(found: readonly (Placed | undefined)[]): Hook | undefined {
  return found.filter((one) => one !== undefined).sort((one, two) => one.order - two.order)[0]?.hook
}

function matcherOf({ entry }: Hook): string {
  return entry?.matcher || '*'
}
