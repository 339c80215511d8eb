// Which local files and packages a module loads, by literal specifiers; type-only imports are left out.

import { isBuiltin } from 'node:module'
import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { pathBeside } from './specifierPath.ts'
import { ofKinds } from './syntax.ts'

const LOCAL = /^\.\.?(\/|$)/
const PACKAGE = /^(?!\.)(?:@[\w.~-]+\/)?[\w.~-]+(?:\/|$)/

/** Relative specifiers of imports, re-exports, `import()` and `require()`, each once, in reading order. */
export function importsOf(file: ts.SourceFile): readonly string[] {
  return [...new Set(localSpecifiers(file).map(({ text }) => text))]
}

/** The packages it loads, by name, each once; without Node's built-in modules. */
export function packagesOf(file: ts.SourceFile): readonly string[] {
  const written = specifiersIn(file).filter(({ text }) => PACKAGE.test(text) && !isBuiltin(text))
  const names = written.map(({ text }) => text.split('/', text.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)]
}

/** The literals of the local specifiers. */
export function localSpecifiers(file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  return specifiersIn(file).filter(({ text }) => LOCAL.test(text))
}

/** The arguments of `require` that are computed from the file's own folder, with their paths. */
export function computedSpecifiers(
  file: ts.SourceFile,
): readonly { readonly node: ts.Node; readonly path: string }[] {
  if (!file.text.includes('__dirname')) return []
  const requires = requiresIn(file)
  return ofKinds(file, [ts.SyntaxKind.CallExpression]).flatMap((node) => {
    if (!ts.isCallExpression(node) || !loads(node.expression, requires)) return []
    const [given] = node.arguments
    const path = pathBeside(given)
    return given === undefined || path === undefined ? [] : [{ node: given, path }]
  })
}

const specifiersIn = oncePer((file: ts.SourceFile) => {
  const found: ts.StringLiteralLike[] = []
  const requires = requiresIn(file)
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier)
  }
  const { ImportDeclaration, ExportDeclaration, ExternalModuleReference, CallExpression } = ts.SyntaxKind
  const kinds = [ImportDeclaration, ExportDeclaration, ExternalModuleReference, CallExpression]
  for (const node of ofKinds(file, kinds)) {
    if (ts.isImportDeclaration(node)) {
      if (!typeOnly(node)) add(node.moduleSpecifier)
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly) add(node.moduleSpecifier)
    } else if (ts.isExternalModuleReference(node)) add(node.expression)
    else if (ts.isCallExpression(node) && loads(node.expression, requires)) add(node.arguments[0])
  }
  return found
})

// `import { type A } from './a.ts'` still loads the file; only `import type` does not.
function typeOnly(node: ts.ImportDeclaration): boolean {
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function loads(callee: ts.Expression, { names, makers }: Requires): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  if (ts.isIdentifier(callee)) return names.has(callee.text)
  // `createRequire(import.meta.url)('./a.cjs')`
  if (ts.isCallExpression(callee)) return makes(callee, makers)
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'resolve' &&
    ts.isIdentifier(callee.expression) &&
    names.has(callee.expression.text)
  )
}

/** The names a file uses for `require` and for `createRequire`. */
type Requires = { readonly names: ReadonlySet<string>; readonly makers: ReadonlySet<string> }

/** Scopes are ignored: it is better to pin one file too many than one too few. */
export const requiresIn = oncePer((file: ts.SourceFile): Requires => {
  const names = new Set(['require'])
  const makers = new Set(['createRequire'])
  if (!/\brequire\b|createRequire/.test(file.text)) return { names, makers }
  const note = (name: ts.Node, value: ts.Expression | undefined): void => {
    if (value === undefined || !ts.isIdentifier(name)) return
    if (ts.isCallExpression(value) ? makes(value, makers) : isOneOf(value, names)) names.add(name.text)
    else if (isOneOf(value, makers) || isMember(value)) makers.add(name.text)
  }
  const { ImportSpecifier, BindingElement, VariableDeclaration, BinaryExpression } = ts.SyntaxKind
  const kinds = [ImportSpecifier, BindingElement, VariableDeclaration, BinaryExpression]
  for (const node of ofKinds(file, kinds)) {
    if (ts.isImportSpecifier(node) || ts.isBindingElement(node)) {
      const name = node.propertyName
      if (name !== undefined && ts.isIdentifier(name) && name.text === 'createRequire')
        makers.add(node.name.getText(file))
    } else if (ts.isVariableDeclaration(node)) note(node.name, node.initializer)
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      note(node.left, node.right)
  }
  return { names, makers }
})

function makes({ expression }: ts.CallExpression, makers: ReadonlySet<string>): boolean {
  return isOneOf(expression, makers) || isMember(expression)
}

function isOneOf(node: ts.Expression, names: ReadonlySet<string>): boolean {
  return ts.isIdentifier(node) && names.has(node.text)
}

// `module.createRequire`, whatever name the module has.
function isMember(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && node.name.text === 'createRequire'
}
