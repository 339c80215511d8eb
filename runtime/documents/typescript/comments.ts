// The comments of a module. Outside of strings, templates, regular expressions and JSX text, `//` and `/*` always begin
// a comment.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import { rangeOf } from './parse.ts'
import { nodesIn } from './syntax.ts'

/** The ranges of the comments, markers included, in reading order. */
export const commentsOf = oncePer((file: ts.SourceFile): readonly Range[] => {
  const { text } = file
  if (!/\/[/*]/.test(text)) return []
  const literals: Range[] = []
  for (const node of nodesIn(file)) {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateLiteralToken(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    )
      literals.push(rangeOf(node))
  }
  const found: Range[] = []
  const sign = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))/g
  for (let next = 0, one = sign.exec(text); one !== null; one = sign.exec(text)) {
    const start = one.index
    while ((literals[next]?.end ?? text.length) <= start) next++
    const literal = literals[next]
    if (literal !== undefined && literal.start <= start) sign.lastIndex = literal.end
    else found.push({ start, end: sign.lastIndex })
  }
  return found
})
