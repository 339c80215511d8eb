// Differences between a Python text and what Python parses: names are normalized to NFKC, and the first lines may
// declare an encoding.

import { opaqueAt } from '../opaque.ts'
import { nodesIn, parseTree, type SyntaxNode, type SyntaxTree } from '../treeSitter.ts'

/** The tree with all names as Python compares them (NFKC: `\u{ff5a}q` is `zq`); the given tree if no name changes. */
export async function withPlainNames(root: SyntaxTree): Promise<SyntaxTree> {
  const { text } = root
  let plain = ''
  let end = 0
  for (const node of nodesIn(root)) {
    if (node.type !== 'identifier' || node.text === node.text.normalize('NFKC')) continue
    plain += text.slice(end, node.start - root.start) + node.text.normalize('NFKC')
    end = node.end - root.start
  }
  return end === 0 ? root : await parseTree('python', plain + text.slice(end))
}

const DECLARED = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/

/** Encodings in which every ASCII character is one byte of its own, and no byte stands for a line break or a quote. */
const LIKE_ASCII =
  /^(?:utf-?8(?:-sig)?|(?:us-)?ascii|l1|latin-?\d+|iso-?(?:8859-?\d+|latin-?\d)|(?:cp|windows-)125\d|koi8-[ru]|euc-?(?:jp|kr)|gb2312)$/

/** The declaration of an encoding in which the text may be different code than it appears to be. */
export function foreignEncoding({ text }: SyntaxNode): readonly string[] {
  const lines = text.split(/\r\n?|\n/, 2)
  const at = lines.findIndex((line) => DECLARED.test(line))
  const [line = '', encoding = ''] = DECLARED.exec(lines[at] ?? '') ?? []
  if (encoding === '' || LIKE_ASCII.test(encoding.toLowerCase().replaceAll('_', '-'))) return []
  return [opaqueAt(text, text.indexOf(line), line)]
}
