// Recognizes `rules.forEach((rule) => { … })`, which runs like a loop over the rules.

import ts from 'typescript'
import { skipWrappers } from '../syntax.ts'

type ForEach = {
  readonly of: ts.Expression
  readonly item: ts.BindingName
  readonly body: ts.Block
}

/** The parts of such a call; undefined where the function does more than a loop's body can: it returns early, or waits. */
export function calledForEach(node: ts.Expression): ForEach | undefined {
  const call = skipWrappers(node)
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined
  const [given, ...others] = call.arguments
  if (call.expression.name.text !== 'forEach' || given === undefined || others.length > 0) return undefined
  const each = skipWrappers(given)
  if (!ts.isArrowFunction(each) || each.modifiers !== undefined || !ts.isBlock(each.body)) return undefined
  const [item, ...more] = each.parameters
  if (item === undefined || more.length > 0 || item.initializer !== undefined) return undefined
  return returns(each.body) ? undefined : { of: call.expression.expression, item: item.name, body: each.body }
}

function returns(node: ts.Node): boolean {
  if (ts.isReturnStatement(node)) return true
  return !ts.isFunctionLike(node) && ts.forEachChild(node, (inner) => returns(inner) || undefined) === true
}
