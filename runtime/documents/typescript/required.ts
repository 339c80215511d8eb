// The local files that a module imports whenever it is loaded: its static imports and re-exports by relative paths.

import ts from 'typescript'
import { defined } from '../../contract/defined.ts'
import type { RequiredModule, RequiredModules } from '../document.ts'
import { wayOfAsking } from './moduleKind.ts'
import { specifierPath } from './specifierPath.ts'

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
  return modules.length === 0 && asks === undefined ? undefined : { modules, ...defined({ asks }) }
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
