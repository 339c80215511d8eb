// A half-typed text with what it lacks put in, so that it parses: what was inserted where, and the way back to the
// author's own text. Only adds to a text, never takes from it.

import type { Range } from '../contract/problems.ts'
import type { Spot } from './spots.ts'

export type CompletedText = {
  readonly text: string
  /** A range of the completed text in the author's own. */
  readonly back: (range: Range) => Range
}

export type TextInsertion = { readonly at: number; readonly text: string }

/** Stands for a name that is still to be typed. */
export const PLACEHOLDER = '_'

/** The text with these insertions, which are in the order of the text. */
export function inserted(text: string, insertions: readonly TextInsertion[]): CompletedText {
  let completed = ''
  let last = 0
  for (const { at, text: added } of insertions) {
    completed += text.slice(last, at) + added
    last = at
  }
  completed += text.slice(last)
  return {
    text: completed,
    back: ({ start, end }) => ({ start: back(start, insertions), end: back(end, insertions) }),
  }
}

function back(offset: number, insertions: readonly TextInsertion[]): number {
  let added = 0
  for (const { at, text } of insertions) {
    if (at + added >= offset) break
    added += Math.min(text.length, offset - at - added)
  }
  return offset - added
}

/** A spot in the author's text. What was only inserted is no value; a name that was is one still to be typed. */
export function writtenSpot(spot: Spot, { text, back }: CompletedText): readonly Spot[] {
  const range = back(spot.range)
  const isMade = range.start === range.end && spot.range.start < spot.range.end
  if (!isMade) return [{ ...spot, range }]
  if (spot.kind === 'event') return [{ ...spot, range, name: '' }]
  if (spot.kind !== 'field') return []
  return text.slice(spot.range.start, spot.range.end) === PLACEHOLDER
    ? [{ ...spot, range, path: [...spot.path.slice(0, -1), ''], sure: false }]
    : []
}
