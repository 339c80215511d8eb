// The local files that a module imports whenever it is loaded, by relative paths: its static imports and re-exports, or
// what CommonJS requires before any other code runs.

import ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import type { RequiredModule, RequiredModules } from '../document.ts'
import { wayOfAsking } from './moduleKind.ts'
import { pathBeside, specifierPath } from './specifierPath.ts'

/** The modules the file needs in order to load; undefined when there are none. The text must parse. */
export function requiredIn(file: ts.SourceFile): RequiredModules | undefined {
  const modules: RequiredModule[] = []
  for (const statement of file.statements) {
    const specifier = specifierOf(statement)
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !/^\.\.?\//.test(specifier.text))
      continue
    const range = { start: specifier.getStart(file), end: specifier.end }
    modules.push({ name: specifierPath(specifier.text), range })
  }
  const asks = wayOfAsking(file)
  if (asks?.by === 'require') modules.push(...requiresIn(file))
  return modules.length === 0 && asks === undefined ? undefined : { modules, ...defined({ asks }) }
}

// Ends at the first statement that may end the program or handle an error: what follows need not be loaded.
function requiresIn(file: ts.SourceFile): readonly RequiredModule[] {
  const modules: RequiredModule[] = []
  for (const statement of file.statements) {
    if (isDefinition(statement)) continue
    if (!ts.isVariableStatement(statement)) break
    for (const { initializer } of statement.declarationList.declarations) {
      const named = initializer && specifierAt(initializer)
      const path = named && (ts.isStringLiteral(named) ? named.text : pathBeside(named))
      if (named === undefined || path === undefined || !/^\.\.?\//.test(path) || /[?#%]/.test(path)) continue
      const range = { start: named.getStart(file), end: named.end }
      modules.push({ name: path, range, by: 'require' })
    }
  }
  return modules
}

function isDefinition(statement: ts.Statement): boolean {
  return (
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    (ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression))
  )
}

// `require('./rules')`, `require('./rules').list`
function specifierAt(value: ts.Expression): ts.Expression | undefined {
  let at = value
  while (ts.isPropertyAccessExpression(at)) at = at.expression
  if (!ts.isCallExpression(at) || !ts.isIdentifier(at.expression) || at.expression.text !== 'require')
    return undefined
  return at.arguments[0]
}

// Imports of types only are dropped by some programs that run the module.
function specifierOf(statement: ts.Statement): ts.Expression | undefined {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly ? undefined : statement.moduleSpecifier
  if (!ts.isImportDeclaration(statement)) return undefined
  const { importClause: clause, moduleSpecifier } = statement
  if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return undefined
  const bindings = clause?.namedBindings
  const isTypes =
    clause?.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((one) => one.isTypeOnly)
  return isTypes ? undefined : moduleSpecifier
}
