// Calls of functions that a local module exports: `import { read } from './lib.mjs'`, `const { read } = require('./lib')`,
// `lib.read()`.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { nodesIn } from '../syntax.ts'
import { type Code, declarationOf, functionOf, isFunction } from './declared.ts'

/** A module, and which of its functions count. */
export type ImportedModule = { readonly module: ts.SourceFile; readonly gives: (code: Code) => boolean }

export type ImportedCall = { readonly node: ts.CallExpression; readonly promised: boolean }

/** The calls of functions that count. */
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
    // A name of the file's own hides the imported one.
    const isOwn = ts.isIdentifier(node.expression) && functionOf(declarationOf(node.expression)) !== undefined
    return code === undefined || isOwn ? [] : [{ node, promised: isPromise(code) }]
  })
}

// The names that a statement imports, as they are called.
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
  const found = new Map<string, Code>()
  const add = (name: string, node: ts.Node | undefined): void => {
    const code = node === undefined ? undefined : codeOf(node)
    if (code !== undefined) found.set(name, code)
  }
  for (const statement of module.statements) {
    const isExport =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    if (ts.isFunctionDeclaration(statement) && isExport) {
      const isMain = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
      add(isMain === true ? 'default' : (statement.name?.text ?? ''), statement)
    } else if (ts.isVariableStatement(statement) && isExport)
      for (const { name, initializer } of statement.declarationList.declarations)
        add(name.getText(), initializer)
    else if (ts.isExportAssignment(statement)) add('default', statement.expression)
    else if (ts.isExportDeclaration(statement) && statement.exportClause !== undefined) {
      if (!ts.isNamedExports(statement.exportClause) || statement.moduleSpecifier !== undefined) continue
      for (const { propertyName, name } of statement.exportClause.elements)
        add(name.text, propertyName ?? name)
    } else if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression))
      assigned(statement.expression, add)
  }
  return found
})

// `module.exports = { read }`, `exports.read = …`
function assigned(
  { left, right }: ts.BinaryExpression,
  add: (name: string, node: ts.Node | undefined) => void,
): void {
  const name = /^(?:module\.)?exports\.(\w+)$/.exec(left.getText())?.[1]
  if (name !== undefined) add(name, right)
  if (left.getText() !== 'module.exports') return
  if (!ts.isObjectLiteralExpression(right)) add('default', right)
  else
    for (const one of right.properties) {
      if (ts.isShorthandPropertyAssignment(one)) add(one.name.text, one.name)
      else if (ts.isPropertyAssignment(one)) add(one.name.getText(), one.initializer)
    }
}

function codeOf(node: ts.Node): Code | undefined {
  if (ts.isFunctionDeclaration(node) || isFunction(node)) return node
  return ts.isIdentifier(node) ? functionOf(declarationOf(node)) : undefined
}

function isPromise(code: Code): boolean {
  const isAsync = code.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  return isAsync || (code.body !== undefined && /\bnew Promise\b/.test(code.body.getText()))
}
