// Texts with the expected findings marked below their lines, so that a test looks like an editor.
//
//   tool = payload["tool_nam"]
//                  ^^^^^^^^^^ field.unknown
//
// A line of spaces, runs of `^` and a code marks findings on the line above it, in UTF-16 columns; several lines may
// mark one line. A range that continues below its first line ends in `>`; an empty range is one `^`. Above the first
// line, `^ code` marks a finding without a range. Marks are not part of the text.

import type { Range } from '../../runtime/contract/problems.ts'

export type Mark = { readonly code: string; readonly range?: Range | undefined }

export type Marked = { readonly text: string; readonly marks: readonly string[] }

const MARK = /^ *\^+>?(?: +\^+>?)* +([a-z]+(?:\.[a-z-]+)+)\r?$/

/** Separates the marks from a text; a mark is `line:column`, its carets, and the code. */
export function readMarked(source: string): Marked {
  const lines: string[] = []
  const marks: string[] = []
  for (const line of source.split('\n')) {
    const code = MARK.exec(line)?.[1]
    if (code === undefined) lines.push(line)
    else if (lines.length === 0) marks.push(`1:0 ${code}`)
    else {
      for (const { index, 0: run } of line.matchAll(/\^+>?/g)) marks.push(at(lines.length, index, run, code))
    }
  }
  return { text: lines.join('\n'), marks }
}

/** The text with findings drawn in it, sorted: two results are equal if text and findings are. */
export function showMarked(text: string, marks: readonly string[]): string {
  const shown = text.split('\n').flatMap((line, index) => {
    const own = marks.filter((mark) => mark.startsWith(`${index + 1}:`) && !mark.startsWith('1:0 '))
    return [line, ...own.map(drawn).sort(byPlace)]
  })
  const whole = marks
    .filter((mark) => mark.startsWith('1:0 '))
    .map((mark) => `^ ${mark.slice('1:0 '.length)}`)
  return [...whole.sort(), ...shown].join('\n')
}

/** Converts findings to the marks that `readMarked` returns. */
export function marksOf(text: string, findings: readonly Mark[]): readonly string[] {
  return findings.map(({ code, range }) => {
    if (range === undefined) return `1:0 ${code}`
    const before = text.slice(0, range.start)
    const line = before.split('\n').length
    const column = range.start - (before.lastIndexOf('\n') + 1)
    const end = text.indexOf('\n', range.start)
    const onLine = end === -1 || range.end <= end
    const width = onLine ? Math.max(1, range.end - range.start) : Math.max(1, end - range.start)
    return at(line, column, '^'.repeat(width) + (onLine ? '' : '>'), code)
  })
}

/** Removes the cursor, `$0`, from a text. */
export function cutCursor(source: string): { readonly text: string; readonly offset: number } {
  const offset = source.indexOf('$0')
  if (offset === -1) throw new Error('the text has no cursor; write $0 where it is')
  return { text: source.slice(0, offset) + source.slice(offset + 2), offset }
}

function at(line: number, column: number, run: string, code: string): string {
  return `${line}:${column + 1}${run} ${code}`
}

// By column, then by code.
function byPlace(one: string, two: string): number {
  return one.indexOf('^') - two.indexOf('^') || (one < two ? -1 : 1)
}

function drawn(mark: string): string {
  const [, column = '1', run = '', code = ''] = /:(\d+)(\^+>?) (.*)$/.exec(mark) ?? []
  return `${' '.repeat(Number(column) - 1)}${run} ${code}`
}
