// Turns drafts into hooks: which hook hides which, the firing order, and which hooks settings switch off. Whether a
// hook hides a built-in one, and whether an untrusted hook hides one of the user's, is decided after trust is.

import picomatch from 'picomatch'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import type { Hook, HookState } from '../contract/hook.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { byCodeUnits, type Surroundings, shown } from './places.ts'
import type { UnresolvedHook } from './unresolvedHooks.ts'

export type Ranked = { readonly hooks: readonly Hook[]; readonly problems: readonly Problem[] }

/** Ranks all hooks of one dialect; built-in ones come first. */
export function rank(
  drafts: readonly UnresolvedHook[],
  builtins: readonly Hook[],
  dialect: Dialect,
  disabled: readonly string[],
  ground: Surroundings,
): Ranked {
  const isDisabled = matcherOf(disabled)
  const hidden = hidings(drafts, dialect)
  const losers = new Map([...hidden].map(([loser, [winner]]) => [winner?.hook.path, loser]))
  const ordered = [...drafts].sort(
    dialect.order === 'by-name'
      ? (one, two) => byCodeUnits(one.file, two.file) || one.folder.rank - two.folder.rank
      : (one, two) => one.folder.rank - two.folder.rank || byCodeUnits(one.file, two.file),
  )
  const own = builtins.map((hook, order) => {
    if (hook.state !== 'active' || !isDisabled(hook.id)) return { ...hook, order }
    return { ...hook, order, state: 'disabled' as const, why: BY_SETTINGS }
  })
  const found = ordered.map((draft, index): Hook => {
    const winners = hidden.get(draft) ?? []
    const loser = losers.get(draft.hook.path)
    const disabled = isDisabled(draft.hook.id)
    const [state, why] = stateOf(draft, winners[0], loser, disabled, ground)
    const covered = state === 'shadowed' ? hiddenBy(winners, draft, disabled, ground) : undefined
    return { ...draft.hook, state, ...defined({ why, hidden: covered }), order: own.length + index }
  })
  return { hooks: [...own, ...found], problems: hidingProblems(hidden, ground) }
}

export const BY_SETTINGS = 'Switched off by "disabled" in .hookbench/settings.json.'

/** A predicate for hook ids; a star matches slashes too. */
export function matcherOf(globs: readonly string[]): (id: string) => boolean {
  if (globs.length === 0) return () => false
  const exact = new Set(globs)
  // A pattern takes much longer to prepare and to test than a name.
  const patterns = globs.filter((glob) => /^\.\/|[^\w.:/#-]/.test(glob))
  const matches = picomatch(patterns, { bash: true, dot: true, nonegate: true })
  return (id) => exact.has(id) || matches(id)
}

function stateOf(
  draft: UnresolvedHook,
  winner: UnresolvedHook | undefined,
  loser: UnresolvedHook | undefined,
  disabled: boolean,
  ground: Surroundings,
): readonly [HookState, string?] {
  if (draft.broken !== undefined) {
    const hides = loser === undefined ? '' : ` In the agent it still hides ${shown(loser.hook.path, ground)}.`
    return ['broken', draft.broken + hides]
  }
  if (winner !== undefined) {
    const broken = winner.broken === undefined ? '' : ', which is itself broken'
    return ['shadowed', `Hidden by ${shown(winner.hook.path, ground)}${broken}.`]
  }
  if (draft.off !== undefined) return ['disabled', draft.off]
  if (disabled) return ['disabled', BY_SETTINGS]
  return draft.unknown === undefined ? ['active'] : ['unknown', draft.unknown]
}

function hiddenBy(
  winners: readonly UnresolvedHook[],
  draft: UnresolvedHook,
  disabled: boolean,
  ground: Surroundings,
): Hook['hidden'] {
  const [state, why] = stateOf(draft, undefined, undefined, disabled, ground)
  return { by: winners.map(({ hook }) => hook.path), state, ...defined({ why }) }
}

// Maps each hidden hook to those that hide it, nearest first, by the name of the file (for plugins, with the plugin's
// name). The nearest is the one that the agent runs.
function hidings(
  drafts: readonly UnresolvedHook[],
  dialect: Dialect,
): ReadonlyMap<UnresolvedHook, readonly UnresolvedHook[]> {
  if (dialect.wins === 'both') return new Map()
  const sign = dialect.wins === 'first' ? 1 : -1
  const nearer = (one: UnresolvedHook, two: UnresolvedHook) => sign * (one.folder.rank - two.folder.rank)
  const named = Map.groupBy(
    drafts.filter((draft) => !draft.passedOver),
    (draft) => draft.folder.namePrefix + draft.file,
  )
  const pairs = [...named.values()].flatMap((same) => {
    // One of each folder: others are parts of the same file.
    const files = [...Map.groupBy(same, ({ folder }) => folder.rank).values()].flatMap(
      ([first]) => first ?? [],
    )
    const ordered = files.sort(nearer)
    return same.flatMap((loser) => {
      const winners = ordered.filter((one) => nearer(one, loser) < 0)
      return winners.length === 0 ? [] : [[loser, winners] as const]
    })
  })
  return new Map(pairs)
}

function hidingProblems(
  hidden: ReadonlyMap<UnresolvedHook, readonly UnresolvedHook[]>,
  ground: Surroundings,
): readonly Problem[] {
  const byFile = new Map([...hidden].map(([loser, [winner]]) => [loser.hook.path, winner?.hook.path ?? '']))
  return [...byFile].map(([loser, winner]) =>
    problem('hook.shadowed', loser, `Hidden by ${shown(winner, ground)}, which has the same name.`),
  )
}
