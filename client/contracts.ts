// What the extension asks of the contract: the order of events, what an event may do, its example. The dialects come
// with a library of schemas, so they are loaded by the first question and not with the extension.

import type { Dialect } from '../runtime/contract/dialect.ts'
import type { EventRecord } from '../runtime/contract/eventRecord.ts'

export type Contracts = {
  readonly all: readonly Dialect[]
  dialect(id: string): Dialect | undefined
  event(dialect: string, event: string): EventRecord | undefined
  /** Whether a hook runs when an event fires, by whichever of its names. */
  answersTo(hook: { readonly dialect: string; readonly events: readonly string[] }, event: string): boolean
}

let loading: Promise<Contracts> | undefined

/** Loads them once. */
export function contracts(): Promise<Contracts> {
  loading ??= load()
  return loading
}

async function load(): Promise<Contracts> {
  const { answersTo, dialects, dialectOf, recordOf } = await import('../runtime/contract/dialects/index.ts')
  return { all: Object.values<Dialect>(dialects), dialect: dialectOf, event: recordOf, answersTo }
}
