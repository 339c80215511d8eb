// Finds promises that are used without `await`: parsing one parses "[object Promise]", and its fields are undefined.

import ts from 'typescript'
import type { ProblemCode } from '../../contract/problemCodes.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import { rangeOf } from './parse.ts'
import { nodesIn, pathOf, skipWrappers } from './syntax.ts'

/** The places where a promise of standard input, or of a function's result, is used without `await`. */
export function promiseProblems(file: ts.SourceFile, path: string): readonly Problem[] {
  const nodes = nodesIn(file)
  const gives = promisesOf(file, nodes)
  const held = new Set<string>()
  const others = new Set<string>()
  for (const node of nodes) {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) continue
    const { initializer } = node
    const isPromise = initializer !== undefined && isUnawaited(initializer, gives)
    ;(isPromise ? held : others).add(node.name.text)
  }
  const isPromise = (node: ts.Expression): boolean =>
    ts.isIdentifier(node) ? held.has(node.text) && !others.has(node.text) : isUnawaited(node, gives)
  return nodes.flatMap((node) => {
    const used = usedIn(node)
    if (used === undefined || !isPromise(used.promise)) return []
    const message = `This is a promise, not its value, so ${used.result}.`
    return [
      problem(used.code, path, message, {
        range: rangeOf(used.promise),
        fix: 'Add "await" before it.',
      }),
    ]
  })
}

type Use = { readonly promise: ts.Expression; readonly result: string; readonly code: ProblemCode }

function usedIn(node: ts.Node): Use | undefined {
  if (ts.isCallExpression(node) && pathOf(node.expression) === 'JSON.parse') {
    const [promise] = node.arguments
    return promise && { promise, result: 'parsing it always fails', code: 'value.impossible' }
  }
  if (ts.isCallExpression(node) && pathOf(node.expression) === 'JSON.stringify') {
    const [promise] = node.arguments
    return promise && { promise, result: 'it is serialized as {}', code: 'value.impossible' }
  }
  if (!ts.isPropertyAccessExpression(node) || /^(?:then|catch|finally|constructor)$/.test(node.name.text))
    return undefined
  return { promise: node.expression, result: `"${node.name.text}" is undefined`, code: 'field.unknown' }
}

// A call that returns a promise, without `await` around it.
function isUnawaited(node: ts.Expression, gives: ReadonlySet<string>): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return isUnawaited(node.expression, gives)
  if (!ts.isCallExpression(node)) return false
  const path = pathOf(node.expression)
  return (
    gives.has(path) || /^Bun\.stdin\.(?:text|json)$|^(?:fs\.)?promises\.readFile$|^fsp\.readFile$/.test(path)
  )
}

const MODULES = /^(?:node:)?(?:fs\/promises|stream\/consumers)$/

// The functions imported from promise modules, and the file's own async functions.
function promisesOf(file: ts.SourceFile, nodes: readonly ts.Node[]): ReadonlySet<string> {
  const found = new Set<string>()
  // With two functions of one name, it is unknown which one is called.
  const others = new Set<string>()
  const isAsync = (node: ts.FunctionLikeDeclaration) =>
    node.asteriskToken === undefined &&
    ts
      .getModifiers(node as ts.FunctionDeclaration)
      ?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  for (const node of nodes) {
    if (
      ts.isImportDeclaration(node) &&
      ts.isStringLiteral(node.moduleSpecifier) &&
      MODULES.test(node.moduleSpecifier.text)
    ) {
      const bindings = node.importClause?.namedBindings
      if (bindings !== undefined && ts.isNamedImports(bindings))
        for (const { name } of bindings.elements) found.add(name.text)
      else if (bindings !== undefined) found.add(`${bindings.name.text}.readFile`)
      if (node.importClause?.name !== undefined) found.add(`${node.importClause.name.text}.readFile`)
    }
    if (ts.isFunctionDeclaration(node) && node.name !== undefined)
      (node.parent === file && isAsync(node) ? found : others).add(node.name.text)
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined) {
      const value = skipWrappers(node.initializer)
      const isFunction = ts.isArrowFunction(value) || ts.isFunctionExpression(value)
      ;(isFunction && isAsync(value) ? found : others).add(node.name.text)
    }
  }
  return new Set([...found].filter((name) => !others.has(name)))
}
