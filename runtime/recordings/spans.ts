// Where a value begins and ends in a text: quoted, or up to where it cannot go on. Bounded, so never slow.

export type TextSpan = { readonly start: number; readonly end: number }

const LONGEST = 4096

/** The end of a value that the given characters end. */
export function endOf(text: string, start: number, ends: RegExp): number {
  const limit = Math.min(text.length, start + LONGEST)
  let end = start
  while (end < limit && !ends.test(text.charAt(end))) end++
  return end
}

/** The end of a quoted value: its closing quote is escaped exactly as often as the opening one. */
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

/** A span, unless nothing is in it. */
export function spanned(start: number, end: number): TextSpan | undefined {
  return end > start ? { start, end } : undefined
}

/** One argument of a command line, without its quotes. */
export function argumentAt(text: string, at: number): TextSpan | undefined {
  const quote = /^\\{0,3}["']/.exec(text.slice(at, at + 4))?.[0]
  if (quote !== undefined) return spanned(at + quote.length, endOfQuoted(text, at + quote.length, quote))
  return spanned(at, endOf(text, at, /[\s"'`;|&<>\\]/))
}
