// Adds the contract's types to handlers, for payload and answer, by insertion only. Types written by the author stay as
// they are.

import ts from 'typescript'
import type { Dialect } from '../../../contract/dialect.ts'
import type { Range } from '../../../contract/problems.ts'
import { isOpen, type WalkedShape } from '../../../contract/walk.ts'
import type { Site } from '../../document.ts'
import { nodesIn } from '../syntax.ts'
import { isTypedByAuthor } from './authored.ts'
import { contractModule } from './contractFile.ts'
import type { Insertion } from './copy.ts'

export type AnnotatedHandler = {
  readonly node: ts.SignatureDeclaration
  /** The events it answers, as far as the dialect has them. */
  readonly events: readonly string[]
  readonly site: Site
}

/**
 * The handlers of a document, each once, with all events it answers. `rangeOf` returns the range of a node in the
 * document.
 */
export function handlersIn(
  file: ts.SourceFile,
  sites: readonly Site[],
  dialect: Dialect,
  rangeOf: (node: ts.Node) => Range,
): readonly AnnotatedHandler[] {
  const wanted = new Map<string, { readonly site: Site; readonly events: Set<string> }>()
  for (const site of sites) {
    if (site.handler === undefined) continue
    const key = `${site.handler.start}:${site.handler.end}`
    const one = wanted.get(key) ?? { site, events: new Set<string>() }
    for (const event of site.events) if (Object.hasOwn(dialect.events, event)) one.events.add(event)
    wanted.set(key, one)
  }
  const found: AnnotatedHandler[] = []
  for (const node of wanted.size === 0 ? [] : nodesIn(file)) {
    if (!ts.isFunctionLike(node)) continue
    const { start, end } = rangeOf(node)
    const key = `${start}:${end}`
    const one = wanted.get(key)
    if (one === undefined || one.events.size === 0) continue
    wanted.delete(key)
    found.push({ node, events: [...one.events], site: one.site })
  }
  return found
}

/** The annotations of these handlers. `path` is the file's path, whatever its tree is called. */
export function annotationsOf(
  handlers: readonly AnnotatedHandler[],
  dialect: Dialect,
  path: string,
): readonly Insertion[] {
  return handlers
    .filter(({ node }) => !isTypedByAuthor(node, node.getSourceFile(), path))
    .flatMap((handler) => annotate(handler, dialect))
}

/** The type of the payload of these events. */
export function payloadType(dialect: Dialect, events: readonly string[]): string {
  return union(dialect, events, 'payload')
}

/** The type of an answer to these events; undefined where any answer is valid. */
export function resultType(dialect: Dialect, events: readonly string[]): string | undefined {
  const records = events.flatMap((event) => dialect.events[event] ?? [])
  if (records.length === 0 || records.some(({ result }) => isOpen(result as WalkedShape))) return undefined
  const may = records.some(({ empty }) => empty === 'pass')
  return union(dialect, events, 'result') + (may ? ' | void' : '')
}

function union(dialect: Dialect, events: readonly string[], side: 'payload' | 'result'): string {
  const of = `import('${contractModule(dialect)}').Events`
  return events.map((event) => `${of}['${event}']['${side}']`).join(' | ')
}

function annotate({ node, events }: AnnotatedHandler, dialect: Dialect): readonly Insertion[] {
  const file = node.getSourceFile()
  const isJs = isJavaScript(file)
  const insertions: Insertion[] = []
  const [first] = node.parameters
  const { text } = file
  const answer = answerType(node, resultType(dialect, events))
  const payload = payloadType(dialect, events)
  if (isJs && answer !== undefined && ts.getJSDocReturnType(node) === undefined)
    insertions.push({ at: node.getStart(file), text: `${ownLine(node)}/** @returns {${answer}} */ ` })
  if (first !== undefined) insertions.push(...parameterType(first, payload))
  const behind = closeEnd(text, node.parameters.end) ?? first?.end
  if (!isJs && answer !== undefined && node.type === undefined && behind !== undefined)
    insertions.push({ at: behind, text: `: ${answer}` })
  return insertions
}

/** The type annotation of an untyped parameter; with parentheses where an arrow function has none. */
export function parameterType(parameter: ts.ParameterDeclaration, type: string): readonly Insertion[] {
  if (!isBare(parameter)) return []
  const file = parameter.getSourceFile()
  const { parameters } = parameter.parent
  const hasOpen = file.text[parameters.pos - 1] === '(' && parameters.pos > parameter.parent.getStart(file)
  const start = parameter.getStart(file)
  const end = (parameter.questionToken ?? parameter.name).end
  const isJs = isJavaScript(file)
  const before = `${hasOpen ? '' : '('}${isJs ? `/** @type {${type}} */ ` : ''}`
  return [
    ...(before === '' ? [] : [{ at: start, text: before }]),
    ...(isJs ? [] : [{ at: end, text: `: ${type}` }]),
    ...(hasOpen ? [] : [{ at: parameter.end, text: ')' }]),
  ]
}

// After other code on its line, a JSDoc comment applies to an expression, but not to a declaration.
function ownLine(node: ts.Node): string {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? '' : '\n'
}

function answerType(node: ts.SignatureDeclaration, result: string | undefined): string | undefined {
  if (result === undefined || !ts.isFunctionLike(node)) return undefined
  const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined
  if (isGenerator) return undefined
  return isAsync(node) ? `Promise<${result}>` : `${result} | Promise<${result}>`
}

/** True for a file whose types are written in comments. */
export function isJavaScript(file: ts.SourceFile): boolean {
  return /\.[mc]?js$/.test(file.fileName)
}

/** True for an `async` function. */
function isAsync(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)
  )
}

// In JavaScript, `@param {Object} ctx` carries no information.
function isBare(parameter: ts.ParameterDeclaration): boolean {
  if (parameter.dotDotDotToken !== undefined || parameter.type !== undefined) return false
  const written = ts.getJSDocType(parameter)
  return written === undefined || /^(any|object|Object|\*|unknown)$/.test(written.getText())
}

// The offset after the closing parenthesis of parameters that end at `from`.
function closeEnd(text: string, from: number): number | undefined {
  CLOSE.lastIndex = from
  return CLOSE.test(text) ? CLOSE.lastIndex : undefined
}

const CLOSE = /(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*\)/y
