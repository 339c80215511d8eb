// The variables that a module sets: its own, which the programs that it starts have as well, and those of one program.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { type CommandValues, joined, sum, textOf } from '../started/values.ts'
import { makesRun } from '../started/variables.ts'
import { commandValues, type ExpressionValues } from './commandValues.ts'
import { isAssignment, keyOf, ofKinds, pathOf, sidesOf, skipWrappers } from './syntax.ts'
import { declarationOf } from './typed/declared.ts'

/** Whether a node sets a variable by which programs run code that trust does not see. */
export function codeSettersOf(file: ts.SourceFile): (node: ts.Node) => boolean {
  const valuesOf = commandValues(file, ofVariable)
  let names: ReadonlySet<string> | undefined
  const isEnvironment = oncePer((literal: ts.ObjectLiteralExpression): boolean => {
    if (literal.properties.some((one) => ts.isSpreadAssignment(one) && isNamed(one.expression))) return true
    let { parent }: ts.Node = literal
    while (ts.isExpression(parent) && !ts.isCallExpression(parent) && !ts.isBinaryExpression(parent))
      parent = parent.parent
    if (ts.isCallExpression(parent)) return parent.arguments.some(isNamed)
    if (ts.isBinaryExpression(parent)) return isNamed(parent.left)
    if (ts.isPropertyAssignment(parent)) return keyIn(parent.name) === 'env'
    return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && isNamed(parent.name)
  })
  return (node) => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const value = ts.isPropertyAssignment(node) ? node.initializer : node.name
      return sets(
        keyIn(node.name),
        () => valuesOf(value),
        () => isEnvironment(node.parent),
      )
    }
    if (!ts.isBinaryExpression(node) || !isAssignment(node.operatorToken.kind)) return false
    const { left, right, operatorToken } = node
    if (!ts.isPropertyAccessExpression(left) && !ts.isElementAccessExpression(left)) return false
    const isOwn = isNamed(left.expression)
    const key = keyOf(left)
    const keys =
      key === undefined && isOwn
        ? valuesOf((left as ts.ElementAccessExpression).argumentExpression)
        : [key ?? '']
    const isAdded = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
    return keys.map(textOf).some((one) => {
      const value = () => (isAdded ? sum([`$${one}`], valuesOf(right)) : valuesOf(right))
      return sets(one, value, () => isOwn)
    })
  }

  // `PATH` is also a name of other things, so it counts in what is an environment only.
  function sets(name: string, values: () => CommandValues, isOfPrograms: () => boolean): boolean {
    if (!makesRun(name, values)) return false
    return name !== 'PATH' || values().some((one) => textOf(one).includes('$PATH')) || isOfPrograms()
  }

  function isNamed(node: ts.Expression): boolean {
    const at = skipWrappers(node)
    if (isCalledEnvironment(at)) return true
    names ??= namesIn(file)
    return ts.isIdentifier(at) && names.has(at.text)
  }
}

// The names by which an environment is passed to a program: `{ env: variables }`.
function namesIn(file: ts.SourceFile): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of ofKinds(file, [ts.SyntaxKind.PropertyAssignment])) {
    const { name, initializer } = node as ts.PropertyAssignment
    if (keyIn(name) === 'env' && ts.isIdentifier(initializer)) found.add(initializer.text)
  }
  return found
}

// `process.env`, `childEnv`
function isCalledEnvironment(node: ts.Expression): boolean {
  return /env/i.test(ts.isIdentifier(node) ? node.text : (keyOf(node) ?? ''))
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
    const isOwn = ts.isVariableDeclaration(from) && from.initializer && isCalledEnvironment(from.initializer)
    return isOwn ? [`$${(taken.propertyName ?? taken.name).getText()}`] : undefined
  }
  // `process.env.PATH ?? ''`
  const [first] = ts.isBinaryExpression(node) ? sidesOf(node).map(of) : []
  if (first !== undefined) return first.every((one) => /^\$\w+$/.test(textOf(one))) ? first : undefined
  const key = keyOf(node)
  if (key === 'delimiter') return [':']
  if (key !== undefined) {
    const object = skipWrappers((node as ts.PropertyAccessExpression).expression)
    return isCalledEnvironment(object) ? [`$${key}`] : undefined
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
