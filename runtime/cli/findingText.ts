// One finding for people: where and what in the first line, then the line it is about, then what to do.

import type { PrintedFinding } from './finding.ts'
import { linesOf } from './finding.ts'
import { type Colour, paint } from './print.ts'

const COLOUR: Readonly<Record<PrintedFinding['severity'], Colour>> = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
  off: 'dim',
}

/** The finding as a few lines, `path:line:column` first, so that a terminal can open it. */
export function findingText(finding: PrintedFinding, path: string, text: string | undefined): string {
  const { severity, code, message, fix, start, end } = finding
  const where = start === undefined ? path : `${path}:${start.line}:${start.column}`
  const lines = [
    `${paint('bold', where)} ${paint(COLOUR[severity], severity)} ${message} ${paint('dim', code)}`,
  ]
  if (text !== undefined && start !== undefined && end !== undefined) {
    const last = end.line === start.line ? end.column : Number.POSITIVE_INFINITY
    lines.push(...excerpt(lineAt(text, start.line), String(start.line), start.column, last, COLOUR[severity]))
  }
  if (fix !== undefined) lines.push(`  ${fix}`)
  return lines.join('\n')
}

const WIDEST = 110

// The line, cut around what it is about where it is too long to be shown.
function excerpt(line: string, number: string, from: number, to: number, colour: Colour): readonly string[] {
  const cut = from > WIDEST - 20 ? from - 20 : 0
  const shown = line.slice(cut, cut + WIDEST)
  if (shown.trim() === '') return []
  const before = shown.slice(0, from - 1 - cut).replaceAll(/[^\t]/gu, ' ')
  const width = Math.max(1, [...shown.slice(from - 1 - cut, to - 1 - cut)].length)
  const edge = (head: string) => paint('dim', `  ${head.padStart(number.length)} | `)
  return [`${edge(number)}${shown.trimEnd()}`, `${edge('')}${before}${paint(colour, '^'.repeat(width))}`]
}

function lineAt(text: string, line: number): string {
  const lines = linesOf(text)
  return text.slice(lines[line - 1], lines[line]).replace(/[\r\n]+$/, '')
}
