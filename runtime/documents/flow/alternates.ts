// Values that stand in for one another: fields of the payload to choose from, of which any may be missing.

import type { SyntaxNode } from '../treeSitter.ts'
import type { Mark } from './found.ts'
import type { FlowValue } from './values.ts'

/** The spots of the keys that a value was taken by last. */
export function marksOf(value: FlowValue): readonly Mark[] {
  return value.kind === 'payload' ? value.places.flatMap(({ marks }) => marks.at(-1) ?? []) : []
}

/**
 * Says that these values stand in for one another: whether one of them is there is nobody's concern, nor is what was
 * taken on the way to it inside of the same expression.
 */
export function alternate(values: readonly FlowValue[], within?: SyntaxNode): void {
  for (const one of values.flatMap((value) =>
    within === undefined ? marksOf(value) : marksIn(value, within),
  ))
    one.sure = false
}

/** Says that each of these values is something to choose from, perhaps: it may be missing as well as be meant. */
export function perhapsAlternate(values: readonly FlowValue[], within: SyntaxNode): void {
  for (const one of values.flatMap((value) => marksIn(value, within))) one.tested = true
}

function marksIn(value: FlowValue, { start, end }: SyntaxNode): readonly Mark[] {
  if (value.kind !== 'payload') return []
  return value.places
    .flatMap(({ marks }) => marks)
    .filter(({ range }) => start <= range.start && range.end <= end)
}

/** The same of values in a list that is only there to choose from: `for name in (p.get("a"), p.get("b")):` */
export function alternateItems(value: FlowValue, node: SyntaxNode | undefined): void {
  if (value.kind !== 'list' || value.node === undefined || value.node !== node) return
  const taken = value.items.filter((item) => marksOf(item).length > 0)
  if (taken.length > 1) alternate(taken, node)
}
