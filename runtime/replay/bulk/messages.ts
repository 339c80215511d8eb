// The messages between a bulk thread and its parent, and the counters in memory that both share.

import type { DialectId } from '../../contract/dialectId.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Settings } from '../../contract/settings.ts'
import type { ReplayedEvent } from '../replayedEvent.ts'

/** 1 once the thread works. */
export const READY = 0
/** How many events the thread is done with since its start; what there was to say about them has been said. */
export const DONE = 1
/** How many hooks it has begun to run. */
export const BEGUN = 2

export type BulkCells = Int32Array<SharedArrayBuffer>

export function newCells(): BulkCells {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))
}

/** What a thread is started with. */
export type BulkBoot = {
  readonly cells: BulkCells
  readonly root: string
  readonly settings: Settings
  readonly failOpen: { readonly [D in DialectId]?: boolean }
  readonly hooks: readonly Hook[]
  /** By hook id: the files of an active hook. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>
  readonly untrusted: ReadonlyMap<string, string>
  /** Names events that have no session. */
  readonly session: string
  readonly hook: string | undefined
  readonly set: Readonly<Record<string, unknown>> | undefined
  readonly keep: 'all' | 'notable'
}

/** Events to replay, as the bytes of their lines. */
export type Batch = {
  readonly bytes: Uint8Array
  /** Per event: its place in the recording, how many lines, and the length of each. */
  readonly index: Uint32Array
}

export type BulkReply =
  /** `at` counts this thread's events from 0. `event` is absent where the lines told none. */
  | { readonly kind: 'event'; readonly at: number; readonly event?: ReplayedEvent }
  /** So many events are done, counted from the thread's start; there is no more to say about them. */
  | { readonly kind: 'done'; readonly count: number }
  /** The same, and a hook goes on although it was told to stop: what comes now should come to a fresh thread. */
  | { readonly kind: 'spoilt'; readonly count: number }
