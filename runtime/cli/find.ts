// Finds a hook by what the user types: its id, its name, or the end of its id.

import { answersTo } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { didYouMean, suggest } from '../contract/suggest.ts'
import { UsageError } from './usage.ts'

// Scripts are often named without their extension.
function byStem(hooks: readonly Hook[], wanted: string): string {
  const stems = new Map(hooks.map(({ name }) => [name.replace(/\.[^.]+$/, ''), name]))
  const suggestion = suggest(wanted, [...stems.keys()])
  return suggestion === undefined ? '' : ` Did you mean "${stems.get(suggestion)}"?`
}

/** What else is known about the hook: its dialect, and the event it should answer. */
export type HookFilter = {
  readonly dialect?: string | undefined
  readonly event?: string | undefined
  /** The caller also accepts the path of a script, for all hooks that run it. */
  readonly orPath?: boolean
}

/** The only hook that matches, or a usage error that lists the candidates. */
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
  // An entry that several dialects read belongs to its file's own dialect, unless another is named or only another has
  // the event.
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

// Hooks registered under this name of the event, else under another of its names, else all.
function answering(named: readonly Hook[], event: string): readonly Hook[] {
  const own = named.filter(({ events }) => events.includes(event))
  const others = own.length > 0 ? own : named.filter((hook) => answersTo(hook, event))
  return others.length > 0 ? others : named
}

/** The same entries in every dialect that runs the same by them: trust in an entry applies to all of them. */
export function forEveryReader(hooks: readonly Hook[], all: readonly Hook[]): readonly Hook[] {
  const given = new Set(hooks.map(({ id }) => id))
  const taken = new Map(hooks.map(({ id, listedAs = id, entry }) => [listedAs, entry?.taken]))
  const others = all.filter(
    ({ id, listedAs = id, entry }) =>
      !given.has(id) && taken.has(listedAs) && taken.get(listedAs) === entry?.taken,
  )
  return [...hooks, ...others]
}
