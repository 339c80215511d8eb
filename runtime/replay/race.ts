// Hooks that a host runs concurrently race: among several with the same decision, the one quoted depends on the
// finishing order, as does the order of contexts. The hooks' own verdicts are not affected.

import type { Outcome } from '../contract/outcome.ts'

/** Fields of an outcome that depend on which hook finished first. */
export const ORDER_DEPENDENT = ['reason', 'by', 'context'] as const

/** Whether a different finishing order could have quoted another hook or reordered contexts. */
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
