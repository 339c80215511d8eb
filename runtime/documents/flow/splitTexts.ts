// Lists that are written as one text: `"Edit,Write".split(",")`. Each item keeps its place in that text.

import { contentOf } from '../python/literals.ts'
import { writtenIn } from './keys.ts'
import { string } from './translatedNodes.ts'
import type { FlowValue } from './values.ts'

/** Limits on the items, and on the characters of the text: longer texts are data. */
const MOST = 40
const LONGEST = 10_000

/** The items of a text; without a separator they are its words. Undefined for longer lists. */
export function splitText(
  { text, node }: FlowValue & { readonly kind: 'text' },
  separator: string | undefined,
): FlowValue | undefined {
  if (text.length > LONGEST) return undefined
  const start = node === undefined ? undefined : contentOf(node).start
  const quote = writtenIn(node)?.quote
  const isPlain =
    node !== undefined && start !== undefined && node.text.slice(start - node.start).startsWith(text)
  const items: FlowValue[] = []
  let from = 0
  for (const piece of separator === undefined ? text.split(/\s/) : text.split(separator)) {
    const range = { start: (start ?? 0) + from, end: (start ?? 0) + from + piece.length }
    from += piece.length + (separator ?? ' ').length
    if (separator === undefined && piece === '') continue
    if (items.length === MOST) return undefined
    items.push({
      kind: 'text',
      text: piece,
      ...(isPlain ? { node: string(node, range, quote === 'bare' ? '' : quote) } : {}),
    })
  }
  return { kind: 'list', items }
}
