// Processes a stream of events: several sessions concurrently, the events of each session in order, results
// in the order of the stream. Holds only the events in progress.

import type { RecordedEvent } from '../recordings/rebuild.ts'
import { type ReorderBuffer, reorderBuffer } from './reorderBuffer.ts'

// Events settle nearly in firing order. The window is limited, because an event may never settle.
const WINDOW = 256

/** Restores the firing order of events, as long as they settle at most WINDOW places out of order. */
export const firingOrder = <T>(): ReorderBuffer<T> => reorderBuffer<T>(1, WINDOW)

/** The events in the order of firing. */
export async function* inOrder(
  events: Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>,
): AsyncGenerator<RecordedEvent> {
  const order = firingOrder<RecordedEvent>()
  for await (const event of events) yield* order.take(event.n, event)
  yield* order.rest()
}

/** Runs `work` on each item, at most `jobs` at once, items of one lane in order; yields results in the items' order. */
export async function* inLanes<T, A>(
  items: AsyncIterable<T>,
  jobs: number,
  laneOf: (item: T) => string,
  work: (item: T) => Promise<A>,
  signal: AbortSignal | undefined,
): AsyncGenerator<A> {
  const lanes = new Map<string, Promise<unknown>>()
  const running: Promise<A>[] = []
  const most = Math.max(1, jobs)
  for await (const item of items) {
    if (signal?.aborted) break
    const lane = laneOf(item)
    const task = (lanes.get(lane) ?? Promise.resolve()).then(() => work(item))
    const settled = task.then(forget, forget)
    lanes.set(lane, settled)
    running.push(task)
    if (running.length >= most) yield* first()
    function forget(): void {
      if (lanes.get(lane) === settled) lanes.delete(lane)
    }
  }
  while (running.length > 0) yield* first()

  async function* first(): AsyncGenerator<A> {
    const done = await running.shift()
    // The result of a cancelled hook is meaningless, so it is dropped.
    if (done !== undefined && !signal?.aborted) yield done
  }
}
