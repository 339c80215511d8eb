// Which local files a module loads: literal relative specifiers, of values.

import ts from 'typescript'

/** Relative specifiers of imports, re-exports, `import()` and `require()`, each once, in reading order. */
export function importsOf(file: ts.SourceFile): readonly string[] {
  const found = new Set<string>()
  const add = (specifier: ts.Node | undefined): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier) && /^\.\.?(\/|$)/.test(specifier.text))
      found.add(specifier.text)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      if (!typeOnly(node)) add(node.moduleSpecifier)
    } else if (ts.isExportDeclaration(node)) {
      if (!node.isTypeOnly) add(node.moduleSpecifier)
    } else if (ts.isExternalModuleReference(node)) add(node.expression)
    else if (ts.isCallExpression(node) && loads(node.expression)) add(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found]
}

// `import { type A } from './a.ts'` still loads the file; only `import type` does not.
function typeOnly(node: ts.ImportDeclaration): boolean {
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
}

function loads(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  if (ts.isIdentifier(callee)) return callee.text === 'require'
  return (
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'resolve' &&
    ts.isIdentifier(callee.expression) &&
    callee.expression.text === 'require'
  )
}
