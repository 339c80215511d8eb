// How the command line looks: tables, colours that a pipe does not get, durations.

import { styleText } from 'node:util'
import { visible } from '../contract/visible.ts'

export type Colour = 'green' | 'red' | 'yellow' | 'cyan' | 'dim' | 'bold'

/** Coloured on a terminal, plain in a pipe or under NO_COLOR. */
export function paint(colour: Colour, text: string): string {
  return styleText(colour, text, { stream: process.stdout })
}

export function print(text = ''): void {
  process.stdout.write(`${plain(text)}\n`)
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`)
}

/** One line on standard error, ending like a sentence. */
export function complain(line: string): void {
  const text = plain(line).replaceAll('\n', ' ')
  process.stderr.write(`hookbench: ${text}${/[.?!`…]$/.test(text) ? '' : '.'}\n`)
}

// The colours of `paint`, and what must not reach a terminal.
const PAINT =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are told by one.
  /(\u001b\[(?:[12]|22|3[1236]|39)m)/

// The text with every control character made visible, except line breaks and colours.
function plain(text: string): string {
  return text
    .split(PAINT)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('')
}

/** Rows as aligned columns; the last column is as wide as it likes. */
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

/** `0.3 ms`, `12 ms`, `5.0 s`. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`
  return ms >= 10 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const COLOURS = /\u001b\[[0-9;]*m/g

function width(cell: string): number {
  return cell.replace(COLOURS, '').length
}
