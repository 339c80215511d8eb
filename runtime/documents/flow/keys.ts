// Where a key or a value is written in a text, and in which quotes.

import type { Range } from '../../contract/problems.ts'
import { contentOf, stringOf } from '../python/literals.ts'
import type { Quote } from '../spots.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'
import type { FlowValue } from './values.ts'

export type WrittenKeys = { readonly text: string; readonly range: Range; readonly quote: Quote }

/** A plain string literal, or adjacent ones in the same quotes; undefined for strings with interpolation. */
export function writtenIn(node: SyntaxNode | undefined): WrittenKeys | undefined {
  if (node?.type === 'parenthesized_expression') return writtenIn(named(node)[0])
  if (node?.type !== 'string' && node?.type !== 'concatenated_string') return undefined
  const text = stringOf(node)
  if (text === undefined) return undefined
  const pieces = node.type === 'string' ? [node] : named(node)
  const [sign, ...others] = new Set(pieces.map(({ children }) => children[0]?.text.at(-1)))
  if (others.length > 0) return undefined
  return { text, range: contentOf(node), quote: sign === '"' || sign === "'" ? sign : 'bare' }
}

/** The same for a key; for `value.get(name)` in a function that is given the name, where a call writes it. */
export function keyIn(node: SyntaxNode | undefined, key: FlowValue): WrittenKeys | undefined {
  return writtenIn(node) ?? (key.kind === 'text' ? writtenIn(key.node) : undefined)
}

/** Most keys of a loop or a `reduce` that are followed one by one, each a field deeper: `dig(payload, "a.b")`. */
export const MOST_STEPS = 6

/** A literal that is compared with, or given as a value. */
export type FlowLiteral = {
  readonly value: string | number | boolean | null
  readonly range: Range
  readonly quote: Quote
}

/** The literal value of a node; undefined for computed values. */
export function literalIn(node: SyntaxNode | undefined): FlowLiteral | undefined {
  const text = writtenIn(node)
  if (text !== undefined) return { value: text.text, range: text.range, quote: text.quote }
  if (node === undefined) return undefined
  const range = { start: node.start, end: node.end }
  if (node.type === 'true' || node.type === 'false')
    return { value: node.type === 'true', range, quote: 'bare' }
  if (node.type === 'none') return { value: null, range, quote: 'bare' }
  if (/^(integer|float)$/.test(node.type) && /^\d+(\.\d+)?$/.test(node.text))
    return { value: Number(node.text), range, quote: 'bare' }
  return undefined
}
