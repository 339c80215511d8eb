// Follows the payload through an executable: stored in a variable, returned by a function of the file, passed to
// another. Followed only where every path yields the payload or an empty value.

import ts from 'typescript'
import { budgetFor } from '../../budget.ts'
import { isAssignment, isNothing, nodesIn, sidesOf } from '../syntax.ts'
import {
  type Code,
  type Declaration,
  declarationOf,
  functionOf,
  isFunction,
  mentionsOf,
  namesOf,
  returnsOf,
} from './declared.ts'

export type Passed = {
  /**
   * Expressions that yield the payload although their type does not show it: `new Promise(…)`, a choice, `{}` in its
   * place.
   */
  readonly values: readonly { readonly node: ts.Expression; readonly promised: boolean }[]
  /** Parameters that get the payload in every call in the file. */
  readonly parameters: readonly ts.ParameterDeclaration[]
  /** Whether a function of the file returns the payload. */
  gives(code: Code): boolean
}

// Larger files are bundles; names in them are not followed.
const LARGE = 100_000

/** Where the payload goes. `parsed`: the calls that return it; `isText` recognizes expressions with its text. */
export function passedIn(
  file: ts.SourceFile,
  parsed: readonly ts.Expression[],
  isText: (node: ts.Expression) => boolean,
): Passed {
  const values = new Map<ts.Expression, boolean>()
  const parameters = new Set<ts.ParameterDeclaration>()
  const open = new Set<ts.Node>()
  const nothing: Passed = { values: [], parameters: [], gives: () => false }
  if (parsed.length === 0 || file.end > LARGE) return nothing
  const names = namesOf(file)
  const judged = new Set<Code>()
  const nodes = nodesIn(file)
  // Names may refer to names without end; if the budget runs out, the result is discarded.
  const budget = budgetFor(file.text)
  for (let size = -1; size !== parameters.size && size < 50; ) {
    size = parameters.size
    judged.clear()
    for (const node of nodes) look(node)
  }
  if (budget.spent) return nothing
  return {
    values: [...values].map(([node, promised]) => ({ node, promised })),
    parameters: [...parameters],
    gives: givesPayload,
  }

  function look(node: ts.Node): void {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      called(node, node.expression)
      isPayload(node)
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) isPayloadName(node)
  }

  // `run(payload)`: the payload is used inside the function.
  function called(call: ts.CallExpression, callee: ts.Identifier): void {
    const code = functionOf(declarationOf(callee))
    if (code === undefined || judged.has(code) || !call.arguments.some((one) => isPayload(one))) return
    judged.add(code)
    const calls = callsOf(code)
    if (calls === undefined) return
    for (const [at, parameter] of code.parameters.entries())
      if (calls.every(({ arguments: given }) => given[at] !== undefined && isPayload(given[at])))
        parameters.add(parameter)
  }

  /** All calls of a function; undefined where it may be called elsewhere. */
  function callsOf(code: Code): readonly ts.CallExpression[] | undefined {
    const declaration = ts.isFunctionDeclaration(code) ? code : (code.parent as ts.VariableDeclaration)
    const found: ts.CallExpression[] = []
    for (const mention of mentionsOf(declaration, names)) {
      const { parent } = mention
      if (ts.isCallExpression(parent) && parent.expression === mention) {
        if (parent.arguments.some(ts.isSpreadElement)) return undefined
        found.push(parent)
      } else if (mention !== declaration.name && !isExported(mention)) return undefined
    }
    return found
  }

  function isPayload(node: ts.Expression): boolean {
    if (!budget.take()) return false
    if (parsed.includes(node)) return true
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isNonNullExpression(node))
      return isPayload(node.expression)
    const sides = sidesOf(node)
    if (sides.length > 0) return isChoice(node, sides)
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node)
      if (declaration === undefined) return false
      if (ts.isParameter(declaration)) return parameters.has(declaration) && !isAssigned(declaration)
      return ts.isVariableDeclaration(declaration) && isPayloadName(declaration)
    }
    if (ts.isNewExpression(node)) return isPromised(node)
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false
    const code = functionOf(declarationOf(node.expression))
    return code !== undefined && givesPayload(code)
  }

  // `text ? JSON.parse(text) : {}`, `typeof raw === 'string' ? JSON.parse(raw) : raw`
  function isChoice(node: ts.Expression, sides: readonly ts.Expression[]): boolean {
    if (!allOrNothing(sides, isText)) return false
    if (sides.some((side) => !isPayload(side) && isText(side))) values.set(node, false)
    return true
  }

  // Stored in a variable that never has another value.
  function isPayloadName(declaration: ts.VariableDeclaration): boolean {
    if (declaration.type !== undefined || open.has(declaration)) return false
    open.add(declaration)
    const given = mentionsOf(declaration, names).flatMap((mention) => assignedTo(mention) ?? [])
    const { initializer } = declaration
    const found = allOrNothing(initializer === undefined ? given : [initializer, ...given])
    open.delete(declaration)
    return found
  }

  function isAssigned(declaration: Declaration): boolean {
    return mentionsOf(declaration, names).some((mention) => assignedTo(mention) !== undefined)
  }

  function givesPayload(code: Code): boolean {
    if (code.type !== undefined || code.body === undefined || open.has(code)) return false
    open.add(code)
    const found = allOrNothing(returnsOf(code.body))
    open.delete(code)
    return found
  }

  // `new Promise((resolve) => … resolve(JSON.parse(text)))`
  function isPromised(node: ts.NewExpression): boolean {
    const [executor] = node.arguments ?? []
    if (node.expression.getText() !== 'Promise' || node.typeArguments !== undefined) return false
    if (executor === undefined || !isFunction(executor) || open.has(node)) return false
    const [resolve] = executor.parameters
    if (resolve === undefined) return false
    open.add(node)
    const mentions = mentionsOf(resolve, names).filter((mention) => mention !== resolve.name)
    const calls = mentions.map(({ parent }) => parent).filter(ts.isCallExpression)
    const given = calls.flatMap((call) => call.arguments[0] ?? [])
    const found = calls.length === mentions.length && allOrNothing(given)
    open.delete(node)
    if (found) values.set(node, true)
    return found
  }

  // The payload on at least one path, and empty values on all others.
  function allOrNothing(
    sides: readonly ts.Expression[],
    may: (node: ts.Expression) => boolean = () => false,
  ): boolean {
    const others = sides.filter((side) => !isPayload(side))
    if (others.length === sides.length || !others.every((side) => isEmpty(side) || may(side))) return false
    for (const side of others) if (ts.isObjectLiteralExpression(bare(side))) values.set(bare(side), false)
    return true
  }
}

// `export { run }`, `module.exports = { run }`: used by tests only, because the host just starts the file.
function isExported({ parent }: ts.Identifier): boolean {
  if (ts.isExportSpecifier(parent)) return true
  if (!ts.isShorthandPropertyAssignment(parent)) return false
  const { parent: assignment } = parent.parent
  return ts.isBinaryExpression(assignment) && /^(module\.)?exports$/.test(assignment.left.getText())
}

/** The value assigned to a name at this place. */
function assignedTo(mention: ts.Identifier): ts.Expression | undefined {
  const { parent } = mention
  const isTarget = ts.isBinaryExpression(parent) && parent.left === mention
  return isTarget && isAssignment(parent.operatorToken.kind) ? parent.right : undefined
}

function isEmpty(node: ts.Expression): boolean {
  const inner = bare(node)
  return isNothing(inner) || (ts.isObjectLiteralExpression(inner) && inner.properties.length === 0)
}

function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? bare(node.expression) : node
}
