// Rolls the compiler's many declaration files up into one per entry, with only what is reachable from its exports.
// Types computed from another package's types (the schemas) are expanded, so that users need neither that package nor
// the internal files.

import { basename } from 'node:path'
import ts from 'typescript'
import { documented, type Schema } from './documented.ts'

export type RollUp = {
  readonly program: ts.Program
  /** The entry's declaration file as written by the compiler. */
  readonly entry: string
  /** Packages that its users have anyway. */
  readonly has: readonly string[]
  /** Alias -> the schema it is computed from, whose descriptions become comments. */
  readonly schemas: Readonly<Record<string, Schema>>
}

/** Reads the compiler's declarations, once for all entries. */
export function readDeclarations(entries: readonly string[]): ts.Program {
  return ts.createProgram(entries, OPTIONS)
}

/** The text of the rolled-up file, and its problems. */
export function rollUp({ program, entry, has, schemas }: RollUp): {
  text: string
  problems: readonly string[]
} {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  const root = source && checker.getSymbolAtLocation(source)
  if (source === undefined || root === undefined) return { text: '', problems: [`${entry} exports nothing`] }

  const problems: string[] = []
  const imports = new Map<string, Set<string>>()
  const written = new Map<string, { readonly symbol: ts.Symbol; readonly text: string }>()
  const exported = checker.getExportsOfModule(root)
  for (const symbol of exported) write(original(symbol), symbol.name)
  return { text: text(), problems }

  function write(symbol: ts.Symbol, name: string): void {
    const before = written.get(name)
    if (before !== undefined) {
      if (before.symbol !== symbol) problems.push(`two types are named ${name}; one needs another name`)
      return
    }
    // A value from which a type is computed shares its name; other exports than types are functions and classes.
    const all = symbol.declarations ?? []
    const declared = all.length > 1 ? all.filter((one) => !ts.isVariableDeclaration(one)) : all
    // Set before following references, so that cycles end.
    written.set(name, { symbol, text: '' })
    written.set(name, { symbol, text: declared.map((one) => declaration(one)).join('\n') })
  }

  function declaration(node: ts.Declaration): string {
    const whole = ts.isVariableDeclaration(node) ? node.parent.parent : node
    const file = node.getSourceFile()
    const lines = file.text.slice(whole.getStart(file, true), whole.end).replace(/^export /m, '')
    if (!ts.isTypeAliasDeclaration(node) || !isComputed(node)) {
      follow(node)
      return lines
    }
    const type = checker.getTypeAtLocation(node.name)
    // Resolved from another file, so that aliases of this file cannot be named and are expanded.
    const shape = checker.typeToTypeNode(type, source, WRITTEN_OUT)
    if (shape === undefined) problems.push(`${node.name.text} cannot be written out`)
    const schema = schemas[node.name.text]
    const printed = PRINTER.printNode(
      ts.EmitHint.Unspecified,
      ts.factory.createTypeAliasDeclaration(
        undefined,
        node.name.text,
        undefined,
        schema === undefined ? (shape as ts.TypeNode) : documented(shape as ts.TypeNode, schema),
      ),
      file,
    )
    const comment = file.text.slice(whole.getStart(file, true), whole.getStart(file))
    return comment + printed
  }

  // Whether a type is computed from values or from another package's types.
  function isComputed(node: ts.Node): boolean {
    if (ts.isTypeQueryNode(node)) return true
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    if (symbol !== undefined && packageOf(original(symbol)) !== undefined && !isGiven(symbol)) return true
    return ts.forEachChild(node, (child) => isComputed(child) || undefined) ?? false
  }

  function follow(node: ts.Node): void {
    if (ts.isImportTypeNode(node)) problems.push(`${entry}: a type is imported in place: ${node.getText()}`)
    const named = nameIn(node)
    if (named !== undefined) refer(named)
    ts.forEachChild(node, follow)
  }

  function refer(name: ts.EntityName | ts.Expression): void {
    const local = checker.getSymbolAtLocation(name)
    const symbol = local && original(local)
    const home = symbol?.declarations?.[0]?.getSourceFile()
    if (symbol === undefined || home === undefined) {
      problems.push(`${basename(name.getSourceFile().fileName)}: nobody declares ${name.getText()}`)
    } else if (symbol.flags & ts.SymbolFlags.TypeParameter || program.isSourceFileDefaultLibrary(home)) {
      return
    } else if (packageOf(symbol) === undefined) {
      write(symbol, symbol.name)
    } else if (isGiven(symbol)) {
      const from = packageOf(symbol) as string
      imports.set(from, (imports.get(from) ?? new Set()).add(name.getText()))
    } else {
      problems.push(`${name.getText()} comes from a package that readers may not have`)
    }
  }

  function isGiven(symbol: ts.Symbol): boolean {
    const from = packageOf(original(symbol))
    return from !== undefined && has.includes(from)
  }

  function packageOf(symbol: ts.Symbol): string | undefined {
    const file = symbol.declarations?.[0]?.getSourceFile()
    if (file === undefined || program.isSourceFileDefaultLibrary(file)) return undefined
    return /.*\/node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+)/.exec(file.fileName)?.[1]
  }

  function original(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  function text(): string {
    const names = exported.map(({ name }) => name).toSorted()
    const head = [...imports].map(
      ([from, used]) => `import type { ${[...used].toSorted().join(', ')} } from '${from}'\n`,
    )
    const body = [...written.values()].map((one) => one.text)
    return `${[HEADER, ...head, ...body, `export { ${names.join(', ')} }`].join('\n')}\n`
  }
}

const HEADER =
  '// Made by the build out of the sources: all that this entry exports, and what that is made of.\n'

function nameIn(node: ts.Node): ts.EntityName | ts.Expression | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  if (ts.isExpressionWithTypeArguments(node)) return node.expression
  return ts.isTypeQueryNode(node) ? node.exprName : undefined
}

// Without Node's or a browser's types, so that published types that need either are reported.
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
}

const WRITTEN_OUT =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.InTypeAlias |
  ts.NodeBuilderFlags.MultilineObjectLiterals |
  ts.NodeBuilderFlags.UseSingleQuotesForStringLiteralType

const PRINTER = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed })
