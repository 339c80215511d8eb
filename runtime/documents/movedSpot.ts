// Maps a spot found in several texts together to the text that loads the others. A spot of another file is reported
// where that file is called or named, and gets no repair there.

import { defined } from '../contract/defined.ts'
import type { Range } from '../contract/problems.ts'
import type { Spot } from './spots.ts'

type AnswerSpot = Spot & { readonly kind: 'answer' }

/** The spot at its place in the loading text; none if it has no place there. */
export function movedSpot(spot: Spot, place: (range: Range) => Range | undefined): readonly Spot[] {
  const range = place(spot.range)
  if (range === undefined || spot.kind === 'variable' || spot.kind === 'file') return []
  if (spot.kind === 'answer') return [movedAnswer({ ...spot, range }, place)]
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

function movedAnswer(spot: AnswerSpot, place: (range: Range) => Range | undefined): Spot {
  const elsewhere = spot.elsewhere?.flatMap((one) => place(one) ?? [])
  const calls = spot.calls?.flatMap((one) => {
    const range = place(one.range)
    return range === undefined ? [] : [{ ...one, range }]
  })
  return { ...spot, ...defined({ elsewhere, calls }) }
}
