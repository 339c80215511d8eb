// Whether the test of `rules.find(test)` may hold for any row of a table: it compares a field of the row with a value
// that is no field of it. A test that looks at fields alone chooses some rows of the table for good.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { skipWrappers } from '../syntax.ts'

/** `(rule) => command.includes(rule.text)`, `({ pattern }) => pattern.test(command)`. */
export function maySelectAny(test: ts.Expression | undefined, file: ts.SourceFile): boolean {
  if (test === undefined || !ts.isArrowFunction(test) || !ts.isCallExpression(test.body)) return false
  const { expression: callee, arguments: given } = test.body
  const [row, ...others] = test.parameters
  if (row === undefined || others.length > 0 || given.length !== 1 || given[0] === undefined) return false
  if (!ts.isPropertyAccessExpression(callee) || !SEARCHES.test(callee.name.text)) return false
  const names = namesIn(row.name)
  const [where, what] = [callee.expression, given[0]]
  if (namesOf(where).some((name) => names.has(name)) === namesOf(what).some((name) => names.has(name)))
    return false
  const other = namesOf(where).some((name) => names.has(name)) ? what : where
  const values = namesOf(other)
  return values.length > 0 && values.every((name) => !constantsOf(file).has(name))
}

const SEARCHES = /^(?:includes|startsWith|endsWith|test|exec|match|search)$/

function namesIn(pattern: ts.BindingName): ReadonlySet<string> {
  if (ts.isIdentifier(pattern)) return new Set([pattern.text])
  return new Set(pattern.elements.flatMap((one) => (ts.isBindingElement(one) ? [...namesIn(one.name)] : [])))
}

// The names with which the parts of an expression begin: `data` in `data.tool_input.command`.
function namesOf(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isPropertyAccessExpression(node)) return namesOf(node.expression)
  const found: string[] = []
  node.forEachChild((one) => {
    found.push(...namesOf(one))
  })
  return found
}

/** The variables that a list or a value that the file spells out is assigned to: it selects the same rows each time. */
const constantsOf = oncePer((file: ts.SourceFile): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && isSpelledOut(node.initializer))
      for (const name of namesIn(node.name)) found.add(name)
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left) && isSpelledOut(node.right))
      found.add(node.left.text)
    node.forEachChild(visit)
  }
  visit(file)
  return found
})

// The environment and the arguments of the process are the same at each call.
function isSpelledOut(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false
  const inner = skipWrappers(value)
  if (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner))
    return isSpelledOut(inner.expression)
  if (ts.isCallExpression(inner)) return isSpelledOut(inner.expression)
  if (ts.isIdentifier(inner)) return /^(?:Object|process)$/.test(inner.text)
  return (
    ts.isLiteralExpression(inner) ||
    ts.isTemplateExpression(inner) ||
    ts.isArrayLiteralExpression(inner) ||
    ts.isObjectLiteralExpression(inner) ||
    ts.isNewExpression(inner)
  )
}
