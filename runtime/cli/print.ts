// Formatting of the command line: tables, colors (not in a pipe), durations.

import { randomUUID } from 'node:crypto'
import { styleText } from 'node:util'
import { INVISIBLE } from '../contract/invisible.ts'
import { visible } from '../contract/visible.ts'

export type Colour = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold'

/** Stands for the escape character of Hookbench's own colors until they are printed: no foreign text can contain it. */
const OURS = `\u0000${randomUUID()}`

const UPPER = new RegExp(`[\\u007f-\\u009f\\u2028\\u2029${INVISIBLE}]`, 'gu')

/** Colored on a terminal, plain in a pipe or under NO_COLOR. */
export function paint(colour: Colour, text: string): string {
  const [begin = '', end = ''] = styleText(colour, '\u0001', { stream: process.stdout }).split('\u0001')
  return begin.replaceAll('\u001b', OURS) + text + end.replaceAll('\u001b', OURS)
}

export function print(text = ''): void {
  process.stdout.write(`${painted(plain(text))}\n`)
}

export function printJson(value: unknown): void {
  // JSON.stringify leaves DEL, C1 controls, line separators and invisible characters unescaped.
  const text = JSON.stringify(value, undefined, 2).replaceAll(
    UPPER,
    // As in JSON, code points above U+FFFF become a surrogate pair.
    (sign) =>
      [...Array(sign.length).keys()]
        .map((at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
  )
  process.stdout.write(`${text}\n`)
}

/** Prints one line on standard error, ending in punctuation. */
export function printError(line: string): void {
  const text = painted(plain(line)).replaceAll('\n', ' ')
  process.stderr.write(`hookbench: ${text}${/[.?!`…]$/.test(text) ? '' : '.'}\n`)
}

// The text with all control characters escaped except line breaks and Hookbench's own colors.
function plain(text: string): string {
  return text.split(OURS).map(visible).join(OURS)
}

function painted(text: string): string {
  return text.replaceAll(OURS, '\u001b')
}

/** Rows as aligned columns; the last column is not padded. */
export function table(given: readonly (readonly string[])[], indent = ''): string {
  const rows = given.map((row) => row.map((cell) => plain(cell).replaceAll('\n', ' ')))
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, width(cell))
    })
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] as number) - width(cell)),
      )
      return `${indent}${cells.join('  ')}`.trimEnd()
    })
    .join('\n')
}

/** `0.3 ms`, `12 ms`, `1.5 s`, `600 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toFixed(1))} s`
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const COLOURS = new RegExp(`${OURS}\\[[0-9;]*m`, 'g')

function width(cell: string): number {
  return cell.replace(COLOURS, '').length
}
