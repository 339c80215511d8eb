// The last outcome of each hook, from the newest recordings. Reads a limited number of bytes, and each unchanged file
// only once.

import type { Outcome } from '../contract/outcome.ts'
import { listRecordings, recordingsFolder } from '../recordings/folder.ts'
import { readRecording } from '../recordings/read.ts'
import type { RecordedEvent } from '../recordings/rebuild.ts'

/** Maximum number of bytes of recordings to read per call, newest first. */
export const MOST_BYTES = 32 * 1024 * 1024

/** The last event of each hook id in the newest recordings; `keep` caches unchanged files. */
export async function lastEvents(
  root: string,
  keep: Map<string, KnownEvents> = new Map(),
): Promise<ReadonlyMap<string, LastEvent>> {
  const last = new Map<string, LastEvent>()
  const seen = new Set<string>()
  let bytes = 0
  for (const recording of listRecordings(recordingsFolder(root))) {
    bytes += recording.bytes
    if (bytes > MOST_BYTES) break
    seen.add(recording.path)
    const stamp = `${recording.bytes} ${recording.changedAt}`
    let known = keep.get(recording.path)
    if (known?.stamp !== stamp) {
      known = { stamp, last: await lastIn(recording.path) }
      keep.set(recording.path, known)
    }
    for (const [id, one] of known.last) if ((last.get(id)?.at ?? -1) < one.at) last.set(id, one)
  }
  for (const path of keep.keys()) if (!seen.has(path)) keep.delete(path)
  return last
}

export type LastEvent = {
  readonly at: number
  readonly outcome: Outcome
  readonly recording: string
  /** Number of the event in its recording. */
  readonly id: string
}

/** The last events of one recording when it was last read. */
export type KnownEvents = { readonly stamp: string; readonly last: ReadonlyMap<string, LastEvent> }

async function lastIn(recording: string): Promise<ReadonlyMap<string, LastEvent>> {
  const last = new Map<string, LastEvent>()
  for await (const { at, outcome, n } of eventsOf(recording)) {
    for (const { id, status } of outcome.hooks)
      if (status !== 'skipped') last.set(id, { at, outcome, recording, id: String(n) })
  }
  return last
}

/** The events of a recording; none where the file is not a valid recording. */
export async function* eventsOf(recording: string): AsyncGenerator<RecordedEvent> {
  try {
    yield* readRecording(recording)
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'BadRecording') throw error
  }
}
