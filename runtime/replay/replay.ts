// Replays recorded events through the current hooks: fires each event again and compares the outcome with the recorded
// one. The caller decides what the workspace records or sends (nothing, for a replay).

import { readRecording } from '../recordings/read.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { replayInBulk } from './bulk/bulk.ts'
import { inLanes, inOrder } from './lanes.ts'
import type { ReplayedEvent, ReplayOptions } from './replayedEvent.ts'
import { replayerOf } from './replayer.ts'
import { inShard } from './shard.ts'

/** The output of `hookbench replay --json`. */
export type Replay = {
  readonly v: 1
  readonly events: readonly ReplayedEvent[]
  readonly same: number
  readonly changed: number
  readonly failed: number
  /** True if the replay was cancelled before its end. */
  readonly stopped?: true
}

/** Opens the workspace to replay into: a new one, so that stateful hooks start fresh. */
export type Open = () => Promise<Workspace>

/** Replays a recording: a file, or events. Throws a BadRecording for a file that is not a recording. */
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
