// Messages for loads of code that a reader found and could not follow.

const LONGEST = 60

/** Of a text that no reader came to the end of. */
export const NOT_READ = 'line 1: all of it, which could not be read'

/** `line 3: . "$f"`; for loads in a text, given by offset. */
export function opaqueAt(text: string, start: number, load: string): string {
  const line = lineAt(text, start)
  const words = load
    .slice(0, 10 * LONGEST)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `line ${line}: ${words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words}`
}

// Loads are seen in reading order, thousands of them in a text that was made so.
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

/** The field of a document; absent when everything was followed. */
export function withOpaque(opaque: readonly string[]): { readonly opaque?: readonly string[] } {
  return opaque.length === 0 ? {} : { opaque }
}
