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
import { type Code, isFunction, returnsOf } from './declared.ts'
import { importedCalls } from './importedCalls.ts'
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
function parsedIn(file: ts.SourceFile, texts: Texts): readonly ts.CallExpression[] {
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

function givesPayload(node: ts.CallExpression, texts: Texts): boolean {
  const callee = pathOf(node.expression)
  const [first] = node.arguments
  const isParsed = callee === 'JSON.parse' && first !== undefined && texts.isText(first)
  const isRead = /(^|\.)json$/.test(callee) && first !== undefined && pathOf(first) === 'process.stdin'
  return isParsed || isRead || isConverted(node, texts)
}

// `Bun.stdin.json()`, `new Response(Deno.stdin.readable).json()`, `text.then(JSON.parse)`
function isConverted({ expression: callee, arguments: [first] }: ts.CallExpression, texts: Texts): boolean {
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

type Texts = { isText(node: ts.Expression): boolean }

/**
 * Which expressions are text from standard input. Names are not distinguished by scope: hooks are small, and another
 * value would have to share its name with such a text.
 */
export function textsOf(file: ts.SourceFile): Texts {
  const names = new Set<string>()
  const known = new Map<ts.Expression, boolean>()
  const nodes = nodesIn(file)
  for (let size = -1; size !== names.size && names.size < 200; ) {
    size = names.size
    for (const node of nodes) look(node)
  }
  return { isText }

  function look(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined && isText(node.initializer))
      note(node.name)
    else if (ts.isBinaryExpression(node) && isAssignment(node) && isText(node.right)) note(node.left)
    else if (ts.isForOfStatement(node) && isText(node.expression)) {
      const [first] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : []
      if (first !== undefined) note(first.name)
    } else if (ts.isCallExpression(node)) called(node)
  }

  // `stdin.on('data', (chunk) => { text += chunk })`, `chunks.push(chunk)`, `main(text)`
  function called(node: ts.CallExpression): void {
    const { expression: callee } = node
    const given = node.arguments.map((one) => isText(one))
    if (ts.isPropertyAccessExpression(callee)) {
      if (isText(callee.expression)) {
        for (const one of node.arguments)
          if (isFunction(one)) for (const { name } of one.parameters) note(name)
      } else if (callee.name.text === 'push' && given.includes(true)) note(callee.expression)
    } else if (ts.isIdentifier(callee) && given.includes(true)) {
      const code = functionNamed(callee.text, file)
      given.forEach((isOne, at) => {
        const parameter = code?.parameters[at]
        if (isOne && parameter !== undefined) note(parameter.name)
      })
    }
  }

  function note(node: ts.Node): void {
    if (!ts.isIdentifier(node) || names.has(node.text)) return
    names.add(node.text)
    known.clear()
  }

  // `a = b = c = …`: each right side is checked and checks those inside it, so results are cached.
  function isText(node: ts.Expression): boolean {
    const found = known.get(node) ?? holdsOne(node)
    known.set(node, found)
    return found
  }

  function holdsOne(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) return names.has(node.text) || node.text === 'stdin'
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isAsExpression(node))
      return isText(node.expression)
    if (ts.isNonNullExpression(node)) return isText(node.expression)
    if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right)
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isText(expression))
    if (/^(process|Bun|Deno)\.stdin$/.test(pathOf(node))) return true
    if (ts.isPropertyAccessExpression(node)) return isText(node.expression)
    if (ts.isNewExpression(node)) return node.arguments?.some((one) => isText(one)) ?? false
    return ts.isCallExpression(node) && isTextCall(node)
  }

  function isTextCall(node: ts.CallExpression): boolean {
    const path = pathOf(node.expression)
    const [first] = node.arguments
    if (path === 'JSON.parse' || isNamed(node, 'json')) return false
    if (readsFile(node) || path === 'Bun.file') return isStandardInput(first)
    if (TAKES_TEXT.test(nameOf(node)) && node.arguments.some((one) => isText(one) || holdsText(one)))
      return true
    if (isNamed(node, 'then')) return first !== undefined && isFunction(first) && givesText(first)
    if (ts.isPropertyAccessExpression(node.expression)) return isText(node.expression.expression)
    const code = ts.isIdentifier(node.expression) ? functionNamed(node.expression.text, file) : undefined
    return code?.body !== undefined && readsInput(code.body)
  }

  // `.then((text) => text.trim())`
  function givesText({ body }: Code): boolean {
    return body !== undefined && returnsOf(body).some((one) => isText(one))
  }

  function isStandardInput(node: ts.Expression | undefined): boolean {
    if (node === undefined) return false
    if (ts.isNumericLiteral(node)) return node.text === '0'
    if (ts.isStringLiteralLike(node)) return node.text === '/dev/stdin'
    return pathOf(node) === 'process.stdin.fd'
  }

  // `{ input: process.stdin }`
  function holdsText(node: ts.Expression): boolean {
    return (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((one) => ts.isPropertyAssignment(one) && isText(one.initializer))
    )
  }

  // A function of the file that reads stdin and parses nothing returns the text.
  function readsInput(body: ts.Node): boolean {
    let reads = false
    let parses = false
    for (const node of nodesIn(body)) {
      if (ts.isPropertyAccessExpression(node) && pathOf(node) === 'process.stdin') reads = true
      if (ts.isCallExpression(node)) {
        if (readsFile(node) && isStandardInput(node.arguments[0])) reads = true
      }
      // Called, or passed on: `.then(JSON.parse)`.
      if (ts.isPropertyAccessExpression(node) && pathOf(node) === 'JSON.parse') parses = true
    }
    return reads && !parses
  }
}

// `readFileSync`, `fs.promises.readFile`, `require('fs').readFileSync`, `Deno.readTextFile`
function readsFile(node: ts.CallExpression): boolean {
  return /^read(?:Text)?File(Sync)?$/.test(nameOf(node))
}

/** Functions that return the text of what they are given. */
const TAKES_TEXT = /^(?:createInterface|concat|text|toText|readAll|readableStreamToText|String|from|decode)$/

function nameOf({ expression }: ts.CallExpression): string {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) ? name.text : ''
}

// `Bun.stdin.json()`, `new Response(Deno.stdin.readable).json()`
function isNamed({ expression }: ts.CallExpression, name: string): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === name
}

function isAssignment({ operatorToken }: ts.BinaryExpression): boolean {
  return (
    operatorToken.kind === ts.SyntaxKind.EqualsToken || operatorToken.kind === ts.SyntaxKind.PlusEqualsToken
  )
}

function functionNamed(name: string, file: ts.SourceFile): Code | undefined {
  return functionsByName(file).get(name)
}

// Of several functions with a name, the first counts.
const functionsByName = oncePer((file: ts.SourceFile) => new Map(functionsOf(file).reverse()))

function functionsOf({ statements }: ts.SourceFile): [name: string, code: Code][] {
  return statements.flatMap((statement): [string, Code][] => {
    if (ts.isFunctionDeclaration(statement))
      return statement.name === undefined ? [] : [[statement.name.text, statement]]
    const declarations = ts.isVariableStatement(statement) ? statement.declarationList.declarations : []
    return declarations.flatMap(({ name, initializer }): [string, Code][] =>
      ts.isIdentifier(name) && initializer !== undefined && isFunction(initializer)
        ? [[name.text, initializer]]
        : [],
    )
  })
}
