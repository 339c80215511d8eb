// Parses a module and reports what keeps it from loading: syntax errors, and TypeScript (or future JavaScript) syntax
// that Node cannot run. Types are not checked.

import ts from 'typescript'
import { oncePer } from '../../contract/oncePer.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { createTree } from './createTree.ts'
import { nodesIn, ofKinds } from './syntax.ts'

export type ParsedModule = {
  readonly file: ts.SourceFile
  readonly problems: readonly Problem[]
}

/** Parses the text under a file name that distinguishes TypeScript from JavaScript. */
export function parseModule(path: string, text: string, language: 'typescript' | 'javascript'): ParsedModule {
  const file = treeOf(text, language)
  const errors = syntaxErrors(file)
  const [first] = errors
  if (first === undefined) return { file, problems: unsupported(file, path) }
  const start = first.start ?? 0
  const line = file.getLineAndCharacterOfPosition(start).line + 1
  const message = `Line ${line} does not parse: ${ts.flattenDiagnosticMessageText(first.messageText, ' ')}`
  const range = { start, end: start + (first.length ?? 0) }
  return { file, problems: [problem('syntax.error', path, message, { range })] }
}

/** The tree of a text. The last one is cached and shared by reading, finding spots and annotating the same version. */
export function treeOf(text: string, language: 'typescript' | 'javascript'): ts.SourceFile {
  const name = language === 'typescript' ? 'module.ts' : 'module.js'
  if (latest?.text !== text || latest.fileName !== name)
    latest = createTree(name, text, sourceOptions(text), true)
  return latest
}

let latest: ts.SourceFile | undefined

/** How a text is parsed: one with `await` at its top level is a module, even if it imports and exports nothing. */
export function sourceOptions(text: string): ts.CreateSourceFileOptions {
  const isModule = /^(?!\s).*\bawait\b/m.test(text) && !/^\s*(?:import|export)\b/m.test(text)
  if (!isModule) return { languageVersion: ts.ScriptTarget.ESNext }
  return {
    languageVersion: ts.ScriptTarget.ESNext,
    setExternalModuleIndicator(file) {
      Object.assign(file, { externalModuleIndicator: true })
    },
  }
}

/** The range of a node, without the comments before it. */
export function rangeOf(node: ts.Node): Range {
  return { start: node.getStart(), end: node.end }
}

/**
 * The range of the first word of a node, or of its first character. The compiler would cache the tokens in a WeakMap,
 * which keeps a whole tree alive through minor garbage collections.
 */
export function firstWordOf(node: ts.Node): Range {
  const { start, end } = rangeOf(node)
  const [word = ''] =
    /^(?:[\w$]+|.)/s.exec(node.getSourceFile().text.slice(start, Math.min(end, start + 40))) ?? []
  return { start, end: start + word.length }
}

/** The range between the quotes of a string, whether it is closed or not. */
export function contentOf(node: ts.StringLiteralLike): Range {
  const { start, end } = rangeOf(node)
  const text = node.getText()
  const closed = text.length > 1 && text.at(-1) === text[0]
  return { start: start + 1, end: closed ? end - 1 : end }
}

// A program also reports syntax that is not valid JavaScript. It need not contain the file, so one empty program serves
// all.
const syntaxErrors = oncePer((file: ts.SourceFile): readonly ts.Diagnostic[] => {
  program ??= emptyProgram()
  const found = program.getSyntacticDiagnostics(file)
  // Decorators have a separate message.
  return found.filter((one) => one.code !== 1206)
})

let program: ts.Program | undefined

function emptyProgram(): ts.Program {
  const host: ts.CompilerHost = {
    getSourceFile: () => undefined,
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: () => false,
    readFile: () => undefined,
    directoryExists: () => false,
    getDirectories: () => [],
  }
  const options: ts.CompilerOptions = {
    noLib: true,
    noResolve: true,
    allowJs: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
  }
  return ts.createProgram([], options, host)
}

function unsupported(file: ts.SourceFile, path: string): readonly Problem[] {
  if (!ofKinds(file, COMPLAINTS).some((node) => complaint(node) !== undefined)) return []
  return nodesIn(file, (node) => !ambient(node)).flatMap((node) => {
    const found = ambient(node) ? undefined : complaint(node)
    if (found === undefined) return []
    const message = `${found.what} does not run in Node, which only strips types.`
    const range = rangeOf(found.node ?? node)
    return [problem('syntax.unsupported', path, message, { range, fix: found.fix })]
  })
}

type Complaint = { readonly what: string; readonly fix: string; readonly node?: ts.Node }

/** The kinds of nodes that `complaint` may reject. */
const COMPLAINTS = [
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.ModuleDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.ImportEqualsDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.TypeAssertionExpression,
  ts.SyntaxKind.Decorator,
  ts.SyntaxKind.AccessorKeyword,
  ts.SyntaxKind.JsxElement,
  ts.SyntaxKind.JsxSelfClosingElement,
  ts.SyntaxKind.JsxFragment,
]

function complaint(node: ts.Node): Complaint | undefined {
  if (ts.isEnumDeclaration(node))
    return { what: 'An enum', fix: 'Use a constant object and a union type.', node: node.name }
  if (ts.isModuleDeclaration(node) && hasValues(node))
    return { what: 'A namespace with values', fix: 'Export the values from a module.', node: node.name }
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent)) {
    return { what: 'A parameter property', fix: 'Declare the field and assign it in the constructor.' }
  }
  if (ts.isImportEqualsDeclaration(node) && !node.isTypeOnly)
    return { what: '"import … ="', fix: 'Write a plain import.' }
  if (ts.isExportAssignment(node) && node.isExportEquals === true)
    return { what: '"export ="', fix: 'Write "export default".' }
  if (ts.isTypeAssertionExpression(node))
    return { what: 'A type assertion in angle brackets', fix: 'Write "value as Type".', node: node.type }
  if (ts.isDecorator(node)) return { what: 'A decorator', fix: 'Call the function yourself.' }
  if (node.kind === ts.SyntaxKind.AccessorKeyword)
    return { what: 'An "accessor" field', fix: 'Write a getter and a setter.' }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node))
    return { what: 'JSX', fix: 'Call the function yourself.' }
  return undefined
}

function ambient(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.DeclareKeyword) ?? false)
  )
}

function hasValues(node: ts.ModuleDeclaration): boolean {
  if (node.body === undefined) return false
  if (ts.isModuleDeclaration(node.body)) return hasValues(node.body)
  if (!ts.isModuleBlock(node.body)) return true
  return !node.body.statements.every(
    (one) =>
      ts.isInterfaceDeclaration(one) ||
      ts.isTypeAliasDeclaration(one) ||
      ambient(one) ||
      (ts.isModuleDeclaration(one) && !hasValues(one)),
  )
}
