// Completes a half-typed text so that it parses: inserts what is missing, and maps ranges back to the author's text.
// Only adds to a text, never removes from it.

import type { Range } from '../contract/problems.ts'
import type { Spot } from './spots.ts'

export type CompletedText = {
  readonly text: string
  /** Maps a range of the completed text to the author's text. */
  readonly back: (range: Range) => Range
}

export type TextInsertion = { readonly at: number; readonly text: string }

/** Stands for a name that is not typed yet. */
export const PLACEHOLDER = '_'

/** The text with these insertions, which must be in text order. */
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

/**
 * Maps a spot to the author's text. A value that was only inserted is dropped; an inserted name becomes an empty one
 * that is still to be typed.
 */
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
