// A hook by what a person types: its id, its name, or the end of its id.

import { answersTo } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { didYouMean, suggest } from '../contract/suggest.ts'
import { UsageError } from './usage.ts'

// A script is often called by its name without the ending.
function byStem(hooks: readonly Hook[], wanted: string): string {
  const stems = new Map(hooks.map(({ name }) => [name.replace(/\.[^.]+$/, ''), name]))
  const suggestion = suggest(wanted, [...stems.keys()])
  return suggestion === undefined ? '' : ` Did you mean "${stems.get(suggestion)}"?`
}

/** What else is known of the hook that is meant: its dialect, and the event that it is to answer. */
export type HookFilter = {
  readonly dialect?: string | undefined
  readonly event?: string | undefined
  /** Whoever asks takes the path of a script as well, for all hooks that run it. */
  readonly orPath?: boolean
}

/** The one hook meant, or a usage error that names the candidates. */
export function findHook(
  hooks: readonly Hook[],
  wanted: string,
  { dialect, event, orPath = false }: HookFilter = {},
): Hook {
  const exact = hooks.find((hook) => hook.id === wanted)
  if (exact !== undefined) return exact
  const all = hooks.filter(
    (hook) => hook.name === wanted || hook.id.endsWith(`:${wanted}`) || hook.path === wanted,
  )
  // An entry that several dialects read is the one of its own file's, unless another of them is named or alone has the event.
  const listed = all.filter((hook) =>
    dialect === undefined ? hook.listedAs === undefined : hook.dialect === dialect,
  )
  const isListed =
    dialect !== undefined || event === undefined || listed.some((hook) => answersTo(hook, event))
  const readers = isListed ? [] : all.filter((hook) => answersTo(hook, event))
  const named = readers.length > 0 ? readers : listed
  const [only, second] = dialect === undefined || event === undefined ? named : answering(named, event)
  if (only !== undefined && second === undefined) return only
  if (named.length > 1) {
    const ids = named.map((hook) => hook.id).join(' and ')
    const path = orPath ? ', or the path of the script for all of them' : ''
    throw new UsageError(`"${wanted}" is ${ids}; give one of these ids${path}.`)
  }
  const hint =
    didYouMean(wanted, [...hooks.map((hook) => hook.name), ...hooks.map((hook) => hook.id)]) ||
    byStem(hooks, wanted)
  throw new UsageError(
    `there is no hook "${wanted}".${hint === '' ? ' `hookbench list --json` shows the ids.' : hint}`,
  )
}

// Those that wait for the event by this name, else by another of its names, else all.
function answering(named: readonly Hook[], event: string): readonly Hook[] {
  const own = named.filter(({ events }) => events.includes(event))
  const others = own.length > 0 ? own : named.filter((hook) => answersTo(hook, event))
  return others.length > 0 ? others : named
}

/** The same entries as every host reads them: letting an entry run is one question. */
export function forEveryReader(hooks: readonly Hook[], all: readonly Hook[]): readonly Hook[] {
  const given = new Set(hooks.map(({ id }) => id))
  const ids = new Set(hooks.map(({ id, listedAs }) => listedAs ?? id))
  const others = all.filter(({ id, listedAs }) => !given.has(id) && ids.has(listedAs ?? id))
  return [...hooks, ...others]
}
