// Makes nodes of the tree that `flow` follows, at the ranges of the JavaScript nodes they stand for.

import ts from 'typescript'
import { call, dotted, made, name, reading, template, unknown } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { contentOf } from '../parse.ts'
import { pathBeside } from '../specifierPath.ts'

/** The context in which a module's parts are translated. */
export type Module = {
  /** Whether an expression is text from standard input. */
  readonly isText: (node: ts.Expression) => boolean
  /** Whether a name holds that text and nothing else. */
  readonly isOnlyText: (name: ts.Identifier) => boolean
  /** Defines a function that is used as a value; returns its name. */
  readonly define: (node: ts.FunctionLikeDeclaration, own?: string) => SyntaxNode
}

/** Streams and functions with a Python counterpart. */
export const GLOBALS: Readonly<Record<string, string>> = {
  'process.stdin': 'sys.stdin',
  'process.stdout': 'sys.stdout',
  'process.stderr': 'sys.stderr',
  'process.argv': 'sys.argv',
  'process.env': 'os.environ',
  'Bun.argv': 'sys.argv',
  'process.argv.slice': 'sys.argv.slice',
  'process.exit': 'sys.exit',
  'Deno.exit': 'sys.exit',
  'JSON.parse': 'json.loads',
}

/** The exports of a local module, for the module that loads it. */
export type LoadedNames = {
  readonly named: (exported: string, at: SyntaxNode) => SyntaxNode
  readonly whole: (at: SyntaxNode) => SyntaxNode
}

/**
 * What is translated: offsets of its nodes begin at `base` and its names have `prefix`, so that modules share neither.
 */
export type TranslatedModule = {
  readonly file: ts.SourceFile
  readonly base: number
  readonly prefix: string
  readonly load: (specifier: string) => LoadedNames | undefined
  /** Where only a few paths of this many statements are followed: bodies are translated when they are read. */
  readonly mostFollowed?: number
}

// Kept here because finding a node's file climbs its parents, which is slow in long call chains.
let translated: TranslatedModule | undefined

/** Translates a file; all nodes passed meanwhile must belong to it. */
export function within<T>(what: TranslatedModule, translate: () => T): T {
  const outer = translated
  translated = what
  try {
    return translate()
  } finally {
    translated = outer
  }
}

/** The most statements of a block that are followed. */
export function mostFollowed(): number {
  return translated?.mostFollowed ?? Number.POSITIVE_INFINITY
}

/** The body of a function. Copying the node would translate it. */
export function bodyAt(at: SyntaxNode, translate: () => readonly SyntaxNode[]): SyntaxNode {
  const body = { ...made('block', at), field: 'body' }
  const what = translated
  if (what?.mostFollowed === undefined) return { ...body, children: translate() }
  let known: readonly SyntaxNode[] | undefined
  return {
    ...body,
    get children() {
      known ??= within(what, translate)
      return known
    },
  }
}

/** The module that a specifier names, if it is local and is followed as well. */
export function loaded(specifier: ts.Node | undefined): LoadedNames | undefined {
  const path =
    specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : pathBeside(specifier)
  return path !== undefined && /^\.\.?\//.test(path) ? translated?.load(path) : undefined
}

/** The range of a node, as a node of type `unknown`. */
export function placeOf(node: ts.Node): SyntaxNode {
  const file = translated?.file ?? node.getSourceFile()
  const base = translated?.base ?? 0
  const { text } = file
  const start = node.getStart(file)
  return {
    ...{ type: 'unknown', field: undefined, named: true, missing: false, children: [] },
    ...{ start: base + start, end: base + node.end, text: text.slice(start, node.end) },
  }
}

/** A name of the author's; its `$` keeps it distinct from Python's names. */
export function own(text: string, at: SyntaxNode): SyntaxNode {
  return name(ownName(text, translated?.prefix ?? ''), at)
}

/** Error classes of the language are shared by all modules and get no prefix. */
export function ownName(text: string, prefix: string): string {
  return `$${/Error$/.test(text) ? '' : prefix}${text}`
}

/** A string with its escapes; an unquoted key has no quotes. */
export function string(node: ts.StringLiteralLike | ts.Identifier | ts.PrivateIdentifier): SyntaxNode {
  const at = placeOf(node)
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return written(at, at.start, at.end, '')
  const { start, end } = contentOf(node)
  const base = translated?.base ?? 0
  return written(at, base + start, base + end, at.text[0] === "'" ? "'" : '"')
}

function written(at: SyntaxNode, start: number, end: number, quote: string): SyntaxNode {
  const open = { ...made('string_start', at), text: quote, end: start }
  return made('string', at, [open, { ...made('string_end', at), start: end }])
}

/** A template; one that contains only a value, possibly with a line end, equals that value. */
export function filled(node: ts.TemplateExpression, values: readonly SyntaxNode[]): SyntaxNode {
  const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
  const [head = '', ...rest] = pieces.map(({ text }) => text)
  const isValue = head === '' && rest.join('').trim() === '' && values.length === 1
  const [value] = values
  if (isValue && value !== undefined) return value
  return template(placeOf(node), pieces.map(pieceOf), values)
}

// The text of a template piece, without its delimiters.
function pieceOf(piece: ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail): SyntaxNode {
  const at = placeOf(piece)
  const end = at.end - (ts.isTemplateTail(piece) ? 1 : 2)
  return reading(piece.text, made('string_content', { ...at, start: at.start + 1, end }))
}

/** Standard input: its text and the stream are treated alike. */
export function input(at: SyntaxNode): SyntaxNode {
  return call('io.TextIOWrapper', [dotted('sys.stdin', at)], at)
}

export function assignment(left: SyntaxNode, right: SyntaxNode, at: SyntaxNode): SyntaxNode {
  return made('assignment', at, { left, right })
}

export { call, dotted, made, name, reading, unknown }
