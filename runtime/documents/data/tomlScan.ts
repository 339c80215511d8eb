// The smallest parts of a TOML text that is being typed: blanks, ends of lines, keys. All places are offsets, and nothing
// is refused: what is not closed ends with its line.

import type { WrittenNode } from './tree.ts'

export type TomlScan = {
  /** Behind the blanks at a place. */
  blanks(from: number, end: number): number
  /** Before the line end that follows. */
  lineEnd(from: number): number
  /** Behind the line end that follows. */
  nextLine(from: number): number
  /** The key at a place; empty where none stands there. */
  keyAt(start: number, end: number): WrittenNode
}

/** Scans one text. */
export function scanToml(text: string): TomlScan {
  return { blanks, lineEnd, nextLine, keyAt }

  function keyAt(start: number, end: number): WrittenNode {
    const quote = text[start]
    if (quote === '"' || quote === "'") {
      const rest = text.slice(start + 1, end)
      const close = rest.indexOf(quote)
      return close === -1
        ? { range: { start, end }, text: rest, quote }
        : { range: { start, end: start + close + 2 }, text: rest.slice(0, close), quote }
    }
    const [word = ''] = /^[\w-]*/.exec(text.slice(start, end)) ?? []
    return { range: { start, end: start + word.length }, text: word, quote: 'bare' }
  }

  function blanks(from: number, end: number): number {
    let at = from
    while (at < end && (text[at] === ' ' || text[at] === '\t')) at++
    return at
  }

  function lineEnd(from: number): number {
    const end = text.indexOf('\n', from)
    if (end === -1) return text.length
    return end > from && text[end - 1] === '\r' ? end - 1 : end
  }

  function nextLine(from: number): number {
    const end = text.indexOf('\n', from)
    return end === -1 ? text.length : end + 1
  }
}
