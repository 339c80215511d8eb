// Hooks that a host runs at once race: of several with the same decision, the host quotes one by when it finished, and
// contexts are read in the order in which they came. What hooks say by themselves is no race.

import type { Outcome } from '../contract/outcome.ts'

/** What of an outcome, and of its effect, depends on who finished first. */
export const ORDER_DEPENDENT = ['reason', 'by', 'context'] as const

/** Whether another order of finishing could have quoted another hook, or ordered contexts otherwise. */
export function isRaced({
  decision,
  effect,
  hooks,
}: Pick<Outcome, 'decision' | 'effect' | 'hooks'>): boolean {
  if (effect === undefined || effect.order !== undefined) return false
  const decided = hooks.filter(({ verdict }) => decision !== 'pass' && verdict?.decision === decision)
  const adding = hooks.filter(({ verdict }) => (verdict?.context ?? []).length > 0)
  return decided.length > 1 || adding.length > 1
}
