// Messages and repairs for JSON that does not parse.

import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser'
import type { Range, Repair } from '../contract/problems.ts'

/** The parser's error in words, where it is (at a comma, not behind it), and a repair if one character fixes it. */
export function jsonTrouble(
  text: string,
  error: ParseErrorCode,
  range: Range,
): { readonly what: string; readonly range: Range; readonly repairs: readonly Repair[] } {
  const { start } = range
  const comma = lastComma(text, error, start)
  if (comma !== undefined) {
    const own = { start: comma, end: comma + 1 }
    const edits = [{ range: own, text: '' }]
    return {
      what: 'trailing comma',
      range: own,
      repairs: [{ kind: 'edit', title: 'Remove the comma', edits }],
    }
  }
  const what = words(printParseErrorCode(error))
  const mark = MARKS.get(error)
  if (mark === undefined) return { what, range, repairs: [] }
  // After the last token written, not before the next one.
  const at = text.slice(0, start).trimEnd().length
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  if (line.includes('//') || line.endsWith('*/')) return { what, range, repairs: [] }
  const edits = [{ range: { start: at, end: at }, text: mark }]
  return { what, range, repairs: [{ kind: 'edit', title: `Insert "${mark}"`, edits }] }
}

// Offset of a trailing comma: where the parser expects another item but the list or object ends.
function lastComma(text: string, error: ParseErrorCode, start: number): number | undefined {
  if (!ITEM_EXPECTED.includes(error) || !/^[}\]]/.test(text.slice(start, start + 1))) return undefined
  const at = text.slice(0, start).trimEnd().length - 1
  return text[at] === ',' ? at : undefined
}

/**
 * The range of a string, cut off at the end of its line. After a backslash the parser continues past the line end; what
 * the author wrote ends with the line.
 */
export function inLine(text: string, { start, end }: Range): Range {
  const line = text.slice(start, end).search(/[\r\n]/)
  return { start, end: line === -1 ? end : start + line }
}

/** `line 3, column 13`, for messages. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

// The parser's error codes as numbers: its const enum does not exist at run time.
const MARKS: ReadonlyMap<ParseErrorCode, string> = new Map([
  [5, ':'],
  [6, ','],
])
const ITEM_EXPECTED: readonly ParseErrorCode[] = [3, 4]

function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}
