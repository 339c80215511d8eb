// Finds every place of a module that names a field: read, destructured, written, or a key of an object that is built
// where the contract determines the expected type.

import ts from 'typescript'
import { isAssignment, isNothing, nodesIn } from '../syntax.ts'

export type TypedUse = {
  /** The name as written; for `ctx['a b']` the string. */
  readonly node: ts.Node
  readonly name: string
  readonly access: 'read' | 'write'
  /** The object, pattern or literal that the field belongs to. */
  readonly of: ts.Node
  readonly kind: 'member' | 'key' | 'pattern' | 'literal'
}

/** The use that a name node is part of, if it is one. */
export function useAt(node: ts.Node): TypedUse | undefined {
  const { parent } = node
  if (parent === undefined) return undefined
  if (ts.isPropertyAccessExpression(parent) && parent.name === node && ts.isIdentifier(node))
    return { node, name: node.text, access: accessOf(parent), of: parent.expression, kind: 'member' }
  if (
    ts.isElementAccessExpression(parent) &&
    parent.argumentExpression === node &&
    ts.isStringLiteralLike(node)
  )
    return { node, name: node.text, access: accessOf(parent), of: parent.expression, kind: 'key' }
  if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
    const named = parent.propertyName ?? parent.name
    if (named !== node || parent.dotDotDotToken !== undefined) return undefined
    if (!ts.isIdentifier(node) && !ts.isStringLiteral(node)) return undefined
    return { node, name: node.text, access: 'read', of: parent.parent, kind: 'pattern' }
  }
  if (
    (ts.isPropertyAssignment(parent) ||
      ts.isShorthandPropertyAssignment(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node &&
    ts.isObjectLiteralExpression(parent.parent) &&
    (ts.isIdentifier(node) || ts.isStringLiteral(node))
  )
    return { node, name: node.text, access: 'write', of: parent.parent, kind: 'literal' }
  return undefined
}

/** Every use in a file, in reading order. */
export function usesIn(file: ts.Node): readonly TypedUse[] {
  const found: TypedUse[] = []
  for (const node of nodesIn(file)) {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) {
      const use = useAt(node)
      if (use !== undefined) found.push(use)
    }
  }
  return found
}

/** The type of the object that a use reads or writes, as narrowed at that place. */
export function typeLookedInto(use: TypedUse, checker: ts.TypeChecker): ts.Type | undefined {
  const type =
    use.kind === 'literal'
      ? checker.getContextualType(use.of as ts.ObjectLiteralExpression)
      : checker.getTypeAtLocation(use.of)
  return type === undefined ? undefined : checker.getNonNullableType(type)
}

/** True where the program only tests for the field, or has a fallback for it. */
export function isTested({ node, kind }: TypedUse): boolean {
  if (kind === 'pattern') return (node.parent as ts.BindingElement).initializer !== undefined
  if (kind === 'literal') return false
  let at: ts.Node = node.parent
  let isDeeper = false
  for (;;) {
    const parent: ts.Node = at.parent
    // `ctx.response?.text ?? ctx.text`: the part after an optional access has a fallback as well.
    const goesOn: boolean =
      (ts.isPropertyAccessExpression(parent) ||
        ts.isElementAccessExpression(parent) ||
        ts.isCallExpression(parent)) &&
      parent.expression === at &&
      (isDeeper || parent.questionDotToken !== undefined)
    isDeeper ||= goesOn
    if (
      goesOn ||
      ts.isParenthesizedExpression(parent) ||
      ts.isNonNullExpression(parent) ||
      ts.isAsExpression(parent)
    )
      at = parent
    else return isDeeper ? isChoice(parent) || isCandidates(parent) : tests(parent, at)
  }
}

type Choice = ts.BinaryExpression & {
  readonly operatorToken: ts.Token<ts.SyntaxKind.BarBarToken | ts.SyntaxKind.QuestionQuestionToken>
}

/** `a || b` or `a ?? b`. */
export function isChoice(node: ts.Node): node is Choice {
  if (!ts.isBinaryExpression(node)) return false
  const operator = node.operatorToken.kind
  return operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.QuestionQuestionToken
}

function tests(parent: ts.Node, node: ts.Node): boolean {
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node
  if (ts.isConditionalExpression(parent)) return parent.condition === node || isOtherwise(parent, node)
  if (isCandidates(parent)) return true
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken
  if (ts.isTypeOfExpression(parent) || ts.isDeleteExpression(parent)) return true
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'Boolean'
  if (!ts.isBinaryExpression(parent)) return false
  const operator = parent.operatorToken.kind
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken)
    return parent.left === node || tests(parent.parent, parent)
  if (isChoice(parent)) return true
  const other = parent.left === node ? parent.right : parent.left
  return isEquality(operator) && isNothing(other)
}

// `ctx.text != null ? ctx.text : ctx.message`: the fallback for a tested field.
function isOtherwise({ condition, whenFalse }: ts.ConditionalExpression, node: ts.Node): boolean {
  if (whenFalse !== node || !isMember(node)) return false
  const root = node.expression.getText()
  return (
    ts.isBinaryExpression(condition) &&
    isMember(condition.left) &&
    condition.left.expression.getText() === root
  )
}

/** `[ctx.text, ctx.message?.text]`: a list of candidates. */
export function isCandidates(node: ts.Node): node is ts.ArrayLiteralExpression {
  return ts.isArrayLiteralExpression(node) && node.elements.filter(isMember).length > 1
}

function isMember(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node)
}

/** `==`, `===`, `!=` or `!==`. */
export function isEquality(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.EqualsEqualsToken ||
    operator === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operator === ts.SyntaxKind.ExclamationEqualsToken ||
    operator === ts.SyntaxKind.ExclamationEqualsEqualsToken
  )
}

function accessOf(node: ts.Expression): 'read' | 'write' {
  let at: ts.Node = node
  while (ts.isParenthesizedExpression(at.parent) || ts.isNonNullExpression(at.parent)) at = at.parent
  const { parent } = at
  if (ts.isDeleteExpression(parent)) return 'write'
  if (!ts.isBinaryExpression(parent) || parent.left !== at) return 'read'
  return isAssignment(parent.operatorToken.kind) ? 'write' : 'read'
}
