// How the command line looks: tables, colours that a pipe does not get, durations.

import { styleText } from 'node:util'

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

// Names of files and answers of hooks are shown, and must not be able to move the cursor or to hide a line.
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal.
  /\u001b\[(?:[12]|22|3[1236]|39)m|(?!\n)[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

// The text with every control character made visible, except line breaks and the colours of `paint`.
function plain(text: string): string {
  return text.replace(CONTROLS, (found) => {
    if (found.length > 1) return found
    const code = found.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
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
