// Recorded events packed into the block of bytes that a thread of a bulk replay receives.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RawEvent } from '../../runtime/recordings/raw.ts'
import { batchOf, type Ticket } from '../../runtime/replay/bulk/batch.ts'

const LINE = Buffer.from('{"kind":"fired"}')

const ticket = (place: number, bytes: number): Ticket => {
  const chunk = Buffer.alloc(bytes, LINE)
  const steps = [{ kind: 'fired', chunk, from: 0, to: bytes, line: place + 1 }]
  return { place, raw: { n: place, steps } as unknown as RawEvent, bytes }
}

const TICKETS = [10, 10, 30, 10].map((bytes, place) => ticket(place, bytes))

// The first event, the number of bytes wanted, and the resulting number of events.
const rows: readonly (readonly [from: number, most: number, count: number])[] = [
  [0, 5, 1],
  [0, 10, 1],
  [0, 11, 2],
  [0, 20, 2],
  [1, 1000, 3],
  [2, 1, 1],
]

test('a batch ends with the event that fills it, and has at least one', () => {
  for (const [from, most, count] of rows) {
    const { batch, count: taken } = batchOf(TICKETS, from, most)
    assert.equal(taken, count, `${from}, ${most}`)
    const events = TICKETS.slice(from, from + count)
    assert.equal(
      batch.bytes.length,
      events.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    assert.deepEqual(
      [...batch.index],
      events.flatMap(({ raw, bytes }) => [raw.n, 1, bytes]),
    )
  }
})
