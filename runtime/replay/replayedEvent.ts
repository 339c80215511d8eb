// What a replay is asked for, and what it says of each event.

import type { Case } from '../contract/case.ts'
import type { Effect } from '../contract/effect.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { Difference } from './compare.ts'
import type { Shard } from './shard.ts'

export type ReplayedEvent = {
  /** Its place in the recording, from 1. */
  readonly n: number
  readonly event: string
  readonly dialect: string
  readonly session: string
  /** The one hook that was run, where only one was. */
  readonly hook?: string
  /** The outcome, the one hook's run or what a case expects; null where nothing was recorded. */
  readonly recorded: Outcome | HookRun | Case['expect'] | null
  /** Null when it could not be fired. */
  readonly replayed: Outcome | HookRun | null
  /** What the host does when this hook runs alone; only for one hook of a host. */
  readonly effect?: Effect
  readonly same: boolean
  readonly differences?: readonly Difference[]
  /** Why it could not be replayed. */
  readonly failed?: string
}

export type ReplayOptions = {
  /** Runs only this hook (id or name) and compares its run, on what it was given then. */
  readonly hook?: string
  /** Payload fields to override, by dotted path. */
  readonly set?: Readonly<Record<string, unknown>>
  /** Takes only some of the events. */
  readonly only?: (event: RecordedEvent) => boolean
  /**
   * How many sessions are replayed at once; the events of one session stay in order. What a module hook keeps between
   * events it keeps across sessions only where one at a time is replayed.
   */
  readonly jobs?: number
  /** Takes one part of the events. */
  readonly shard?: Shard
  readonly signal?: AbortSignal
  /** Hears each event as it is done, in order. */
  readonly onEvent?: (event: ReplayedEvent) => void
  /**
   * `notable` keeps only changed and failed events in the answer, and tells same ones without their outcomes:
   * memory stays flat over long recordings.
   */
  readonly keep?: 'all' | 'notable'
  /** Bytes of a recording from which module hooks replay in bulk, in threads of their own. */
  readonly bulkFrom?: number
}
