// The variables that a module sets: its own, which the programs that it starts have as well, and those of one program.

import ts from 'typescript'
import { type CommandValues, joined, sum, textOf } from '../started/values.ts'
import { makesRun } from '../started/variables.ts'
import { commandValues, type ExpressionValues } from './commandValues.ts'
import { isAssignment, keyOf, pathOf, sidesOf, skipWrappers } from './syntax.ts'
import { declarationOf } from './typed/declared.ts'

/**
 * Whether a node sets a variable by which programs run code that trust does not see. Any property of its name counts: of
 * most objects it is not known whether they become the environment of a program.
 */
export function codeSettersOf(file: ts.SourceFile): (node: ts.Node) => boolean {
  const valuesOf = commandValues(file, ofVariable)
  return (node) => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const value = ts.isPropertyAssignment(node) ? node.initializer : node.name
      return makesRun(keyIn(node.name), () => valuesOf(value))
    }
    if (!ts.isBinaryExpression(node) || !isAssignment(node.operatorToken.kind)) return false
    const { left, right, operatorToken } = node
    if (!ts.isPropertyAccessExpression(left) && !ts.isElementAccessExpression(left)) return false
    const key = keyOf(left)
    const keys =
      key === undefined && isEnvironment(left.expression)
        ? valuesOf((left as ts.ElementAccessExpression).argumentExpression)
        : [key ?? '']
    const isAdded = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
    return keys
      .map(textOf)
      .some((one) => makesRun(one, () => (isAdded ? sum([`$${one}`], valuesOf(right)) : valuesOf(right))))
  }
}

// `process.env`, `childEnv`, and a name for one of them or for a copy.
function isEnvironment(node: ts.Expression): boolean {
  const at = skipWrappers(node)
  if (/env/i.test(ts.isIdentifier(at) ? at.text : (keyOf(at) ?? ''))) return true
  if (ts.isObjectLiteralExpression(at))
    return at.properties.some((one) => ts.isSpreadAssignment(one) && isEnvironment(one.expression))
  const declared = ts.isIdentifier(at) ? declarationOf(at) : undefined
  if (declared === undefined || !ts.isVariableDeclaration(declared) || declared.initializer === undefined)
    return false
  // A name that is declared by another one is not followed.
  return !ts.isIdentifier(declared.initializer) && isEnvironment(declared.initializer)
}

function keyIn(name: ts.PropertyName): string {
  const key = ts.isComputedPropertyName(name) ? name.expression : name
  return ts.isStringLiteralLike(key) || (ts.isIdentifier(key) && key === name) ? key.text : ''
}

// What variables are put together of: others, and folders that the user or the system has.
function ofVariable(node: ts.Expression, of: ExpressionValues): CommandValues | undefined {
  if (ts.isIdentifier(node)) {
    const taken = declarationOf(node)
    if (taken === undefined || !ts.isBindingElement(taken)) return undefined
    const from = taken.parent.parent
    const isOwn = ts.isVariableDeclaration(from) && from.initializer && isEnvironment(from.initializer)
    return isOwn ? [`$${(taken.propertyName ?? taken.name).getText()}`] : undefined
  }
  // `process.env.PATH ?? ''`
  const [first] = ts.isBinaryExpression(node) ? sidesOf(node).map(of) : []
  if (first !== undefined) return first.every((one) => /^\$\w+$/.test(textOf(one))) ? first : undefined
  const key = keyOf(node)
  if (key === 'delimiter') return [':']
  if (key !== undefined) {
    return isEnvironment((node as ts.PropertyAccessExpression).expression) ? [`$${key}`] : undefined
  }
  if (!ts.isCallExpression(node)) return undefined
  const [only] = node.arguments
  const callee = skipWrappers(node.expression)
  switch (keyOf(callee) ?? pathOf(callee)) {
    case 'homedir':
      return ['$HOME']
    // The folder of Node itself, from which it was started.
    case 'dirname':
      return only && pathOf(only) === 'process.execPath' ? ['$PATH'] : undefined
    case 'filter':
      return of((callee as ts.PropertyAccessExpression).expression)
    case 'join':
    case 'resolve':
      return node.arguments.length > 1 ? joined(node.arguments.map(of), '/') : undefined
    default:
      return undefined
  }
}
