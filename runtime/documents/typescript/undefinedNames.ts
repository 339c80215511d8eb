// Finds names that nothing defines: Node raises a ReferenceError where they are read, so the file does not load, or the
// hook fails at that line. A name tested with `typeof`, or read alone in a `try`, may be missing.

import ts from 'typescript'
import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { undefinedName } from '../undefinedName.ts'
import { isCommonJs, isGlobal } from './globals.ts'
import { isEsModule } from './moduleKind.ts'
import { rangeOf } from './parse.ts'
import { isAssignment, nodesIn } from './syntax.ts'
import { usedLater } from './usedLater.ts'

/** A problem at the first use of each undefined name. The text must parse. */
export function undefinedNames(
  file: ts.SourceFile,
  { path, text, exports }: DocumentInput,
): readonly Problem[] {
  // For modules other than scripts, moduleKind.ts reports CommonJS names.
  const kind = INLINE.test(path)
    ? 'inline'
    : exports === 'executable' && isEsModule(file, path)
      ? 'es'
      : 'any'
  const used = new Map<string, ts.Identifier>()
  const atLoad = usedAtLoad(file)
  const loaded = new Set(atLoad)
  for (const node of [...atLoad, ...usedLater(file)])
    if (!used.has(node.text) && !isGlobal(node.text, kind)) used.set(node.text, node)
  if (used.size === 0 || DEFINES.test(text) || hasSideEffects(file)) return []
  const { values, types } = definedIn(file)
  return [...used].flatMap(([name, node]) => {
    if (values.has(name)) return []
    const range = rangeOf(node)
    const end = loaded.has(node) ? 'so the file does not load' : 'so this line throws a ReferenceError'
    if (types.has(name)) {
      const message = `"${name}" is only a type here, and Node removes types, ${end}.`
      return [
        problem('name.undefined', path, message, { range, fix: 'Import it as a value, without "type".' }),
      ]
    }
    if (isCommonJs(name)) {
      const message = `An ES module has no "${name}", ${end}.`
      return [problem('name.undefined', path, message, { range, fix: INSTEAD[name] ?? 'Write an import.' })]
    }
    return [undefinedName(path, { name, range, end }, [...values])]
  })
}

// The path of code from a command line ends in its number there.
const INLINE = /\.\d+\.\w+$/

const INSTEAD: Readonly<Record<string, string>> = {
  __dirname: 'Write import.meta.dirname.',
  __filename: 'Write import.meta.filename.',
  module: 'Write "export".',
  exports: 'Write "export".',
}

// The file defines globals itself.
const DEFINES =
  /\b(globalThis|global|self)\s*(\.\s*\w+\s*=[^=]|\[)|\(\s*(globalThis|global|self)\b|\beval\s*\(|\bwith\s*\(/

// `import 'zx/globals'`, `require('./setup')`: a module loaded for its side effects may define anything.
function hasSideEffects(file: ts.SourceFile): boolean {
  return file.statements.some((statement) => {
    if (ts.isImportDeclaration(statement)) return statement.importClause === undefined
    if (!ts.isExpressionStatement(statement)) return false
    return /^(await\s+)?(require|import)\s*\(/.test(statement.expression.getText())
  })
}

function usedAtLoad(file: ts.SourceFile): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  for (const statement of file.statements) statementAtLoad(statement, found)
  return found
}

function statementAtLoad(node: ts.Statement, found: ts.Identifier[]): void {
  if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(isDeclare) === true) return
  if (ts.isExpressionStatement(node) || ts.isExportAssignment(node)) value(node.expression, found)
  else if (ts.isVariableStatement(node))
    for (const { initializer } of node.declarationList.declarations) value(initializer, found)
  else if (ts.isClassDeclaration(node)) classAtLoad(node, found)
}

function isDeclare({ kind }: ts.Node): boolean {
  return kind === ts.SyntaxKind.DeclareKeyword
}

function value(node: ts.Node | undefined, found: ts.Identifier[]): void {
  if (node === undefined || ts.isTypeNode(node) || ts.isFunctionLike(node) || ts.isMetaProperty(node)) return
  if (ts.isIdentifier(node)) found.push(node)
  else if (ts.isClassExpression(node)) classAtLoad(node, found)
  else if (ts.isPropertyAccessExpression(node)) value(node.expression, found)
  else if (ts.isPropertyAssignment(node)) {
    if (ts.isComputedPropertyName(node.name)) value(node.name.expression, found)
    value(node.initializer, found)
  } else if (ts.isShorthandPropertyAssignment(node)) found.push(node.name)
  else if (ts.isBinaryExpression(node)) binary(node, found)
  else if (ts.isConditionalExpression(node)) value(node.condition, found)
  // `a?.(b)` may not evaluate b, and `typeof` reads no value.
  else if (!ts.isTypeOfExpression(node) && !ts.isOptionalChain(node))
    ts.forEachChild(node, (inner) => value(inner, found))
}

// The right side of `&&`, `||` and `??` is not always evaluated; an assignment defines its name.
function binary({ left, right, operatorToken: { kind } }: ts.BinaryExpression, found: ts.Identifier[]): void {
  const isChoice =
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  if (!isAssignment(kind)) value(left, found)
  if (!isChoice) value(right, found)
}

// The base class and static fields of a class; other fields are evaluated when an instance is created.
function classAtLoad(node: ts.ClassLikeDeclaration, found: ts.Identifier[]): void {
  for (const clause of node.heritageClauses ?? [])
    if (clause.token === ts.SyntaxKind.ExtendsKeyword)
      for (const { expression } of clause.types) value(expression, found)
  for (const member of node.members)
    if (ts.isPropertyDeclaration(member) && isStatic(member)) value(member.initializer, found)
}

function isStatic(member: ts.PropertyDeclaration): boolean {
  return ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false
}

type Defined = { readonly values: ReadonlySet<string>; readonly types: ReadonlySet<string> }

// All names that the file defines, in any scope, and the names that are types only.
function definedIn(file: ts.SourceFile): Defined {
  const values = new Set<string>()
  const types = new Set<string>()
  for (const node of nodesIn(file, (one) => !isTypeOnly(one))) {
    if (isTypeOnly(node)) {
      types.add(node.name.text)
      continue
    }
    const isSet = ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
    const name = isSet ? node.left : nameIn(node)
    if (name !== undefined && ts.isIdentifier(name)) values.add(name.text)
  }
  return { values, types }
}

function isTypeOnly(node: ts.Node): node is ts.Node & { readonly name: ts.Identifier } {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isImportClause(node)) return node.isTypeOnly && node.name !== undefined
  if (ts.isImportSpecifier(node)) return node.isTypeOnly || node.parent.parent.isTypeOnly
  return ts.isNamespaceImport(node) && node.parent.isTypeOnly
}

// The name that a declaration defines; names of properties and types define no value.
function nameIn(node: ts.Node): ts.Node | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportEqualsDeclaration(node)
  return isDeclaration ? node.name : undefined
}
