// Where what loads code or starts programs goes somewhere else than into a call that can be judged: whoever has it then
// is not known. Every use counts that is not listed here as understood.

import ts from 'typescript'
import { isExported, isReference } from './commandNames.ts'
import {
  isLoader,
  isWhole,
  type Loaders,
  loadersOf,
  memberNamed,
  membersOf,
  moduleNamed,
  promisified,
} from './loaders.ts'
import { isAssignment, keyOf, ofKinds, pathOf, wraps } from './syntax.ts'

/** The places of a file where a loader is used in a way that is not understood. */
export function passedOnIn(file: ts.SourceFile): readonly ts.Node[] {
  const loaders = loadersOf(file)
  return ofKinds(file, USES).filter((node) => {
    if (ts.isExportDeclaration(node)) return isReexport(node)
    if (ts.isIdentifier(node) && !isReference(node)) return false
    const name = loaders.nameOf(node as ts.Expression)
    return name !== undefined && isLoader(name) && !isUnderstood(node, name, loaders)
  })
}

const USES = [
  ...[ts.SyntaxKind.Identifier, ts.SyntaxKind.PropertyAccessExpression],
  ...[ts.SyntaxKind.ElementAccessExpression, ts.SyntaxKind.CallExpression, ts.SyntaxKind.ExportDeclaration],
]

function isReexport({ moduleSpecifier, exportClause, isTypeOnly }: ts.ExportDeclaration): boolean {
  const from = moduleNamed(moduleSpecifier)
  if (from === undefined || isTypeOnly) return false
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return true
  return exportClause.elements.some(
    (one) => !one.isTypeOnly && memberNamed(from, (one.propertyName ?? one.name).text) !== undefined,
  )
}

function isUnderstood(node: ts.Node, name: string, loaders: Loaders): boolean {
  const whole = outermost(node)
  const { parent } = whole
  if (isTested(whole) || ts.isExpressionStatement(parent)) return true
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    // The module of Node's tests is itself a function: it defines one.
    return parent.expression === whole ? !isWhole(name) || name === 'test.*' : promisified(parent) === whole
  if (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent))
    return parent.expression === whole && isPlainMember(parent, name)
  if (ts.isVariableDeclaration(parent))
    return !isExported(parent.parent.parent) && isNamed(parent.name, name, loaders)
  if (!ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return isType(whole)
  // The names that `require` has get their value: `cp = require('child_process')`, `globalThis.require = …`.
  if (parent.left === whole) return ts.isIdentifier(whole) || name === 'require'
  return (
    (ts.isIdentifier(parent.left) && isNamed(parent.left, name, loaders)) ||
    /^(?:global\.)?require$/.test(pathOf(parent.left))
  )
}

// Whether a name or a pattern gives the names by which the calls are judged.
function isNamed(to: ts.BindingName, name: string, loaders: Loaders): boolean {
  if (ts.isIdentifier(to)) return loaders.nameOf(to) === name
  const members = membersOf(to)
  return (
    members?.every(([one, key]) => {
      const member = memberNamed(name, key)
      return member === undefined ? isPlainKey(name, key) : loaders.nameOf(one) === member
    }) === true
  )
}

function isPlainMember(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  name: string,
): boolean {
  const key = keyOf(node)
  // What the function is called with has names of its own, by which its calls are judged.
  if (isWhole(name) && key === 'then')
    return ts.isCallExpression(node.parent) && node.parent.arguments.every(ts.isFunctionLike)
  return key !== undefined && isPlainKey(name, key)
}

function isPlainKey(name: string, key: string): boolean {
  if (isWhole(name)) return true
  if (name === 'global.require') return !/^(?:apply|bind|call)$/.test(key)
  return /^(?:customSections|exports|imports|length|name|prototype|toString)$/.test(key)
}

// A value that is only looked at: `typeof require`, `fn instanceof Function`, `if (vm.SourceTextModule)`.
function isTested(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isTypeOfExpression(parent) || ts.isDeleteExpression(parent)) return true
  if (ts.isPrefixUnaryExpression(parent) || ts.isIfStatement(parent)) return true
  if (ts.isConditionalExpression(parent)) return parent.condition === node
  if (!ts.isBinaryExpression(parent)) return false
  const { kind } = parent.operatorToken
  if (kind === ts.SyntaxKind.CommaToken) return parent.left === node
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return parent.left === node || isTested(outermost(parent))
  return !isAssignment(kind) && !CHOOSES.includes(kind)
}

const CHOOSES = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken]

function isType({ parent }: ts.Node): boolean {
  if (ts.isImportEqualsDeclaration(parent)) return true
  if (!ts.isExpressionWithTypeArguments(parent) || !ts.isHeritageClause(parent.parent)) return false
  const { token, parent: of } = parent.parent
  return token === ts.SyntaxKind.ImplementsKeyword || ts.isInterfaceDeclaration(of)
}

// The expression with the parentheses, types and `await` around it, also as the last one behind a comma.
function outermost(node: ts.Node): ts.Node {
  let at = node
  while (isInside(at)) at = at.parent
  return at
}

function isInside(node: ts.Node): boolean {
  const { parent } = node
  if (!ts.isExpression(parent)) return false
  return (
    wraps(parent) ||
    (ts.isBinaryExpression(parent) &&
      parent.right === node &&
      parent.operatorToken.kind === ts.SyntaxKind.CommaToken)
  )
}
