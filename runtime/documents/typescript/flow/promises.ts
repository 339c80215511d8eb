// Promises that a script creates: the value of `new Promise((resolve) => …)` is what its functions pass to `resolve`.

import ts from 'typescript'
import { nodesIn, pathOf, skipWrappers } from '../syntax.ts'

/**
 * The functions inside `new Promise(…)` that call its `resolve` directly; undefined where the node creates no such
 * promise.
 */
export function promisedBy(node: ts.Node): readonly ts.FunctionLikeDeclaration[] | undefined {
  const executor = executorOf(node)
  if (executor === undefined) return undefined
  const givers = nodesIn(executor).flatMap((one) => {
    const giver = ts.isCallExpression(one) && isResolved(one) ? functionAround(one) : undefined
    return giver === undefined ? [] : [giver]
  })
  return givers.length === 0 ? undefined : [...new Set(givers)]
}

/** Whether a call resolves the enclosing promise: `resolve(value)`. */
export function isResolved({ expression }: ts.CallExpression | ts.NewExpression): boolean {
  if (!ts.isIdentifier(expression)) return false
  for (let at: ts.Node | undefined = expression.parent; at !== undefined; at = at.parent) {
    if (!ts.isFunctionLike(at)) continue
    const [first] = at.parameters
    const isOwn = first !== undefined && ts.isIdentifier(first.name) && first.name.text === expression.text
    if (isOwn) return executorOf(at.parent) === at
  }
  return false
}

/** Whether that is the last statement of a function or branch: the value is then the promise's result. */
export function isResolvedLast(node: ts.Expression): boolean {
  if (!ts.isCallExpression(node) || !isResolved(node)) return false
  const { parent } = node
  return (
    ts.isExpressionStatement(parent) &&
    (!ts.isBlock(parent.parent) || parent.parent.statements.at(-1) === parent)
  )
}

function executorOf(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  if (!ts.isNewExpression(node) || pathOf(node.expression) !== 'Promise') return undefined
  const [given] = node.arguments ?? []
  const code = given === undefined ? undefined : skipWrappers(given)
  return code !== undefined && (ts.isArrowFunction(code) || ts.isFunctionExpression(code)) ? code : undefined
}

function functionAround(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent)
    if (ts.isFunctionLike(at)) return at as ts.FunctionLikeDeclaration
  return undefined
}
