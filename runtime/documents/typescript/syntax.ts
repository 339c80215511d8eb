// Helpers for TypeScript and JavaScript syntax: the nodes of a tree, wrappers of an expression, dotted paths.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'

/** A node and its descendants, in reading order; a node that `enters` rejects is listed without its descendants. */
export function nodesIn(root: ts.Node, enters?: (node: ts.Node) => boolean): readonly ts.Node[] {
  // The full list of a file is cached, because many analyses request it.
  return enters !== undefined || !ts.isSourceFile(root) ? walked(root, enters) : nodesOf(root)
}

const nodesOf = oncePer((file: ts.SourceFile) => walked(file))

/** The nodes of these kinds, in reading order. */
export function ofKinds(file: ts.SourceFile, kinds: readonly ts.SyntaxKind[]): readonly ts.Node[] {
  const nodes = nodesOf(file)
  const all = kindsOf(file)
  const found: ts.Node[] = []
  for (let at = 0; at < all.length; at++)
    if (kinds.includes(all[at] as ts.SyntaxKind)) found.push(nodes[at] as ts.Node)
  return found
}

// The nodes of a long text are spread over so much memory that reading the kind of each takes longer than this list.
const kindsOf = oncePer((file: ts.SourceFile) => new Uint16Array(nodesOf(file).map(({ kind }) => kind)))

function walked(root: ts.Node, enters?: (node: ts.Node) => boolean): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    if (enters?.(node) !== false) ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

/** True for an expression that only wraps another: parentheses, type assertions, `await`. */
export function wraps(node: ts.Expression): node is ts.Expression & { readonly expression: ts.Expression } {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isVoidExpression(node)
  )
}

/** What a value is one of, where the code chooses: `a ? b : c`, `a || b`, `a ?? b`. */
export function sidesOf(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  const isChoice = ts.isBinaryExpression(node) && /^(\|\||\?\?)$/.test(node.operatorToken.getText())
  return isChoice ? [node.left, node.right] : []
}

/** The expression inside its wrappers. */
export function skipWrappers(node: ts.Expression): ts.Expression {
  let at = node
  while (wraps(at)) at = at.expression
  return at
}

/** True for an operator that assigns to its left side. */
export function isAssignment(operator: ts.SyntaxKind): boolean {
  return operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment
}

/** True for `null` and `undefined`. */
export function isNothing(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined')
}

/** The path of a chain of names, `process.stdout.write`; empty for anything else. */
export function pathOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (!ts.isPropertyAccessExpression(node)) return ''
  const { expression: of, name } = node
  if (ts.isIdentifier(of)) return of.text === 'globalThis' ? name.text : `${of.text}.${name.text}`
  if (!ts.isPropertyAccessExpression(of) || !ts.isIdentifier(of.expression)) return ''
  return of.expression.text === 'globalThis'
    ? `${of.name.text}.${name.text}`
    : `${of.expression.text}.${of.name.text}.${name.text}`
}

/** The key of a member that is accessed by a name or a literal: `x.key`, `x["key"]`. */
export function keyOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  if (!ts.isElementAccessExpression(node)) return undefined
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined
}
