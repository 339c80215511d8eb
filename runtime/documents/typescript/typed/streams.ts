// Annotates executables: the payload is the result of `JSON.parse` on the text of stdin, the answer is the argument of
// `JSON.stringify` in what is printed. Texts from stdin are followed through names and the file's own functions; values
// from elsewhere are not the payload.

import ts from 'typescript'
import type { Dialect } from '../../../contract/dialect.ts'
import { oncePer } from '../../../contract/oncePer.ts'
import type { Site } from '../../document.ts'
import { nodesIn, pathOf } from '../syntax.ts'
import { isJavaScript, parameterType, payloadType, resultType } from './annotate.ts'
import type { Insertion } from './copy.ts'
import { importedCalls } from './importedCalls.ts'
import { type InputTexts, textsOf } from './inputTexts.ts'
import { type Passed, passedIn } from './payloadFlow.ts'
import { printedValues } from './printed.ts'

/** The annotations of an executable. */
export function streamInsertions(
  file: ts.SourceFile,
  sites: readonly Site[],
  dialect: Dialect,
  local: (specifier: string) => ts.SourceFile | undefined,
): readonly Insertion[] {
  const named = sites.flatMap(({ events }) => events)
  const events = [...new Set(named)].filter((event) => Object.hasOwn(dialect.events, event))
  if (events.length === 0) return []
  const payload = payloadType(dialect, events)
  const result = resultType(dialect, events)
  const texts = textsOf(file)
  const own = parsedIn(file, texts)
  const imported = importedCalls(file, (specifier) => {
    const module = local(specifier)
    return module === undefined ? undefined : { module, gives: payloadGivers(module) }
  })
  const passed = passedIn(file, [...own, ...imported.map(({ node }) => node)], texts.isText)
  const parsed = [
    ...own.flatMap((call) => around(call, isPromised(call) ? `Promise<${payload}>` : payload, 'as')),
    ...imported.flatMap(({ node, promised }) =>
      around(node, promised ? `Promise<${payload}>` : payload, 'as'),
    ),
    ...passed.values.flatMap(({ node, promised }) =>
      around(node, promised ? `Promise<${payload}>` : payload, 'as'),
    ),
    ...passed.parameters.flatMap((one) => parameterType(one, payload)),
  ]
  const printed =
    result === undefined ? [] : printedValues(file).flatMap((value) => around(value, result, 'satisfies'))
  return [...parsed, ...printed]
}

const NOBODY = () => false

// Which functions of an imported module read the payload and return it.
const payloadGivers = oncePer((module: ts.SourceFile): Passed['gives'] => {
  // A module that reads no input need not be followed.
  const texts = /stdin|readFile/.test(module.text) ? textsOf(module) : undefined
  return texts === undefined ? NOBODY : passedIn(module, parsedIn(module, texts), texts.isText).gives
})

function around(node: ts.Expression, type: string, by: 'as' | 'satisfies'): readonly Insertion[] {
  const file = node.getSourceFile()
  const start = node.getStart(file)
  const { end, close } = endOf(node, file)
  if (isJavaScript(file))
    return [
      { at: start, text: `/** @${by === 'as' ? 'type' : 'satisfies'} {${type}} */ (` },
      { at: end, text: `${close})` },
    ]
  return [
    { at: start, text: '(' },
    { at: end, text: `${close} ${by} ${type})` },
  ]
}

// Braces that are not closed yet end with their line.
function endOf(
  node: ts.Expression,
  { text }: ts.SourceFile,
): { readonly end: number; readonly close: string } {
  if (!ts.isObjectLiteralExpression(node) || text[node.end - 1] === '}') return { end: node.end, close: '' }
  const [spaces] = /^[ \t]*/.exec(text.slice(node.end)) ?? ['']
  return { end: node.end + spaces.length, close: ' }' }
}

/** The calls that return the payload. */
function parsedIn(file: ts.SourceFile, texts: InputTexts): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = []
  for (const node of nodesIn(file)) {
    if (ts.isCallExpression(node) && !isTyped(node) && givesPayload(node, texts)) found.push(node)
  }
  return found
}

// Everything except `JSON.parse` parses standard input itself and returns a promise.
function isPromised({ expression }: ts.CallExpression): boolean {
  return pathOf(expression) !== 'JSON.parse'
}

function givesPayload(node: ts.CallExpression, texts: InputTexts): boolean {
  const callee = pathOf(node.expression)
  const [first] = node.arguments
  const isParsed = callee === 'JSON.parse' && first !== undefined && texts.isText(first)
  const isRead = /(^|\.)json$/.test(callee) && first !== undefined && pathOf(first) === 'process.stdin'
  return isParsed || isRead || isConverted(node, texts)
}

// `Bun.stdin.json()`, `new Response(Deno.stdin.readable).json()`, `text.then(JSON.parse)`
function isConverted(
  { expression: callee, arguments: [first] }: ts.CallExpression,
  texts: InputTexts,
): boolean {
  if (!ts.isPropertyAccessExpression(callee) || !texts.isText(callee.expression)) return false
  return first === undefined
    ? callee.name.text === 'json'
    : callee.name.text === 'then' && pathOf(first) === 'JSON.parse'
}

/** Whether a call returns the payload, whatever type its author asserts for it. */
export function isStandardInputCall(file: ts.SourceFile): (node: ts.CallExpression) => boolean {
  const texts = textsOf(file)
  return (node) => givesPayload(node, texts)
}

// `JSON.parse(text) as Payload`, or a separate statement, where an opening parenthesis would turn the code before it
// into a call.
function isTyped({ parent }: ts.Node): boolean {
  return ts.isAsExpression(parent) || ts.isTypeAssertionExpression(parent) || ts.isExpressionStatement(parent)
}
