// Replays many recordings concurrently, each into its own workspace; a shard consists of whole recordings.

import { defined } from '../contract/defined.ts'
import { type Open, type Replay, replayRecording } from './replay.ts'
import type { ReplayedEvent, ReplayOptions } from './replayedEvent.ts'
import { inShard } from './shard.ts'

export type ReplayManyOptions = Omit<ReplayOptions, 'onEvent'> & {
  readonly onEvent?: (event: ReplayedEvent, recording: string) => void
}

export type ReplayMany = Omit<Replay, 'events'> & {
  readonly events: readonly (ReplayedEvent & { readonly recording: string })[]
}

/** Replays recordings, `jobs` at once. A single recording is split by sessions and events instead. */
export async function replayRecordings(
  open: Open,
  paths: readonly string[],
  options: ReplayManyOptions = {},
): Promise<ReplayMany> {
  const { jobs = 1, shard, onEvent, ...rest } = options
  const alone = paths.length === 1
  const mine = alone ? paths : paths.filter((_, place) => inShard(place, shard))
  const each = { ...rest, ...(alone ? { jobs, ...defined({ shard }) } : {}) }
  const replays: Replay[] = []
  let next = 0
  const worker = async () => {
    for (let place = next++; place < mine.length && !rest.signal?.aborted; place = next++) {
      const path = mine[place] as string
      replays[place] = await replayRecording(open, path, {
        ...each,
        ...(onEvent === undefined ? {} : { onEvent: (event) => onEvent(event, path) }),
      })
    }
  }
  // Waits for the other recordings if one cannot be read, so that nothing keeps running after the rejection.
  const ends = await Promise.allSettled(
    Array.from({ length: Math.min(Math.max(1, jobs), mine.length) }, worker),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const sum = (count: (replay: Replay) => number) => replays.reduce((total, one) => total + count(one), 0)
  return {
    v: 1,
    events: replays.flatMap((one, place) =>
      one.events.map((event) => ({ ...event, recording: mine[place] as string })),
    ),
    same: sum(({ same }) => same),
    changed: sum(({ changed }) => changed),
    failed: sum(({ failed }) => failed),
    ...(rest.signal?.aborted ? { stopped: true } : {}),
  }
}
