// Decides whether the author's own types already cover a handler; then the author's compiler checks it, and Hookbench
// does not. Only types that can be found count: an unresolved type means nothing.

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { isInstalled } from './programCache.ts'

/** True where a type around this function can be found by the author's compiler, starting at `path`. */
export function isTypedByAuthor(node: ts.Node, file: ts.SourceFile, path = file.fileName): boolean {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const types = typesOn(at)
    if (types.some((type) => isFound(type, file, path))) return true
    if (at !== node && ts.isFunctionLike(at)) return false
  }
  return false
}

/**
 * True where a handler's return annotation is a type of the author's own. Unresolved types, Hookbench's types
 * (`Promise<ToolContext | null>`) and types of the language do not determine what the host accepts.
 */
export function hasOwnAnswerType({ type }: ts.SignatureDeclaration, file: ts.SourceFile): boolean {
  return type !== undefined && isFound(type, file, file.fileName)
}

function typesOn(node: ts.Node): readonly ts.Node[] {
  if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) return [node.type]
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node))
    return node.type ? [node.type] : jsType(node)
  if (ts.isPropertyAssignment(node) || ts.isParenthesizedExpression(node)) return jsType(node)
  if (ts.isCallExpression(node)) return [node.expression]
  return []
}

function jsType(node: ts.Node): readonly ts.Node[] {
  const type = ts.getJSDocType(node)
  return type === undefined ? [] : [type]
}

// A name declared in this file, or imported from a file or package that exists.
function isFound(type: ts.Node, file: ts.SourceFile, path: string): boolean {
  const names = new Set<string>()
  const imported: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal)) imported.push(node.argument.literal.text)
    } else ts.forEachChild(node, visit)
  }
  visit(type)
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      if (ts.isStringLiteral(statement.moduleSpecifier) && importsOneOf(statement, names))
        imported.push(statement.moduleSpecifier.text)
    } else if (
      (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
      names.has(statement.name.text)
    )
      return true
  }
  return imported.some((specifier) => isThere(specifier, path))
}

function importsOneOf({ importClause }: ts.ImportDeclaration, names: ReadonlySet<string>): boolean {
  if (importClause === undefined) return false
  if (importClause.name !== undefined && names.has(importClause.name.text)) return true
  const bindings = importClause.namedBindings
  if (bindings === undefined) return false
  if (ts.isNamespaceImport(bindings)) return names.has(bindings.name.text)
  return bindings.elements.some(({ name }) => names.has(name.text))
}

function isThere(specifier: string, from: string): boolean {
  if (/^\.\.?(\/|$)/.test(specifier)) {
    const path = join(dirname(from), specifier).replace(/\.([mc]?)js$/, '')
    return ['', '.ts', '.d.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'].some(
      (ending) => existsSync(path + ending),
    )
  }
  const parts = specifier.split('/')
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
  // Hookbench's own package adds nothing to the contract.
  if (name === '' || name === 'hookbench') return false
  return isInstalled(name, from) || isInstalled(`@types/${name}`, from)
}
