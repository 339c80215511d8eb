// Whether the test of `rules.find(test)` may hold for any row of a table: it compares a field of the row with a value
// that is no field of it. A test that looks at fields alone chooses some rows of the table for good.

import ts from 'typescript'

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
  return namesOf(other).length > 0 && namesOf(other).every((name) => !isConstant(name, file.text))
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

// A list or a text that the file spells out selects the same rows at each call.
function isConstant(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length))
    if (CONSTANT.test(text.slice(at + name.length, at + name.length + 120))) return true
  return false
}

const CONSTANT = /^(?:\s?:[^=\n]{1,60})? ?= ?(?:new Set\b|Object\.|process\.|\[|['"`/\d{])/
