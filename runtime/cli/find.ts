// A hook by what a person types: its id, its name, or the end of its id.

import type { Hook } from '../contract/hook.ts'
import { didYouMean, suggest } from '../contract/suggest.ts'
import { UsageError } from './usage.ts'

// A script is often called by its name without the ending.
function byStem(hooks: readonly Hook[], wanted: string): string {
  const stems = new Map(hooks.map(({ name }) => [name.replace(/\.[^.]+$/, ''), name]))
  const meant = suggest(wanted, [...stems.keys()])
  return meant === undefined ? '' : ` Did you mean "${stems.get(meant)}"?`
}

/** The one hook meant, or a usage error that names the candidates. */
export function findHook(hooks: readonly Hook[], wanted: string): Hook {
  const exact = hooks.find((hook) => hook.id === wanted)
  if (exact !== undefined) return exact
  const named = hooks.filter(
    (hook) =>
      hook.listedAs === undefined &&
      (hook.name === wanted || hook.id.endsWith(`:${wanted}`) || hook.path === wanted),
  )
  if (named.length === 1) return named[0] as Hook
  if (named.length > 1) {
    throw new UsageError(
      `"${wanted}" is ${named.map((hook) => hook.id).join(' and ')}; give one of these ids.`,
    )
  }
  const hint =
    didYouMean(wanted, [...hooks.map((hook) => hook.name), ...hooks.map((hook) => hook.id)]) ||
    byStem(hooks, wanted)
  throw new UsageError(
    `there is no hook "${wanted}".${hint === '' ? ' `hookbench list --json` shows the ids.' : hint}`,
  )
}

/** The same entries as every host reads them: letting an entry run is one question. */
export function forEveryReader(hooks: readonly Hook[], all: readonly Hook[]): readonly Hook[] {
  const given = new Set(hooks.map(({ id }) => id))
  const ids = new Set(hooks.map(({ id, listedAs }) => listedAs ?? id))
  const others = all.filter(({ id, listedAs }) => !given.has(id) && ids.has(listedAs ?? id))
  return [...hooks, ...others]
}
