// Work on a stream of events: several sessions at once, each session's events one after the other, answers in
// the order of the stream. Holds no more than it works on.

import type { RecordedEvent } from '../recordings/rebuild.ts'
import { type ReorderBuffer, reorderBuffer } from './reorderBuffer.ts'

// Events settle nearly in the order of firing; one that never settles must not hold up the rest.
const WINDOW = 256

/** Puts events that settle in any order back into the order of firing, as far as they come close to it. */
export const firingOrder = <T>(): ReorderBuffer<T> => reorderBuffer<T>(1, WINDOW)

/** The events in the order of firing. */
export async function* inOrder(
  events: Iterable<RecordedEvent> | AsyncIterable<RecordedEvent>,
): AsyncGenerator<RecordedEvent> {
  const order = firingOrder<RecordedEvent>()
  for await (const event of events) yield* order.take(event.n, event)
  yield* order.rest()
}

/** Does `work` on each item, `jobs` at once, items of one lane in order; yields answers in the items' order. */
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
    // What a cancelled hook came to says nothing about it.
    if (done !== undefined && !signal?.aborted) yield done
  }
}
