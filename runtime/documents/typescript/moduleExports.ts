// The exports of a module, ECMAScript and CommonJS alike: their names and the code behind them.

import ts from 'typescript'
import { type Declared, type Locals, localsOf, nameOf, resolve } from './resolve.ts'
import { isNothing } from './syntax.ts'

/** A property of an object, or a named export of a module. */
export type Property = {
  /** Undefined when it is computed. */
  readonly name: string | undefined
  /** Where the name is written. */
  readonly node: ts.Node
  /** The code behind it; undefined when it comes from another file or is unknown. */
  readonly value: Declared | ts.MethodDeclaration | undefined
}

export type Exported = Property & { readonly name: string }

/** The value of a property, resolved through names and wrappers; undefined for a method, and where unknown. */
export function resolvedValue(property: Property | undefined, locals: Locals): Declared | undefined {
  const value = property?.value
  return value === undefined || ts.isMethodDeclaration(value) ? undefined : resolve(value, locals)
}

export type ModuleExports = {
  readonly locals: Locals
  /** `export default`, `export =`, `module.exports` or `exports.default`. */
  readonly main: Exported | undefined
  readonly named: readonly Exported[]
  /** It exports more than the text shows: `export *`, or a spread of an unknown value. */
  readonly more: boolean
}

/** Reads the exports of a module. */
export function exportsOf(file: ts.SourceFile): ModuleExports {
  const locals = localsOf(file)
  const found: Found = { main: undefined, named: [], more: false }
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) {
      found.main = { name: 'default', node: statement, value: statement.expression }
    } else if (ts.isExportDeclaration(statement)) reexports(statement, locals, found)
    else if (ts.isExpressionStatement(statement)) commonJs(statement.expression, found)
    else if (ts.canHaveModifiers(statement) && isExported(statement)) declared(statement, found)
  }
  return { locals, ...found }
}

/** The properties of an object literal, spreads of local objects included; `more` when some are unknown. */
export function propertiesOf(
  object: ts.ObjectLiteralExpression,
  locals: Locals,
  depth = 0,
): { readonly properties: readonly Property[]; readonly more: boolean } {
  const byName = new Map<string, Property>()
  const properties: Property[] = []
  let more = false
  const put = (property: Property): void => {
    if (property.name === undefined) {
      more = true
      return
    }
    byName.set(property.name, property)
  }
  for (const one of object.properties) {
    if (ts.isSpreadAssignment(one)) {
      const spread = resolve(one.expression, locals)
      if (!ts.isObjectLiteralExpression(spread) || depth > 8) {
        more ||= !isNothing(spread) && spread.kind !== ts.SyntaxKind.FalseKeyword
        continue
      }
      const inner = propertiesOf(spread, locals, depth + 1)
      more ||= inner.more
      for (const property of inner.properties) put(property)
    } else if (ts.isShorthandPropertyAssignment(one))
      put({ name: one.name.text, node: one.name, value: one.name })
    else if (ts.isPropertyAssignment(one))
      put({ name: nameOf(one.name, locals), node: one.name, value: one.initializer })
    else if (ts.isMethodDeclaration(one)) put({ name: nameOf(one.name, locals), node: one.name, value: one })
    else put({ name: nameOf(one.name, locals), node: one.name, value: undefined })
  }
  properties.push(...byName.values())
  return { properties, more }
}

type Found = { main: Exported | undefined; readonly named: Exported[]; more: boolean }

function isExported(statement: ts.HasModifiers): boolean {
  return ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function declared(statement: ts.Statement & ts.HasModifiers, found: Found): void {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    const isDefault =
      ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) ?? false
    if (isDefault) found.main = { name: 'default', node: statement.name ?? statement, value: statement }
    else if (statement.name !== undefined)
      found.named.push({ name: statement.name.text, node: statement.name, value: statement })
  } else if (ts.isVariableStatement(statement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name)) found.named.push({ name: name.text, node: name, value: initializer })
      else found.named.push(...patternNames(name))
    }
  }
}

function patternNames(pattern: ts.BindingPattern): readonly Exported[] {
  return pattern.elements.flatMap((one) => {
    if (ts.isOmittedExpression(one)) return []
    return ts.isIdentifier(one.name)
      ? [{ name: one.name.text, node: one.name, value: undefined }]
      : patternNames(one.name)
  })
}

function reexports(statement: ts.ExportDeclaration, locals: Locals, found: Found): void {
  if (statement.isTypeOnly) return
  const clause = statement.exportClause
  if (clause === undefined) {
    found.more = true
    return
  }
  if (ts.isNamespaceExport(clause)) return
  for (const one of clause.elements) {
    if (one.isTypeOnly) continue
    const local = one.propertyName ?? one.name
    const here = statement.moduleSpecifier === undefined && ts.isIdentifier(local)
    const value = here ? (locals.has(local.text) ? local : undefined) : undefined
    const exported = { name: one.name.text, node: one.name, value }
    if (one.name.text === 'default') found.main = exported
    else found.named.push(exported)
  }
}

// `module.exports = …`, `exports.name = …`, and chains of them.
function commonJs(expression: ts.Expression, found: Found): void {
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return
  const { left } = expression
  let value: ts.Expression = expression.right
  while (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    commonJs(value, found)
    value = value.right
  }
  if (isModuleExports(left)) found.main = { name: 'default', node: left, value }
  else if (ts.isPropertyAccessExpression(left) && isExportsObject(left.expression)) {
    // The output of a compiler for `export default`.
    if (left.name.text === 'default') found.main ??= { name: 'default', node: left.name, value }
    else found.named.push({ name: left.name.text, node: left.name, value })
  } else if (ts.isElementAccessExpression(left) && isExportsObject(left.expression)) {
    if (ts.isStringLiteralLike(left.argumentExpression)) {
      found.named.push({ name: left.argumentExpression.text, node: left.argumentExpression, value })
    } else found.more = true
  }
}

function isExportsObject(node: ts.Expression): boolean {
  return isModuleExports(node) || (ts.isIdentifier(node) && node.text === 'exports')
}

function isModuleExports(node: ts.Expression): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module'
  )
}
