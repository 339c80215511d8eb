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

// Loads are reported in reading order, and a malicious text may contain thousands: counting continues from the last
// one.
let last = { text: '', at: 0, line: 1 }

function lineAt(text: string, at: number): number {
  let { line, at: from } = last.text === text && last.at <= at ? last : { line: 1, at: 0 }
  for (let next = text.indexOf('\n', from); next !== -1 && next < at; next = text.indexOf('\n', from)) {
    line++
    from = next + 1
  }
  last = { text, at: from, line }
  return line
}

/** The field `opaque` of a document; absent when everything was followed. */
export function withOpaque(opaque: readonly string[]): { readonly opaque?: readonly string[] } {
  return opaque.length === 0 ? {} : { opaque }
}
