// The values an executable prints as JSON: literal in the call, or stored in a variable before.

import ts from 'typescript'
import { nodesIn, pathOf } from '../syntax.ts'

/** The printed values, including those that code may still extend before they are printed. */
export function printedValues(file: ts.SourceFile): readonly ts.Expression[] {
  const values = printedIn(file).map((value) =>
    ts.isIdentifier(value) ? (keptAs(value.text, file) ?? value) : value,
  )
  return [...new Set(values)]
}

// The object assigned to a name, where it is assigned once.
function keptAs(name: string, file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const values = nodesIn(file).flatMap((node) =>
    ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name
      ? (node.initializer ?? [])
      : [],
  )
  const [value, ...others] = values.map(bare)
  return value !== undefined && others.length === 0 && ts.isObjectLiteralExpression(value) ? value : undefined
}

/** The arguments of `JSON.stringify` in calls that print to standard output. */
export function printedIn(file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = []
  const pieces = (node: ts.Expression): void => {
    if (ts.isParenthesizedExpression(node)) pieces(node.expression)
    else if (ts.isBinaryExpression(node)) pieces(node.left)
    else if (ts.isTemplateExpression(node))
      for (const { expression } of node.templateSpans) pieces(expression)
    else if (ts.isCallExpression(node) && pathOf(node.expression) === 'JSON.stringify') {
      const [value, replacer] = node.arguments
      if (value !== undefined && isWhole(replacer)) found.push(bare(value))
    }
  }
  for (const node of nodesIn(file)) {
    if (ts.isCallExpression(node) && PRINTS.test(pathOf(node.expression)))
      for (const argument of node.arguments) pieces(argument)
    if (ts.isCallExpression(node) && writesOutput(node) && node.arguments[1]) pieces(node.arguments[1])
  }
  return found
}

// A replacer may leave out any field.
function isWhole(replacer: ts.Expression | undefined): boolean {
  return replacer === undefined || /^(?:null|undefined)$/.test(replacer.getText())
}

// `fs.writeSync(1, …)`, `writeFileSync('/dev/stdout', …)`
function writesOutput({ expression, arguments: [to] }: ts.CallExpression): boolean {
  if (to === undefined || !/(^|\.)write(File)?Sync$/.test(pathOf(expression))) return false
  return /^(1|["']\/dev\/stdout["']|process\.stdout\.fd)$/.test(to.getText())
}

const PRINTS = /^(console\.(log|info)|(process\.)?stdout\.write)$/

// In a copy, an inserted `satisfies` is around the author's value.
function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node) ? bare(node.expression) : node
}
