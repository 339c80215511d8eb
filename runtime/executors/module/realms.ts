// Which module hooks may see the same globals: those of one source, and of these the ones that may deny apart from
// the ones that only look or change. Where hooks may deny, the globals are locked.

import { dialectOf } from '../../contract/dialects/index.ts'
import type { Hook } from '../../contract/hook.ts'

export type Realm = {
  /** Files of one name share it. */
  readonly name: string
  /** What the language gives cannot be replaced in it. */
  readonly locked: boolean
}

/** The realm of a file, by all hooks that are in it: what they remember is one. */
export function realmOf(hooks: readonly Hook[]): Realm {
  const locked = hooks.some(mayDeny)
  const [first] = hooks
  return { name: `${first === undefined ? '' : sourceOf(first)} ${locked ? 'denies' : 'looks'}`, locked }
}

function mayDeny({ dialect, events }: Hook): boolean {
  const records = dialectOf(dialect)?.events
  return events.some((event) => records?.[event]?.semantics === 'veto')
}

// Plugins are strangers to each other: `org/repo/` stands before the name of each hook of one.
function sourceOf({ source, name }: Hook): string {
  return source === 'plugin' ? `plugin ${name.split('/').slice(0, 2).join('/')}` : source
}

/** Whether a thread that all these hooks share must be locked: some may deny, or they come from several sources. */
export function isLocked(hooks: readonly Hook[]): boolean {
  return hooks.some(mayDeny) || new Set(hooks.map(sourceOf)).size > 1
}
