// Maps a spot found in several texts together to the text that loads the others. A spot of another file is reported
// where that file is called or named, and gets no repair there.

import { defined } from '../contract/defined.ts'
import type { Range } from '../contract/problems.ts'
import type { Spot } from './spots.ts'

/** The spot at its place in the loading text; none if it has no place there. */
export function movedSpot(spot: Spot, place: (range: Range) => Range | undefined): readonly Spot[] {
  const range = place(spot.range)
  if (range === undefined || spot.kind === 'variable' || spot.kind === 'file') return []
  if (spot.kind !== 'end') return [{ ...spot, range }]
  const { beside, printed, statusAt: _, writtenAt: __, ...end } = spot
  const [besideAt, printedAt] = [beside && place(beside.range), printed && place(printed)]
  return [
    {
      ...end,
      range,
      ...defined({ printed: printedAt }),
      ...(besideAt === undefined ? {} : { beside: { range: besideAt } }),
    },
  ]
}
