// A problem as the command line tells it: with lines and columns, counted from one, in UTF-16 code units.

import type { Problem } from '../contract/problems.ts'

export type FindingPlace = { readonly line: number; readonly column: number }

/** A problem with its place in the text; one that has no range is the whole file's. */
export type PrintedFinding = Problem & { readonly start?: FindingPlace; readonly end?: FindingPlace }

/** The problems of one text, placed. */
export function located(text: string | undefined, problems: readonly Problem[]): readonly PrintedFinding[] {
  if (text === undefined) return problems
  const lines = linesOf(text)
  return problems.map((one) => {
    if (one.range === undefined) return one
    return { ...one, start: placeAt(lines, one.range.start), end: placeAt(lines, one.range.end) }
  })
}

/** Where an offset is, in a text whose lines begin at `lines`. */
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

/** Where the lines of a text begin; they end in LF, CR or both, as editors see them. */
export function linesOf(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length)]
}
