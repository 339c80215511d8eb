// The messages between a bulk thread and its parent, and the counters in memory that both share.

import type { DialectId } from '../../contract/dialectId.ts'
import type { Hook } from '../../contract/hook.ts'
import type { Settings } from '../../contract/settings.ts'
import type { ReplayedEvent } from '../replayedEvent.ts'

/** 1 once the thread receives batches. */
export const READY = 0
/** How many events the thread has finished since its start; their results have been posted. */
export const DONE = 1
/** How many hook runs it has begun. */
export const BEGUN = 2

export type BulkCells = Int32Array<SharedArrayBuffer>

export function newCells(): BulkCells {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT))
}

/** The data that a thread is started with. */
export type BulkBoot = {
  readonly cells: BulkCells
  readonly root: string
  readonly settings: Settings
  readonly failOpen: { readonly [D in DialectId]?: boolean }
  readonly hooks: readonly Hook[]
  /** The files of each active hook, by hook id. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, Uint8Array>>
  readonly untrusted: ReadonlyMap<string, string>
  /** The session of events that name none. */
  readonly session: string
  readonly hook: string | undefined
  readonly set: Readonly<Record<string, unknown>> | undefined
  readonly keep: 'all' | 'notable'
}

/** Events to replay, as the bytes of their lines. */
export type Batch = {
  readonly bytes: Uint8Array
  /** Per event: its number in the recording, the number of lines, and the length of each in bytes. */
  readonly index: Uint32Array
}

export type BulkReply =
  /** `at` counts this thread's events from 0. `event` is absent if the lines contain none. */
  | { readonly kind: 'event'; readonly at: number; readonly event?: ReplayedEvent }
  /** The number of events finished since the thread's start; all their results have been posted. */
  | { readonly kind: 'done'; readonly count: number }
  /** Same, but a hook continues although it was told to stop: later events should go to a new thread. */
  | { readonly kind: 'spoilt'; readonly count: number }
