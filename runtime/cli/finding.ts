// A problem as the command line prints it: with line and column, starting at one, in UTF-16 code units.

import type { Problem } from '../contract/problems.ts'

export type FindingPlace = { readonly line: number; readonly column: number }

/** A problem with its place in the text; without a range, it applies to the whole file. */
export type PrintedFinding = Problem & { readonly start?: FindingPlace; readonly end?: FindingPlace }

/** The problems of one text, with their places. */
export function located(text: string | undefined, problems: readonly Problem[]): readonly PrintedFinding[] {
  if (text === undefined) return problems
  const lines = linesOf(text)
  return problems.map((one) => {
    if (one.range === undefined) return one
    return { ...one, start: placeAt(lines, one.range.start), end: placeAt(lines, one.range.end) }
  })
}

/** The place of an offset, in a text whose lines start at `lines`. */
export function placeAt(lines: readonly number[], offset: number): FindingPlace {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (lines[low] as number) + 1 }
}

/** Start offsets of a text's lines, which end in LF, CR or CRLF, as in editors. */
export function linesOf(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)]
}
