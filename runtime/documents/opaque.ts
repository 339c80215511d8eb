// Messages for loads of code that a reader found but could not follow.

const LONGEST = 60

/** The message for a text that no reader could read to its end. */
export const NOT_READ = 'line 1: the whole file, which could not be read'

/** `line 3: . "$f"`; for a load in a text, given its offset. */
export function opaqueAt(text: string, start: number, load: string): string {
  const line = lineAt(text, start)
  const words = load
    .slice(0, 10 * LONGEST)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `line ${line}: ${words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words}`
}

// Loads are reported in reading order, and a malicious text may contain thousands, also in one line: counting continues
// from the last one. `end`: where its line ends.
let last = { text: '', at: 0, line: 1, end: 0 }

function lineAt(text: string, at: number): number {
  const isBehind = last.text === text && last.at <= at
  let { line, end } = isBehind ? last : { line: 1, end: endOfLine(text, 0) }
  for (; end < at; end = endOfLine(text, end + 1)) line++
  last = { text, at, line, end }
  return line
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** The field `opaque` of a document; absent when everything was followed. */
export function withOpaque(opaque: readonly string[]): { readonly opaque?: readonly string[] } {
  return opaque.length === 0 ? {} : { opaque }
}
