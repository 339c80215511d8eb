// Recorded events back through the hooks of today: each fired again and compared with what was recorded.
// Fires only; what the workspace it is given records or sends is the caller's choice (nothing, for a replay).

import type { Case } from '../contract/case.ts'
import type { Effect } from '../contract/effect.ts'
import type { HookRun, Outcome } from '../contract/outcome.ts'
import { readRecording } from '../recordings/read.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { replayInBulk } from './bulk/bulk.ts'
import type { Difference } from './compare.ts'
import { inLanes, inOrder } from './lanes.ts'
import { replayerOf } from './replayer.ts'
import { inShard, type Shard } from './shard.ts'

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

/** What `hookbench replay --json` prints. */
export type Replay = {
  readonly v: 1
  readonly events: readonly ReplayedEvent[]
  readonly same: number
  readonly changed: number
  readonly failed: number
  /** True when the replay was cancelled before its end. */
  readonly stopped?: true
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

/** Opens the workspace that a replay fires into: a fresh one, so that stateful hooks start fresh. */
export type Open = () => Promise<Workspace>

/** Replays a recording: a file, or events at hand. Throws a BadRecording for a file that is none. */
export async function replayRecording(
  open: Open,
  recording: string | Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>,
  options: ReplayOptions = {},
): Promise<Replay> {
  const { signal, keep = 'all', onEvent } = options
  const counts = { same: 0, changed: 0, failed: 0 }
  const events: ReplayedEvent[] = []
  const workspace = await open()
  try {
    const isBulk =
      typeof recording === 'string' && (await replayInBulk(workspace, recording, options, report))
    if (!isBulk) await replayOneByOne(workspace, recording, options, report)
  } finally {
    await workspace.close()
  }
  return { v: 1, events, ...counts, ...(signal?.aborted ? { stopped: true } : {}) }

  function report(done: ReplayedEvent): void {
    counts[done.failed !== undefined ? 'failed' : done.same ? 'same' : 'changed']++
    if (keep === 'all' || !done.same) events.push(done)
    onEvent?.(done)
  }
}

async function replayOneByOne(
  workspace: Workspace,
  recording: string | Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>,
  options: ReplayOptions,
  report: (done: ReplayedEvent) => void,
): Promise<void> {
  const { jobs = 1, shard, only, signal } = options
  const replayer = replayerOf(workspace, options)
  const source = inOrder(typeof recording === 'string' ? readRecording(recording) : recording)
  const wanted = chosen(
    source,
    (event) => inShard(event.n - 1, shard) && only?.(event) !== false && replayer.takes(event),
  )
  for await (const done of inLanes(wanted, jobs, ({ session }) => session, replayer.replay, signal)) {
    report(done)
  }
}

async function* chosen(
  events: AsyncIterable<RecordedEvent>,
  wants: (event: RecordedEvent) => boolean,
): AsyncGenerator<RecordedEvent> {
  for await (const event of events) if (wants(event)) yield event
}
