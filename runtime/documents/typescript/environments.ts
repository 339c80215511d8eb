// The variables that a module sets: its own, which the programs that it starts have as well, and those of one program.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { type CommandValues, joined, NOT_KNOWN, sum, textOf } from '../started/values.ts'
import { makesItemRun, makesPairRun } from '../started/variables.ts'
import { commandValues, type ExpressionValues } from './commandValues.ts'
import { isAssignment, keyOf, ofKinds, pathOf, sidesOf, skipWrappers } from './syntax.ts'
import { declarationOf } from './typed/declared.ts'

/**
 * Whether a node sets a variable by which programs run code that trust does not see. Any property of its name counts: of
 * most objects it is not known whether they become the environment of a program.
 */
export function codeSettersOf(file: ts.SourceFile): (node: ts.Node) => boolean {
  const valuesOf = commandValues(file, ofVariable)
  return (node) => {
    if (isMember(node)) {
      const value = valueIn(node)
      return makesItemRun(
        keysOf(node.name),
        () => (value === undefined ? NOT_KNOWN : valuesOf(value)),
        () => isEnvironment(node.parent) || isGivenAs(node.parent),
      )
    }
    if (ts.isArrayLiteralExpression(node))
      return node.elements.length === 2 && makesPairRun(node.elements.map(valuesOf))
    if (ts.isCallExpression(node)) {
      // `env.set(key, value)`, `Reflect.set(env, key, value)`, `Object.defineProperty(env, key, …)`
      if (!/^(?:set|defineProperty)$/.test(keyOf(skipWrappers(node.expression)) ?? '')) return false
      const [value, ...keys] = node.arguments.slice(0, 3).reverse()
      return keys.some((key) => makesItemRun(valuesOf(key), () => (value ? valuesOf(value) : []), never))
    }
    if (!ts.isBinaryExpression(node)) return false
    const { left, right, operatorToken } = node
    // `name === 'PATH' ? folder + value : value`
    if (/^[!=]==?$/.test(operatorToken.getText())) return [left, right].some(isPathName)
    if (!isAssignment(operatorToken.kind)) return false
    if (ts.isArrayLiteralExpression(left)) return left.elements.some(isPathTarget)
    if (ts.isObjectLiteralExpression(left))
      return left.properties.some((one) => ts.isPropertyAssignment(one) && isPathTarget(one.initializer))
    if (!ts.isPropertyAccessExpression(left) && !ts.isElementAccessExpression(left)) return false
    const key = keyOf(left)
    if (isSameItem(left, right)) return false
    const keys = key === undefined ? valuesOf((left as ts.ElementAccessExpression).argumentExpression) : [key]
    const isAdded = operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
    return makesItemRun(
      keys,
      () =>
        isAdded
          ? sum(
              keys.map((one) => `$${textOf(one)}`),
              valuesOf(right),
            )
          : valuesOf(right),
      () => isEnvironment(left.expression),
    )
  }

  function keysOf(name: ts.PropertyName): CommandValues {
    return ts.isComputedPropertyName(name) ? valuesOf(name.expression) : [keyIn(name)]
  }
}

const never = () => false

function isPathName(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) && /^path$/i.test(node.text) && node.text !== 'path'
}

function isPathTarget(node: ts.Expression): boolean {
  return keyOf(node) === 'PATH'
}

type Member =
  | ts.PropertyAssignment
  | ts.ShorthandPropertyAssignment
  | ts.PropertyDeclaration
  | ts.GetAccessorDeclaration

function isMember(node: ts.Node): node is Member {
  return (
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isGetAccessorDeclaration(node)
  )
}

function valueIn(node: Member): ts.Expression | undefined {
  if (ts.isShorthandPropertyAssignment(node)) return node.name
  return ts.isGetAccessorDeclaration(node) ? undefined : node.initializer
}

// `{ env: { … } }`
function isGivenAs(node: ts.Node): boolean {
  return ts.isPropertyAssignment(node.parent) && keyIn(node.parent.name) === 'env'
}

// `kept[name] = process.env[name]`
function isSameItem(left: ts.Expression, right: ts.Expression): boolean {
  const value = skipWrappers(right)
  return (
    ts.isElementAccessExpression(left) &&
    ts.isElementAccessExpression(value) &&
    isEnvironment(value.expression) &&
    value.argumentExpression.getText() === left.argumentExpression.getText()
  )
}

// `process.env`, `childEnv`, what is made of one of them, and a name that is declared as such.
const isEnvironment = oncePer((node: ts.Node): boolean => {
  const at = ts.isExpression(node) ? skipWrappers(node) : node
  if (ts.isObjectLiteralExpression(at))
    return at.properties.some((one) => ts.isSpreadAssignment(one) && isCalledEnvironment(one.expression))
  if (ts.isCallExpression(at)) return at.arguments.some(isCalledEnvironment)
  if (!ts.isExpression(at)) return false
  if (isCalledEnvironment(at)) return true
  const declared = ts.isIdentifier(at) ? declarationOf(at) : undefined
  if (declared && ts.isBindingElement(declared)) return declared.propertyName?.getText() === 'env'
  const made =
    declared && ts.isVariableDeclaration(declared)
      ? (declared.initializer ?? assignedTo(declared))
      : undefined
  // What is declared by another name is not followed: two names may stand for each other.
  return made !== undefined && !ts.isIdentifier(skipWrappers(made)) && isEnvironment(made)
})

// `let vars; vars = { ...process.env }`
function assignedTo({ name }: ts.VariableDeclaration): ts.Expression | undefined {
  return ts.isIdentifier(name) ? assignedIn(name.getSourceFile()).get(name.text) : undefined
}

const assignedIn = oncePer((file: ts.SourceFile): ReadonlyMap<string, ts.Expression> => {
  const found = new Map<string, ts.Expression>()
  for (const node of ofKinds(file, [ts.SyntaxKind.BinaryExpression])) {
    const { left, right, operatorToken } = node as ts.BinaryExpression
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(left)) found.set(left.text, right)
  }
  return found
})

function isCalledEnvironment(node: ts.Expression): boolean {
  const at = skipWrappers(node)
  return /env/i.test(ts.isIdentifier(at) ? at.text : (keyOf(at) ?? ''))
}

function keyIn(name: ts.PropertyName): string {
  return ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : ''
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
      return isOwnFunction(callee) ? undefined : ['$HOME']
    // The folder of Node itself, from which it was started.
    case 'dirname':
      return only && pathOf(only) === 'process.execPath' ? ['$PATH'] : undefined
    case 'filter':
      return of((callee as ts.PropertyAccessExpression).expression)
    case 'join':
    case 'resolve': {
      const parts = node.arguments.map(of)
      // `resolve` begins anew at an absolute path.
      const isOpen = (part: CommandValues) => part.some((one) => /^[/$\uFFFC]/.test(textOf(one)))
      if (
        parts.length < 2 ||
        ((keyOf(callee) ?? pathOf(callee)) === 'resolve' && parts.slice(1).some(isOpen))
      )
        return undefined
      return joined(parts, '/')
    }
    default:
      return undefined
  }
}

function isOwnFunction(callee: ts.Expression): boolean {
  const declared = ts.isIdentifier(callee) ? declarationOf(callee) : undefined
  if (declared === undefined || ts.isFunctionDeclaration(declared)) return declared !== undefined
  const made = declared.initializer
  return made !== undefined && (ts.isArrowFunction(made) || ts.isFunctionExpression(made))
}
