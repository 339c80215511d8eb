// Finds calls of functions that a local module exports: `import { read } from './lib.mjs'`, `const { read } =
// require('./lib')`, `lib.read()`.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { exportsOf, propertiesOf, resolvedValue } from '../moduleExports.ts'
import { isFunction } from '../resolve.ts'
import { nodesIn } from '../syntax.ts'
import { type Code, declarationOf, functionOf } from './declared.ts'

/** A module, and a predicate that selects its relevant functions. */
export type ImportedModule = { readonly module: ts.SourceFile; readonly gives: (code: Code) => boolean }

export type ImportedCall = { readonly node: ts.CallExpression; readonly promised: boolean }

/** The calls of relevant functions. */
export function importedCalls(
  file: ts.SourceFile,
  moduleOf: (specifier: string) => ImportedModule | undefined,
): readonly ImportedCall[] {
  const names = new Map<string, Code>()
  for (const statement of file.statements)
    for (const [name, code] of importedBy(statement, moduleOf)) names.set(name, code)
  if (names.size === 0) return []
  return nodesIn(file).flatMap((node): readonly ImportedCall[] => {
    if (!ts.isCallExpression(node)) return []
    const code = names.get(node.expression.getText(file))
    // A local declaration shadows the imported name.
    const isOwn = ts.isIdentifier(node.expression) && functionOf(declarationOf(node.expression)) !== undefined
    return code === undefined || isOwn ? [] : [{ node, promised: isPromise(code) }]
  })
}

// The relevant names that a statement imports, by their local names.
function importedBy(
  statement: ts.Statement,
  moduleOf: (specifier: string) => ImportedModule | undefined,
): readonly (readonly [string, Code])[] {
  if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
    const { importClause } = statement
    const found = importClause && moduleOf(statement.moduleSpecifier.text)
    if (importClause === undefined || found === undefined) return []
    const { name, namedBindings } = importClause
    const main = name === undefined ? [] : named('default', name.text, found)
    if (namedBindings === undefined) return main
    if (ts.isNamespaceImport(namedBindings)) return [...main, ...members(namedBindings.name.text, found)]
    const some = namedBindings.elements.flatMap(({ propertyName, name: own }) =>
      named((propertyName ?? own).text, own.text, found),
    )
    return [...main, ...some]
  }
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const specifier = initializer && requiredBy(initializer)
    const found = specifier === undefined ? undefined : moduleOf(specifier)
    if (found === undefined) return []
    if (ts.isIdentifier(name)) return [...named('default', name.text, found), ...members(name.text, found)]
    if (!ts.isObjectBindingPattern(name)) return []
    return name.elements.flatMap((one) =>
      ts.isIdentifier(one.name) ? named((one.propertyName ?? one.name).getText(), one.name.text, found) : [],
    )
  })
}

function requiredBy(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'require') return undefined
  const [first] = node.arguments
  return first !== undefined && ts.isStringLiteral(first) ? first.text : undefined
}

function named(exported: string, own: string, found: ImportedModule): readonly (readonly [string, Code])[] {
  const code = exportedFunctions(found.module).get(exported)
  return code !== undefined && found.gives(code) ? [[own, code]] : []
}

function members(own: string, found: ImportedModule): readonly (readonly [string, Code])[] {
  return [...exportedFunctions(found.module)].flatMap(([name, code]) =>
    found.gives(code) ? [[`${own}.${name}`, code] as const] : [],
  )
}

const exportedFunctions = oncePer((module: ts.SourceFile): ReadonlyMap<string, Code> => {
  const { main, named: others, locals } = exportsOf(module)
  const whole = resolvedValue(main, locals)
  const isObject = whole !== undefined && ts.isObjectLiteralExpression(whole)
  const found = new Map<string, Code>()
  // `module.exports = { read }`
  for (const one of [main, ...others, ...(isObject ? propertiesOf(whole, locals).properties : [])]) {
    const code = resolvedValue(one, locals)
    if (one?.name !== undefined && code !== undefined && isFunction(code)) found.set(one.name, code)
  }
  return found
})

function isPromise(code: Code): boolean {
  const isAsync = code.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  return isAsync || (code.body !== undefined && /\bnew Promise\b/.test(code.body.getText()))
}
