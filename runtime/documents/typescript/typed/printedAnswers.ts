// The object literals that a printed value must come from: built in a function of the file, stored in a variable that
// is never modified, or chosen from several. Other sources of printed values are ignored.

import ts from 'typescript'
import { sidesOf } from '../syntax.ts'
import { declarationOf, functionOf, mentionsOf, type Names, returnsOf } from './declared.ts'

/** The literals behind a printed value, without the value itself. */
export function literalsBehind(printed: ts.Expression, names: Names): readonly ts.ObjectLiteralExpression[] {
  const found = new Set<ts.ObjectLiteralExpression>()
  const seen = new Set<ts.Node>()
  follow(printed)
  return [...found]

  function follow(node: ts.Expression): void {
    if (seen.has(node)) return
    seen.add(node)
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isSatisfiesExpression(node))
      follow(node.expression)
    for (const side of sidesOf(node)) follow(side)
    if (ts.isObjectLiteralExpression(node)) {
      if (node !== printed) found.add(node)
    } else if (ts.isIdentifier(node)) kept(node)
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      // A function that gets arguments builds an answer from the payload; one without arguments may build any object.
      const code = node.arguments.length === 0 ? undefined : functionOf(declarationOf(node.expression))
      if (code?.body === undefined || code.asteriskToken !== undefined) return
      for (const one of returnsOf(code.body)) follow(one)
    }
  }

  function kept(name: ts.Identifier): void {
    const declaration = declarationOf(name)
    if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return
    const { initializer } = declaration
    if (initializer === undefined) return
    const others = mentionsOf(declaration, names).filter((mention) => mention !== declaration.name)
    if (others.every(isOnlyRead)) follow(initializer)
  }
}

/** Printed, compared or tested: the object is not modified there. */
function isOnlyRead({ parent }: ts.Node): boolean {
  // In a copy, an inserted `satisfies` is around the author's value.
  if (ts.isParenthesizedExpression(parent) || ts.isSatisfiesExpression(parent)) return isOnlyRead(parent)
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'JSON.stringify'
  if (ts.isBinaryExpression(parent)) return COMPARES.has(parent.operatorToken.kind)
  return ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent) || ts.isConditionalExpression(parent)
}

const COMPARES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
])
