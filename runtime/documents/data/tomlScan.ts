// Scans the tokens of a TOML text that is being typed: blanks, line ends, keys. Works with offsets and rejects nothing:
// an unclosed key ends with its line.

import type { WrittenNode } from './tree.ts'

export type TomlScan = {
  /** The offset after the blanks. */
  blanks(from: number, end: number): number
  /** The offset of the next line end. */
  lineEnd(from: number): number
  /** The offset after the next line end. */
  nextLine(from: number): number
  /** The key at an offset; empty where there is none. */
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
