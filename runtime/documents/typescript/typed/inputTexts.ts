// Finds the expressions of a module that are text from standard input, through names and the module's own functions.

import ts from 'typescript'
import { oncePer } from '../../../contract/oncePer.ts'
import { isNothing, nodesIn, pathOf, skipWrappers } from '../syntax.ts'
import { type Code, type Declaration, declarationOf, isFunction, returnsOf } from './declared.ts'

export type InputTexts = {
  readonly isText: (node: ts.Expression) => boolean
  /** Whether a name holds the text and is given nothing else. */
  readonly isOnlyText: (name: ts.Identifier) => boolean
}

/** Which expressions are text from standard input. */
export function textsOf(file: ts.SourceFile): InputTexts {
  const names = new Set<Declaration | string>()
  // Where they get it.
  const noted = new Set<ts.Node>()
  const known = new Map<ts.Expression, boolean>()
  const nodes = nodesIn(file)
  for (let size = -1; size !== names.size && names.size < 200; ) {
    size = names.size
    for (const node of nodes) look(node)
  }
  let others: ReadonlySet<Declaration | string> | undefined
  return {
    isText,
    isOnlyText(name) {
      others ??= new Set(nodes.flatMap(otherIn))
      return names.has(meaningOf(name)) && !others.has(meaningOf(name))
    },
  }

  // The name that a node gives another value: `data = JSON.parse(data)`, a parameter, a loop over something else.
  function otherIn(node: ts.Node): readonly (Declaration | string)[] {
    if (ts.isBinaryExpression(node))
      return isAssignment(node) && ts.isIdentifier(node.left) && !isTextOrNone(node.right)
        ? [meaningOf(node.left)]
        : []
    const isDeclared = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)
    if (!isDeclared || !ts.isIdentifier(node.name) || noted.has(node.name)) return []
    const isLater = ts.isVariableDeclaration(node) && !ts.isForOfStatement(node.parent.parent)
    const isText = isLater && (node.initializer === undefined || isTextOrNone(node.initializer))
    return isText ? [] : [meaningOf(node.name)]
  }

  function isTextOrNone(node: ts.Expression): boolean {
    const value = skipWrappers(node)
    const isEmptyList = ts.isArrayLiteralExpression(value) && value.elements.length === 0
    return isText(value) || ts.isStringLiteralLike(value) || isEmptyList || isNothing(value)
  }

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
    const listener = node.arguments.at(-1)
    // `fs.readFile(0, 'utf8', (error, text) => …)`
    if (
      listener !== undefined &&
      isFunction(listener) &&
      readsFile(node) &&
      isStandardInput(node.arguments[0])
    )
      for (const { name } of listener.parameters.slice(1, 2)) note(name)
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
    noted.add(node)
    if (!ts.isIdentifier(node) || names.has(meaningOf(node))) return
    names.add(meaningOf(node))
    known.clear()
  }

  // `a = b = c = …`: each right side is checked and checks those inside it, so results are cached.
  function isText(node: ts.Expression): boolean {
    const found = known.get(node) ?? holdsOne(node)
    known.set(node, found)
    return found
  }

  function holdsOne(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) return names.has(meaningOf(node)) || node.text === 'stdin'
    if (ts.isParenthesizedExpression(node) || ts.isAwaitExpression(node) || ts.isAsExpression(node))
      return isText(node.expression)
    if (ts.isNonNullExpression(node)) return isText(node.expression)
    if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right)
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isText(expression))
    if (/^(process|Bun|Deno)\.stdin$/.test(pathOf(node))) return true
    if (ts.isPropertyAccessExpression(node)) return isText(node.expression)
    if (ts.isNewExpression(node) && HOLDERS.test(pathOf(node.expression)))
      return node.arguments?.some((one) => isText(one)) ?? false
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

  // `{ input: process.stdin }`
  function holdsText(node: ts.Expression): boolean {
    return (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((one) => ts.isPropertyAssignment(one) && isText(one.initializer))
    )
  }

  // A function of the file that reads stdin returns the text, unless it or a function that it calls parses something.
  function readsInput(body: ts.Node): boolean {
    if (!doneIn(body).reads) return false
    const bodies = new Set([body])
    for (const one of bodies) {
      const { parses, calls } = doneIn(one)
      if (parses) return false
      for (const name of calls) {
        const code = functionNamed(name, file)
        if (code?.body !== undefined) bodies.add(code.body)
      }
    }
    return true
  }
}

// A parameter, or a variable of a block, is distinguished by its declaration; any other name, which may be used outside of
// the block that declares it, by its text.
function meaningOf(name: ts.Identifier): Declaration | string {
  const found = declarationOf(name)
  if (found === undefined) return name.text
  let at: ts.Node = found
  while (ts.isBindingElement(at)) at = at.parent.parent
  const isOwn = ts.isParameter(at) || (ts.isVariableDeclaration(at) && isOfBlock(at))
  return isOwn ? found : name.text
}

function isOfBlock({ parent }: ts.VariableDeclaration): boolean {
  return (parent.flags & ts.NodeFlags.BlockScoped) !== 0
}

/** What the code of one function does itself, and the names that it calls. */
const doneIn = oncePer((body: ts.Node) => {
  let reads = false
  let parses = false
  const calls = new Set<string>()
  for (const node of nodesIn(body)) {
    const path = ts.isPropertyAccessExpression(node) ? pathOf(node) : ''
    reads ||= path === 'process.stdin'
    // Called, or passed on: `.then(JSON.parse)`.
    parses ||= path === 'JSON.parse'
    if (!ts.isCallExpression(node)) continue
    reads ||= readsFile(node) && isStandardInput(node.arguments[0])
    if (ts.isIdentifier(node.expression)) calls.add(node.expression.text)
  }
  return { reads, parses, calls }
})

function isStandardInput(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false
  if (ts.isNumericLiteral(node)) return node.text === '0'
  if (ts.isStringLiteralLike(node)) return node.text === '/dev/stdin'
  return pathOf(node) === 'process.stdin.fd'
}

/**
 * The call in `readFileSync(0, 'utf8').trim()` that reads standard input to its end; undefined for other texts, and where
 * the code may not get there: it may have kept what it read before.
 */
export function wholeReadIn(node: ts.Expression): ts.CallExpression | undefined {
  let at = node
  while (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) {
    if (ts.isCallExpression(at) && nameOf(at) === 'readFileSync')
      return isStandardInput(at.arguments[0]) && isAlwaysReached(at) ? at : undefined
    at = at.expression
  }
  return undefined
}

function isAlwaysReached(node: ts.Node): boolean {
  let at = node
  for (; !ts.isSourceFile(at) && !isFunction(at); at = at.parent)
    if (MAY_SKIP.has(at.kind) || (ts.isBinaryExpression(at) && LAZY.test(at.operatorToken.getText())))
      return false
  return !/\breturn\b/.test(at.getText().slice(0, node.getStart() - at.getStart())) || ts.isSourceFile(at)
}

const { IfStatement, ConditionalExpression, TryStatement, CaseClause, WhileStatement, ForStatement } =
  ts.SyntaxKind
const MAY_SKIP: ReadonlySet<ts.SyntaxKind> = new Set([
  ...[IfStatement, ConditionalExpression, TryStatement, CaseClause, WhileStatement, ForStatement],
])
const LAZY = /^(?:&&|\|\||\?\?)=?$/

// `readFileSync`, `fs.promises.readFile`, `require('fs').readFileSync`, `Deno.readTextFile`
function readsFile(node: ts.CallExpression): boolean {
  return /^read(?:Text)?File(Sync)?$/.test(nameOf(node))
}

/** Classes whose instances hold the text that they are given. */
const HOLDERS = /^(?:Response|Request|Blob|String|Buffer|Uint8Array)$/

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
