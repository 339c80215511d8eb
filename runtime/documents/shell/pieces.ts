// The spots of an answer that several commands print in pieces: `echo '{'`, `printf '"decision": "%s"' deny`, `echo '}'`.

import type { Budget } from '../budget.ts'
import type { Spot } from '../spots.ts'
import { answerSpots } from './answerSpots.ts'
import { Spots } from './flow/collect.ts'
import { joined, type ShellValue, sizeOf } from './flow/value.ts'
import type { End } from './flow/walk.ts'
import { waysTo } from './outputs.ts'

/** The spots of all answers in pieces, on every path to an end of the script. */
export function piecedSpots(
  ends: readonly End[],
  events: readonly string[],
  budget: Budget,
): readonly Spot[] {
  const found = new Spots()
  for (const { printed, events: left = events } of ends)
    for (const way of waysTo(printed)) {
      const value = wholeOf(way.map((one) => one.value))
      if (value === undefined || !budget.take(sizeOf(value))) continue
      answerSpots(value, { events: left, sure: true, add: (spot) => found.add(spot), budget })
    }
  return found.list(true)
}

// The pieces as one value; undefined where one of them is unknown, or is an answer by itself.
function wholeOf(pieces: readonly (ShellValue | undefined)[]): ShellValue | undefined {
  const known = pieces.filter((one) => one !== undefined)
  const [first, ...others] = known
  if (first === undefined || others.length === 0 || known.length < pieces.length) return undefined
  const { text } = joined(first)
  return /^\s*\{/.test(text) && !text.trimEnd().endsWith('}') ? known.flat() : undefined
}
