// Alternatives: fields of the payload of which the hook uses whichever is present, so any may be missing.

import type { SyntaxNode } from '../treeSitter.ts'
import { type Alternates, doubt, type Mark } from './found.ts'
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
    doubt(one)
}

/** The same for `a or b` of two fields; together they are certain if each would be by itself. */
export function alternateTogether(values: readonly FlowValue[], within: SyntaxNode): void {
  const last = new Set(values.flatMap(marksOf))
  const isKnown = values.every(
    (value) =>
      value.kind === 'payload' &&
      value.places.length > 0 &&
      // Places that are alternatives already are not sure, but their choice is known.
      value.places.every(
        ({ sure, marks }) => (sure || marks.at(-1)?.choice !== undefined) && marks.length > 0,
      ),
  )
  const before = [...last].flatMap(({ choice }) => choice ?? [])
  const open = !isKnown || before.some((one) => one.open) || [...last].some((one) => !one.sure && !one.choice)
  const choice: Alternates = { marks: new Set([...before.flatMap(({ marks }) => [...marks]), ...last]), open }
  for (const one of choice.marks) one.choice = choice
  for (const one of values.flatMap((value) => marksIn(value, within))) one.sure = false
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

/**
 * Marks the items of a literal list that is iterated as alternatives, wherever the list is written: `for name in
 * (p.get("a"), p.get("b")):`, `const parts = [p.a, p.b]; for (const part of parts)`.
 */
export function alternateItems(value: FlowValue): void {
  if (value.kind !== 'list' || value.node === undefined) return
  const taken = value.items.filter((item) => marksOf(item).length > 0)
  if (taken.length > 1) alternate(taken, value.node)
}
