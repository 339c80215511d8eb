// Looks through wrappers of a value (`as`, `satisfies`, parentheses, Object.freeze) and follows local names to their
// values. Imported and computed values stay as they are.

import ts from 'typescript'
import { isAssignment, nodesIn, wraps } from './syntax.ts'

export type Declared = ts.Expression | ts.FunctionDeclaration | ts.ClassDeclaration

/** The file's own constants, functions and classes by name. */
export type Locals = ReadonlyMap<string, Declared>

/** Collects the top-level declarations that are bound once. */
export function localsOf(file: ts.SourceFile): Locals {
  const locals = new Map<string, Declared>()
  for (const statement of file.statements) {
    if (
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
      statement.name !== undefined
    ) {
      locals.set(statement.name.text, statement)
    } else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer !== undefined) locals.set(name.text, initializer)
      }
    }
  }
  for (const name of reassigned(file)) locals.delete(name)
  return locals
}

/** The value behind wrappers and local names. */
export function resolve(value: Declared, locals: Locals): Declared {
  let at = value
  for (let hops = 0; hops < 20; hops++) {
    const inner = unwrapped(at)
    const next = ts.isIdentifier(inner) ? locals.get(inner.text) : undefined
    if (next === undefined) return inner
    at = next
  }
  return at
}

/** The object in `defineExtension({ … })`: by convention such a function returns its argument. */
export function definedObject(value: Declared, locals: Locals): ts.ObjectLiteralExpression | undefined {
  if (!ts.isCallExpression(value) || value.arguments.length !== 1) return undefined
  const { expression, arguments: given } = value
  const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  if (!ts.isIdentifier(callee) || !/^define[A-Z]/.test(callee.text)) return undefined
  const object = resolve(given[0] as ts.Expression, locals)
  return ts.isObjectLiteralExpression(object) ? object : undefined
}

/** A property name as written, undefined when it is computed. */
export function nameOf(name: ts.PropertyName | undefined, locals: Locals): string | undefined {
  if (name === undefined) return undefined
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text
  return ts.isComputedPropertyName(name) ? stringOf(name.expression, locals) : undefined
}

/** The text of a string value; undefined for other values. */
export function stringOf(value: Declared | undefined, locals: Locals): string | undefined {
  if (value === undefined) return undefined
  const resolved = resolve(value, locals)
  return ts.isStringLiteralLike(resolved) ? resolved.text : undefined
}

export type Callable = 'yes' | 'no' | 'maybe'

/** Whether a value is a function, as far as the text shows. */
export function callable(value: Declared, locals: Locals): Callable {
  const resolved = resolve(value, locals)
  if (isFunction(resolved)) return 'yes'
  if (ts.isLiteralExpression(resolved) || ts.isTemplateExpression(resolved) || ts.isClassLike(resolved))
    return 'no'
  if (ts.isObjectLiteralExpression(resolved) || ts.isArrayLiteralExpression(resolved)) return 'no'
  if (ts.isIdentifier(resolved)) return resolved.text === 'undefined' ? 'no' : 'maybe'
  return NO_FUNCTION.has(resolved.kind) ? 'no' : 'maybe'
}

export function isFunction(
  node: ts.Node,
): node is ts.FunctionExpression | ts.ArrowFunction | ts.FunctionDeclaration {
  return ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isFunctionDeclaration(node)
}

const NO_FUNCTION: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TrueKeyword,
  ts.SyntaxKind.FalseKeyword,
  ts.SyntaxKind.NullKeyword,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.VoidExpression,
  ts.SyntaxKind.TypeOfExpression,
])

function unwrapped(value: Declared): Declared {
  let at = value
  for (;;) {
    if (ts.isExpression(at) && wraps(at) && !ts.isVoidExpression(at)) at = at.expression
    else if (ts.isCallExpression(at) && at.arguments[0] !== undefined && isFreeze(at.expression))
      at = at.arguments[0]
    else return at
  }
}

function isFreeze(callee: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'Object' &&
    /^(freeze|seal|preventExtensions)$/.test(callee.name.text)
  )
}

// A name that is reassigned, or whose properties are assigned, no longer has the value of its initializer.
function reassigned(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of nodesIn(file)) {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) {
      let target: ts.Expression = node.left
      while (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target))
        target = target.expression
      if (ts.isIdentifier(target)) names.add(target.text)
    }
  }
  return names
}
