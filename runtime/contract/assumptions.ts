// What predictions take for granted of entries because their host keeps it to itself.

import { dialectOf } from './dialects/index.ts'
import type { HostFacts } from './facts.ts'
import type { Hook } from './hook.ts'

/** A line for each such thing, once. Without `facts`, as the host is taken to be. */
export function assumptionsOf(hooks: readonly Hook[], facts?: HostFacts): readonly string[] {
  const all = hooks.flatMap(({ dialect, entry }) => {
    const host = dialectOf(dialect)?.host
    if (host?.assumes === undefined || entry === undefined) return []
    return host.assumes(facts ?? { version: host.versions.at(-1) ?? '', ...host.facts }, entry) ?? []
  })
  return [...new Set(all)]
}
