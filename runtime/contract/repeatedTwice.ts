// Finds a repetition that is itself repeated, such as `(.+)+`: it matches one text in exponentially many ways.

import { oneLineOf } from './entry.ts'

type Group = {
  readonly start: number
  /** What it consists of; a branch counts as many. */
  parts: number
  /** Its only part may be repeated without limit. */
  isRepeated: boolean
}

const OPENING = /\((?:\?(?:[\w-]{0,8}:|<\w{1,100}>|<?[=!]))?/y
const ATOM = /\\.|\[(?:\\.|[^\]\\])*\]?|./sy
const QUANTIFIER = /(?:[*+?]|\{\d{1,9}(?:,\d{0,9})?\})\??/y
const UNLIMITED = /^(?:[*+]|\{\d+,\})/

/**
 * Why a pattern must not be used; undefined where no group that consists of one repetition is repeated. Other patterns
 * may take as long: a program that runs them has to stop them.
 */
export function repeatedTwice(source: string): string | undefined {
  const open: Group[] = [{ start: 0, parts: 0, isRepeated: false }]
  for (let at = 0; at < source.length; ) {
    const group = open.at(-1) as Group
    const opening = textAt(OPENING, source, at)
    if (opening !== '') {
      // What only looks ahead or behind matches no text.
      open.push({ start: at, parts: /[=!]$/.test(opening) ? 2 : 0, isRepeated: false })
      at += opening.length
      continue
    }
    const isEnd = source[at] === ')' && open.length > 1
    const end = at + textAt(ATOM, source, at).length
    const quantifier = textAt(QUANTIFIER, source, end)
    const isUnlimited = UNLIMITED.test(quantifier)
    const holds = isEnd && group.parts === 1 && group.isRepeated
    if (holds && isUnlimited) {
      const found = oneLineOf(source.slice(group.start, end + quantifier.length), 60)
      return `\`${found}\` repeats a repetition, which can match a text in too many ways; write it as one repetition`
    }
    if (isEnd) open.pop()
    const around = open.at(-1) as Group
    around.parts += source[at] === '|' ? 2 : 1
    around.isRepeated = isUnlimited || holds
    at = end + quantifier.length
  }
  return undefined
}

function textAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}
