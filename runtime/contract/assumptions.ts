// Assumptions of predictions: facts about entries that the host does not publish.

import { dialectOf } from './dialects/index.ts'
import type { HostFacts } from './facts.ts'
import type { Hook } from './hook.ts'

/**
 * One line per assumption, without duplicates. Without `facts`, for the host's oldest known version and default facts.
 */
export function assumptionsOf(hooks: readonly Hook[], facts?: HostFacts): readonly string[] {
  const all = hooks.flatMap(({ dialect, entry }) => {
    const host = dialectOf(dialect)?.host
    if (host?.assumes === undefined || entry === undefined) return []
    return host.assumes(facts ?? { version: host.versions.at(-1) ?? '', ...host.facts }, entry) ?? []
  })
  return [...new Set(all)]
}
