// Reads Python literals and names from the tree: strings with their escapes, the last part of a dotted name, ranges.

import type { Range } from '../../contract/problems.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'

/** The value of a string literal, adjacent literals joined; undefined for bytes and for f-strings with expressions. */
export function stringOf(node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined
  if (node.type === 'parenthesized_expression') return stringOf(named(node)[0])
  if (node.type === 'concatenated_string') {
    const parts = named(node).map(stringOf)
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  if (node.type !== 'string') return undefined
  const prefix = node.children[0]?.text.replace(/["']+$/, '').toLowerCase() ?? ''
  if (prefix.includes('b') || node.children.some(({ type }) => type === 'interpolation')) return undefined
  const range = contentOf(node)
  const content = node.text.slice(range.start - node.start, range.end - node.start)
  return prefix.includes('r') ? content : unescaped(content)
}

/** The range between the quotes of a string; of adjacent ones, from the first to the last of these. */
export function contentOf(node: SyntaxNode): Range {
  const parts = node.type === 'concatenated_string' ? named(node) : []
  const [one, other] = [parts[0], parts.at(-1)]
  if (one !== undefined && other !== undefined)
    return { start: contentOf(one).start, end: contentOf(other).end }
  const first = node.children[0]
  const last = node.children.at(-1)
  const closed = last !== undefined && last !== first && last.type === 'string_end'
  return { start: first?.end ?? node.start, end: closed ? last.start : node.end }
}

/** The last name of a dotted name: `BaseHook` of `hooks.BaseHook`. */
export function lastName(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'identifier') return node.text
  if (node?.type === 'attribute') return node.children.find(({ field }) => field === 'attribute')?.text
  return node?.type === 'subscript' ? lastName(named(node)[0]) : undefined
}

export function rangeOf(node: SyntaxNode): Range {
  return { start: node.start, end: node.end }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

function unescaped(text: string): string {
  return text.replace(/\\(u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])/g, (all, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return ESCAPES[code] ?? all
  })
}
