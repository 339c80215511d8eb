// What is said of JSON that does not parse, and what would mend it.

import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser'
import type { Range, Repair } from '../contract/problems.ts'

/** A parser's complaint in words, with what mends it where that is one stroke. */
export function jsonTrouble(
  text: string,
  error: ParseErrorCode,
  { start }: Range,
): { readonly what: string; readonly repairs: readonly Repair[] } {
  const what = words(printParseErrorCode(error))
  const mark = MARKS.get(error)
  if (mark === undefined) return { what, repairs: [] }
  // Behind what is written, not before what follows.
  const at = text.slice(0, start).trimEnd().length
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  if (line.includes('//') || line.endsWith('*/')) return { what, repairs: [] }
  const edits = [{ range: { start: at, end: at }, text: mark }]
  return { what, repairs: [{ kind: 'edit', title: `Insert "${mark}"`, edits }] }
}

/**
 * The range of a string as far as its line goes. A backslash takes the next sign along, a line end as well, to the
 * parser; what is written ends with its line all the same.
 */
export function inLine(text: string, { start, end }: Range): Range {
  const line = text.slice(start, end).search(/[\r\n]/)
  return { start, end: line === -1 ? end : start + line }
}

/** `line 3, column 13`, for people. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

// The numbers of the parser's error codes; it declares them where types go, which leaves nothing at run time.
const MARKS: ReadonlyMap<ParseErrorCode, string> = new Map([
  [5, ':'],
  [6, ','],
])

function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}
