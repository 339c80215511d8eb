// Checks that a module is of one kind: CommonJS has no `import` and `export`, an ES module has no `module.exports` and
// no `require`. Only code that runs while the file is loaded is checked, and only the first violation is reported.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput, RequiredModules } from '../document.ts'
import { firstWordOf, rangeOf } from './parse.ts'
import { pathOf } from './syntax.ts'

/** True where the file ending or the content makes a file an ES module. */
export function isEsModule(file: ts.SourceFile, path: string): boolean {
  return /\.m[jt]s$/.test(path) || (!/\.c[jt]s$/.test(path) && firstEsm(file) !== undefined)
}

/** The keyword by which a file loads modules as soon as it is loaded; only one of the two kinds supports it. */
export function wayOfAsking(file: ts.SourceFile): RequiredModules['asks'] {
  const esm = firstEsm(file)
  if (esm !== undefined) return { by: 'import', range: firstWordOf(esm) }
  for (const statement of file.statements) {
    const found = commonJsIn(statement)
    if (found !== undefined)
      return isDeclared(found.name, file) ? undefined : { by: 'require', range: rangeOf(found.node) }
  }
  return undefined
}

/** A problem where the file mixes the two kinds, so that Node does not load it. */
export function kindProblems(file: ts.SourceFile, { path, exports }: DocumentInput): readonly Problem[] {
  const esm = firstEsm(file)
  if (/\.c[jt]s$/.test(path)) return esm === undefined ? [] : [inCommonJs(esm, path)]
  // In a script, `require` and similar names are checked wherever they are used: undefinedNames.ts.
  if (exports === 'executable' || (esm === undefined && !/\.m[jt]s$/.test(path))) return []
  for (const statement of file.statements) {
    const found = commonJsIn(statement)
    if (found === undefined || isDeclared(found.name, file)) continue
    return [inEsm(found, path, esm !== undefined)]
  }
  return []
}

const firstEsm = oncePer(({ statements }: ts.SourceFile) => statements.find(isEsm))

function isEsm(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement)) return statement.importClause?.isTypeOnly !== true
  if (ts.isExportDeclaration(statement)) return !statement.isTypeOnly
  if (ts.isExportAssignment(statement)) return statement.isExportEquals !== true
  // Types are stripped before Node determines the module's kind.
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return false
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  const kinds = modifiers.map(({ kind }) => kind)
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DeclareKeyword)
}

function inCommonJs(statement: ts.Statement, path: string): Problem {
  const isImport = ts.isImportDeclaration(statement)
  const message = `A .cjs file is CommonJS, which has no "${isImport ? 'import' : 'export'}", so it does not load.`
  const instead = isImport ? '"require(…)"' : '"module.exports = …"'
  return problem('syntax.unsupported', path, message, {
    range: firstWordOf(statement),
    fix: `Write ${instead}, or rename it to .mjs.`,
  })
}

type CommonJs = { readonly name: 'require' | 'module' | 'exports'; readonly node: ts.Node }

// `module.exports = …`, `exports.a = …`, `const a = require('a')`, `require('a')`; not inside a condition.
function commonJsIn(statement: ts.Statement): CommonJs | undefined {
  if (ts.isVariableStatement(statement)) {
    for (const { initializer } of statement.declarationList.declarations) {
      const found = initializer && required(initializer)
      if (found !== undefined) return found
    }
  }
  if (!ts.isExpressionStatement(statement)) return undefined
  const { expression } = statement
  if (!ts.isBinaryExpression(expression)) return required(expression)
  if (expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  const [root = '', next] = pathOf(expression.left).split('.')
  if (root === 'module' && next === 'exports') return { name: 'module', node: expression.left }
  return root === 'exports' && next !== undefined ? { name: 'exports', node: expression.left } : undefined
}

function required(value: ts.Expression): CommonJs | undefined {
  let at = value
  while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at)) {
    if (ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === 'require')
      return { name: 'require', node: at.expression }
    at = at.expression
  }
  return undefined
}

function isDeclared(name: string, { text }: ts.SourceFile): boolean {
  return new RegExp(
    `\\b(const|let|var|function|as|import)\\s+${name}\\b|[{,]\\s*${name}\\s*[,}]|globalThis`,
  ).test(text)
}

function inEsm({ name, node }: CommonJs, path: string, hasEsm: boolean): Problem {
  const written = name === 'require' ? name : node.getText()
  const because = hasEsm ? 'A file with "import" or "export"' : 'An .mjs file'
  const message = `${because} is an ES module, which has no "${written}", so it does not load.`
  const fix = name === 'require' ? 'Write an import.' : 'Write "export default …".'
  return problem('syntax.unsupported', path, message, { range: rangeOf(node), fix })
}
