// One finding as text for users: place and message in the first line, then the line of code, then the fix.

import { printable } from '../contract/printable.ts'
import type { PrintedFinding } from './finding.ts'
import { type Colour, paint } from './print.ts'

const COLOUR: Readonly<Record<PrintedFinding['severity'], Colour>> = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
  off: 'dim',
}

/** The finding as several lines, starting with `path:line:column` so that a terminal can open it. */
export function findingText(finding: PrintedFinding, path: string, text: string | undefined): string {
  const { severity, code, message, fix, range, start, end } = finding
  // A name of a file may have a line break, behind which it could look like a line of its own.
  const name = printable(path)
  const where = start === undefined ? name : `${name}:${start.line}:${start.column}`
  const lines = [
    `${paint('bold', where)} ${paint(COLOUR[severity], severity)} ${message} ${paint('dim', code)}`,
  ]
  if (text !== undefined && range !== undefined && start !== undefined && end !== undefined) {
    const last = end.line === start.line ? end.column : Number.POSITIVE_INFINITY
    lines.push(
      ...excerpt(
        lineAt(text, range.start, start.column),
        String(start.line),
        start.column,
        last,
        COLOUR[severity],
      ),
    )
  }
  if (fix !== undefined) lines.push(`  ${fix}`)
  return lines.join('\n')
}

const WIDEST = 110

// The line, truncated around the finding where it is too long.
function excerpt(line: string, number: string, from: number, to: number, colour: Colour): readonly string[] {
  const cut = from > WIDEST - 20 ? from - 20 : 0
  // A tab has one column here as well, so that the marks stand below what they mark.
  const shown = line.slice(cut, cut + WIDEST).replaceAll('\t', ' ')
  if (shown.trim() === '') return []
  const before = shown.slice(0, from - 1 - cut).replaceAll(/./gu, ' ')
  const width = Math.max(1, [...shown.slice(from - 1 - cut, to - 1 - cut)].length)
  const edge = (head: string) => paint('dim', `  ${head.padStart(number.length)} | `)
  return [`${edge(number)}${shown.trimEnd()}`, `${edge('')}${before}${paint(colour, '^'.repeat(width))}`]
}

// Only the part that can be shown: a line may be the whole file, with thousands of findings in it.
function lineAt(text: string, offset: number, column: number): string {
  const from = offset - column + 1
  const most = text.slice(from, offset + WIDEST)
  const end = most.slice(column - 1).search(/[\r\n]/)
  return end === -1 ? most : most.slice(0, column - 1 + end)
}
