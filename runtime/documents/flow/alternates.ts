// Alternatives: fields of the payload of which the hook uses whichever is present, so any may be missing.

import type { SyntaxNode } from '../treeSitter.ts'
import type { Mark } from './found.ts'
import type { FlowValue } from './values.ts'

/** The spots of the last key on each path of a value. */
export function marksOf(value: FlowValue): readonly Mark[] {
  return value.kind === 'payload' ? value.places.flatMap(({ marks }) => marks.at(-1) ?? []) : []
}

/**
 * Marks these values as alternatives: none of them has to exist. With `within`, the same holds for every key in that
 * expression that led to them.
 */
export function alternate(values: readonly FlowValue[], within?: SyntaxNode): void {
  for (const one of values.flatMap((value) =>
    within === undefined ? marksOf(value) : marksIn(value, within),
  ))
    one.sure = false
}

/** Marks these values as possible alternatives: each of them may be missing. */
export function perhapsAlternate(values: readonly FlowValue[], within: SyntaxNode): void {
  for (const one of values.flatMap((value) => marksIn(value, within))) one.tested = true
}

function marksIn(value: FlowValue, { start, end }: SyntaxNode): readonly Mark[] {
  if (value.kind !== 'payload') return []
  return value.places
    .flatMap(({ marks }) => marks)
    .filter(({ range }) => start <= range.start && range.end <= end)
}

/** Marks the items of a literal list that is only iterated as alternatives: `for name in (p.get("a"), p.get("b")):` */
export function alternateItems(value: FlowValue, node: SyntaxNode | undefined): void {
  if (value.kind !== 'list' || value.node === undefined || value.node !== node) return
  const taken = value.items.filter((item) => marksOf(item).length > 0)
  if (taken.length > 1) alternate(taken, node)
}
