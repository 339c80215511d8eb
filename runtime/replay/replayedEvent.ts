// The options of a replay, and its result for each event.

import type { Case } from '../contract/case.ts'
import type { Effect } from '../contract/effect.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { Difference } from './compare.ts'
import type { Shard } from './shard.ts'

export type ReplayedEvent = {
  /** Its number in the recording, from 1. */
  readonly n: number
  readonly event: string
  readonly dialect: string
  readonly session: string
  /** Id of the hook, if only one was run. */
  readonly hook?: string
  /** The recorded outcome, the hook's recorded run, or the expectation of a case; null if nothing was recorded. */
  readonly recorded: Outcome | HookRun | Case['expect'] | null
  /** Null if the event could not be fired. */
  readonly replayed: Outcome | HookRun | null
  /** What the host does when this hook runs alone; only for a single hook of a host. */
  readonly effect?: Effect
  readonly same: boolean
  readonly differences?: readonly Difference[]
  /** Why the event could not be replayed. */
  readonly failed?: string
}

export type ReplayOptions = {
  /** Runs only this hook (id or name), on the input that it got when recorded, and compares its run. */
  readonly hook?: string
  /** Payload fields to override, by dotted path. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Selects events; default: all. */
  readonly only?: (event: RecordedEvent) => boolean
  /**
   * How many sessions are replayed concurrently; the events of one session stay in order. A module
   * hook keeps its state across sessions only with one job.
   */
  readonly jobs?: number
  /** Replays one part of the events. */
  readonly shard?: Shard
  readonly signal?: AbortSignal
  /** Called with each event when it is done, in order. */
  readonly onEvent?: (event: ReplayedEvent) => void
  /**
   * `notable` keeps only changed and failed events in the result, and reports unchanged ones without
   * outcomes, so that memory use does not grow with long recordings.
   */
  readonly keep?: 'all' | 'notable'
  /** Size of a recording, in bytes, from which module hooks replay in bulk, in separate threads. */
  readonly bulkFrom?: number
}
