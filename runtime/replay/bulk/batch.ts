// Packs events into one block of bytes that can be transferred to a thread without another copy.

import { linesOf, type RawEvent } from '../../recordings/raw.ts'
import type { Batch } from './messages.ts'

/** A batch of the tickets starting at `from`: about `most` bytes, and at least one event. */
export function batchOf(
  tickets: readonly Ticket[],
  from: number,
  most: number,
): { readonly batch: Batch; readonly count: number } {
  let length = 0
  let count = 0
  while (from + count < tickets.length && (count === 0 || length < most)) {
    length += (tickets[from + count++] as Ticket).bytes
  }
  const bytes = Buffer.allocUnsafeSlow(length)
  const index: number[] = []
  let at = 0
  for (let i = from; i < from + count; i++) {
    const { raw } = tickets[i] as Ticket
    const lines = linesOf(raw)
    index.push(raw.n, lines.length)
    for (const line of lines) {
      at += line.chunk.copy(bytes, at, line.from, line.to)
      index.push(line.to - line.from)
    }
  }
  return { batch: { bytes, index: Uint32Array.from(index) }, count }
}

/** One event to replay. */
export type Ticket = {
  /** Its index among the events to replay, from 0. */
  readonly place: number
  readonly raw: RawEvent
  readonly bytes: number
}
