// Lazy access to the dialects: the order of events, what an event permits, its example. The dialects pull in the schema
// library, so they are imported on first use rather than at activation.

import type { Dialect } from '../runtime/contract/dialect.ts'
import type { EventRecord } from '../runtime/contract/eventRecord.ts'

export type Contracts = {
  readonly all: readonly Dialect[]
  dialect(id: string): Dialect | undefined
  event(dialect: string, event: string): EventRecord | undefined
  /** Whether a hook runs when an event fires, under any of the event's names. */
  answersTo(hook: { readonly dialect: string; readonly events: readonly string[] }, event: string): boolean
}

let loading: Promise<Contracts> | undefined

/** Loads the dialects once and caches them. */
export function contracts(): Promise<Contracts> {
  loading ??= load()
  return loading
}

async function load(): Promise<Contracts> {
  const { answersTo, dialects, dialectOf, recordOf } = await import('../runtime/contract/dialects/index.ts')
  return { all: Object.values<Dialect>(dialects), dialect: dialectOf, event: recordOf, answersTo }
}
