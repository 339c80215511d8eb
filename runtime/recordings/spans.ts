// Start and end of a value in a text: quoted, or up to a delimiter. All searches are bounded.

export type TextSpan = { readonly start: number; readonly end: number }

const LONGEST = 4096

/** The end of a value that is terminated by one of these characters. */
export function endOf(text: string, start: number, ends: RegExp): number {
  const value = text.slice(start, start + LONGEST)
  const length = value.search(ends)
  return start + (length === -1 ? value.length : length)
}

/** The end of a quoted value: the closing quote has as many escapes as the opening one. */
export function endOfQuoted(text: string, start: number, quote: string): number {
  const limit = Math.min(text.length, start + LONGEST)
  for (let end = start; end < limit; end++) {
    if (text.charAt(end) === '\n') return end
    if (text.charAt(end) !== quote.at(-1)) continue
    let escapes = 0
    while (end - escapes > start && text.charAt(end - escapes - 1) === '\\') escapes++
    if (escapes <= quote.length - 1) return end - escapes
  }
  return limit
}

/** A span; undefined if it is empty. */
export function spanned(start: number, end: number): TextSpan | undefined {
  return end > start ? { start, end } : undefined
}

/** One command-line argument, without its quotes. */
export function argumentAt(text: string, at: number): TextSpan | undefined {
  const quote = /^\\{0,3}["']/.exec(text.slice(at, at + 4))?.[0]
  if (quote !== undefined) return spanned(at + quote.length, endOfQuoted(text, at + quote.length, quote))
  return spanned(at, endOf(text, at, /[\s"'`;|&<>\\]/))
}

/** For sorting. */
export function byStart(one: TextSpan, two: TextSpan): number {
  return one.start - two.start
}
