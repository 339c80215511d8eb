// Translates PowerShell's strings: the text between the quotes without its escapes, and the expressions in it.

import { made, reading, string, template, unknown } from '../flow/translatedNodes.ts'
import { named, type SyntaxNode } from '../treeSitter.ts'

const CONTROLS: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t', 0: '\0' }

function unescaped(piece: string): string {
  return piece.replace(/`([\s\S])|""/g, (_, one: string | undefined) =>
    one === undefined ? '"' : (CONTROLS[one] ?? one),
  )
}

const TEXT = /^(@["']\r?\n|["'])(.*?)(?:\r?\n["']@|["'])?$/s

/** A string; `translated` translates the expressions in it, as in `"a $($payload.tool_name)"`. */
export function text(
  node: SyntaxNode,
  translated: (parts: readonly SyntaxNode[]) => readonly SyntaxNode[],
): SyntaxNode {
  const [, open = '', written = ''] = TEXT.exec(node.text) ?? []
  const [start, quote] = [node.start + open.length, open.includes("'") ? "'" : '"']
  const end = start + written.length
  const parts = named(named(node)[0])
  if (parts.length > 0) {
    const pieces = [...parts.map((one) => one.start), end].map((to, i) => {
      const from = parts[i - 1]?.end ?? start
      const piece = node.text.slice(from - node.start, to - node.start)
      return reading(unescaped(piece), made('string_content', { ...node, start: from, end: to }))
    })
    return template(node, pieces, translated(parts))
  }
  const isPlain = open.startsWith('@') || !(quote === '"' ? /[`"]/ : /'/).test(written)
  return isPlain ? string(node, { start, end }, quote) : unknown(node)
}
