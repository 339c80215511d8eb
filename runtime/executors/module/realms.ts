// Realms: which module hooks share the same globals. Hooks of one source share, but those that may deny are kept apart
// from the others. In a realm whose hooks may deny, the globals are locked.

import { dialectOf } from '../../contract/dialects/index.ts'
import type { Hook } from '../../contract/hook.ts'
import { sourceOf } from '../sources.ts'

export type Realm = {
  /** Files with the same realm name share it. */
  readonly name: string
  /** Whether built-in objects cannot be replaced in it. */
  readonly locked: boolean
}

/** The realm of a file, from all hooks in it, because they share the file's state. */
export function realmOf(hooks: readonly Hook[]): Realm {
  const locked = hooks.some(mayDeny)
  const [first] = hooks
  return { name: `${first === undefined ? '' : sourceOf(first)} ${locked ? 'denies' : 'looks'}`, locked }
}

function mayDeny({ dialect, events }: Hook): boolean {
  const records = dialectOf(dialect)?.events
  return events.some((event) => records?.[event]?.semantics === 'veto')
}

/** Whether a thread shared by all these hooks must be locked: some may deny, or they come from several sources. */
export function isLocked(hooks: readonly Hook[]): boolean {
  return hooks.some(mayDeny) || new Set(hooks.map(sourceOf)).size > 1
}
