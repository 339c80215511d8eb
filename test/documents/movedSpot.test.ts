// Spots that are found in several texts together, and their places in the text that loads the others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedSpot } from '../../runtime/documents/movedSpot.ts'

const at = (start: number) => ({ start, end: start + 4 })

test('every range of an answer moves with it, and those without a place are dropped', () => {
  const spot = {
    ...({ kind: 'answer', range: at(100), events: [], keys: [], more: false } as const),
    elsewhere: [at(110), at(500)],
    calls: [
      { value: { decision: 'allow' }, range: at(120) },
      { value: { decision: 'block' }, range: at(500) },
    ],
  }
  const place = ({ start }: { start: number }) => (start === 500 ? undefined : at(start - 90))
  assert.deepEqual(movedSpot(spot, place), [
    {
      ...spot,
      range: at(10),
      elsewhere: [at(20)],
      calls: [{ value: { decision: 'allow' }, range: at(30) }],
    },
  ])
})
