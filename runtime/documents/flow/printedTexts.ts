// What a value is printed as, as far as it is known: `…` stands for the rest.

import { stringOf } from '../python/literals.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { jsonText } from './jsonText.ts'
import { literalOf } from './results.ts'
import { alternatives, type Dict, type FlowValue, UNKNOWN } from './values.ts'

/** True of what is JSON already, and is written once more. */
export function isWritten(value: FlowValue): boolean {
  return value.kind === 'json' || (value.kind === 'text' && jsonText(value.text)?.kind === 'whole')
}

/** A value as the text that it is printed as; undefined where nobody can say. */
export function textOf(value: FlowValue | undefined): string | undefined {
  if (value?.kind === 'text') return value.text
  if (value?.kind === 'either')
    return value.of.every(({ kind }) => kind === 'json') ? textOf(value.of[0]) : undefined
  if (value?.kind !== 'json') return undefined
  if (value.of.kind === 'either') return textOf({ kind: 'json', of: value.of.of[0] ?? UNKNOWN })
  if (isWritten(value.of)) return JSON.stringify(textOf(value.of)?.replaceAll('…', ''))
  if (value.of.kind !== 'dict') return undefined
  return JSON.stringify(literalOf(firstOf(value.of)), (key, one: unknown) =>
    one === undefined ? (INPUT.test(key) ? { '…': '…' } : '…') : one,
  )
}

// What stands there is an object: the input of a tool.
const INPUT = /(?:input|args)$/i

// On the first of the ways that come to it. A dict may stand in itself, so each is made once.
function firstOf(dict: Dict, made = new Map<Dict, Dict>()): Dict {
  const before = made.get(dict)
  if (before !== undefined) return before
  made.set(dict, dict)
  const entries = dict.entries.map((entry) => {
    const [first = entry.value] = alternatives(entry.value)
    return { ...entry, value: first.kind === 'dict' ? firstOf(first, made) : first }
  })
  const first = { ...dict, entries, more: false }
  made.set(dict, first)
  return first
}

/** What stands first in a text that is put together: `"seen " + command`, `"seen {}".format(command)`. */
export function leading(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type === 'binary_operator') return leading(child(node, 'left'))
  const object = node?.type === 'call' ? child(child(node, 'function'), 'object') : undefined
  return object?.type === 'string' ? object : node
}

/** What a text begins with that is put together; the rest of it is anything. */
export function firstWords(whole: SyntaxNode | undefined): string {
  const from = leading(whole)
  if (from?.type === 'conditional_expression') return firstWords(named(from)[0])
  const content = from?.children.find(({ type }) => type === 'string_content')?.text
  return `${wordsIn(from) ?? content ?? ''}…`
}

const PIECE = /^(?:string_content|interpolation)$/

/** What a text certainly begins with; undefined where that is not known. */
export function wordsIn(text: SyntaxNode | undefined): string | undefined {
  const parts = text?.children.filter((one) => PIECE.test(one.type) && one.text !== '') ?? []
  const [first] = parts
  if (first === undefined) return stringOf(text)
  const filled = (value: string) =>
    parts.map(({ type, text: piece }) => (type === 'interpolation' ? value : piece)).join('')
  if (first.type === 'string_content')
    return /^\[value\]\s+\S/.test(filled('value')) ? filled('value') : first.text
  // What nobody knows stands first: where no sign of JSON is written beside it, it is text whatever it is.
  return /^(?!.*["{}[\]]).*[^\s\d,]/s.test(filled('')) ? filled('value') : undefined
}
