// Completes the words of a matcher: tool names, and whatever else an event is matched by. In a list of names or a
// regular expression, the word at the cursor is replaced, and words already present are not offered.

import type { Range } from '../../../runtime/contract/problems.ts'
import type { WalkedShape } from '../../../runtime/contract/walk.ts'
import type { DataPlace } from '../../../runtime/documents/data/place.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Item } from '../completion/item.ts'
import { writtenName } from '../written.ts'

/** The words that can be written at an offset of a matcher. */
export function matcherItems(
  { text }: Pick<View, 'text'>,
  { written }: DataPlace,
  { offers = [] }: WalkedShape,
  offset: number,
): readonly Item[] {
  const { range, quote } = written
  const isQuoted = quote !== 'bare' && text[range.start] === quote
  if (!isQuoted && range.start === range.end)
    return offers.map(({ name, about }) => ({ ...writtenName(text, written, name), ...shared(name, about) }))
  const word = wordAt(text, range, offset)
  const others = new Set(
    text
      .slice(range.start, word.start)
      .split(BOUNDARY)
      .concat(text.slice(word.end, range.end).split(BOUNDARY)),
  )
  return offers
    .filter(({ name }) => !others.has(name))
    .map(({ name, about, fill }) => {
      const close = isQuoted && !isClosed(text, range) && word.end >= range.end ? quote : ''
      const filled = fill === undefined ? {} : { snippet: `${asSnippet(name, fill)}${close}` }
      return { range: word, insert: `${name}${close}`, filter: name, ...filled, ...shared(name, about) }
    })
}

/** A word in snippet syntax, with a placeholder for each part that the author fills in. */
export function asSnippet(name: string, fill: readonly string[]): string {
  const escaped = name.replaceAll(/[\\$}]/g, '\\$&')
  return fill.reduce((text, part, at) => text.replace(part, `\${${at + 1}:${part}}`), escaped)
}

/** The word of a matcher at an offset. */
export function wordAt(text: string, { start, end }: Range, offset: number): Range {
  let [from, to] = [offset, offset]
  while (from > start && !IS_BOUNDARY.test(text[from - 1] ?? '')) from--
  while (to < end && !IS_BOUNDARY.test(text[to] ?? '')) to++
  return { start: from, end: to }
}

function isClosed(text: string, { start, end }: Range): boolean {
  return end - 1 > start && text[end - 1] === text[start]
}

function shared(name: string, about: string) {
  return { label: name, kind: 'value', detail: about, documentation: () => about, rank: 0 } as const
}

const IS_BOUNDARY = /[|,()^$\s"'?]/
const BOUNDARY = /[|,()^$\s"'?]+/
