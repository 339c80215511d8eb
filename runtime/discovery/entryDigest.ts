// What an entry comes to as a text in which only the order of keys does not count: for identity and for trust.

import { hash } from 'node:crypto'
import type { FoundEntry } from '../contract/host.ts'

/** The hash of all that an entry says, and of what configuration puts into its process. */
export function digestOf(entry: FoundEntry, env?: Readonly<Record<string, string>>): string {
  const { event, matcher, fields, group } = entry
  return hash('sha256', JSON.stringify(sorted({ event, matcher: matcher ?? null, fields, group, env })))
}

/** Keys in one order, so that reordering them changes nothing. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
