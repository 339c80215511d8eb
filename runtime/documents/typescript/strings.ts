// The string literals of a module: quoted ones, the written parts of templates, regular expressions.

import ts from 'typescript'
import type { Range } from '../../contract/problems.ts'
import { rangeOf, treeOf } from './parse.ts'

/** Where they stand, in reading order. */
export function moduleStrings(text: string, language: 'typescript' | 'javascript'): readonly Range[] {
  const found: Range[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateLiteralToken(node) ||
      ts.isRegularExpressionLiteral(node)
    )
      found.push(rangeOf(node))
    ts.forEachChild(node, visit)
  }
  visit(treeOf(text, language))
  return found
}
