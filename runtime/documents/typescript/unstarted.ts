// Finds called JavaScript scripts that do nothing: nothing calls the functions they define, or the program exits before
// an awaited result arrives.

import ts from 'typescript'
import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { firstWordOf, rangeOf } from './parse.ts'
import { nodesIn, pathOf, skipWrappers } from './syntax.ts'

/** The problems that keep a script from doing anything. */
export function unstartedProblems(file: ts.SourceFile, { path }: DocumentInput): readonly Problem[] {
  return [...uncalled(file, path), ...cutShort(file, path)]
}

function uncalled(file: ts.SourceFile, path: string): readonly Problem[] {
  if (!file.statements.every(isDefinition)) return []
  const code = file.statements.flatMap((one) => functionIn(one) ?? []).find(takesPayload)
  if (code === undefined) return []
  const name = code.name === undefined ? 'what it exports' : `"${code.name.getText(file)}"`
  const message = `Nothing in this script calls ${name} or anything else, so it does nothing when it runs.`
  const range = code.name === undefined ? firstWordOf(code) : rangeOf(code.name)
  return [
    problem('hook.handler', path, message, {
      range,
      fix: 'Read standard input and call it at the end of the file.',
    }),
  ]
}

type Code = ts.FunctionDeclaration | ts.VariableDeclaration | ts.FunctionExpression | ts.ArrowFunction

function functionIn(one: ts.Statement): Code | undefined {
  if (ts.isFunctionDeclaration(one)) return one
  if (ts.isExportAssignment(one)) return functionOf(one.expression)
  if (ts.isExpressionStatement(one))
    return ts.isBinaryExpression(one.expression) ? functionOf(one.expression.right) : undefined
  if (!ts.isVariableStatement(one)) return undefined
  return one.declarationList.declarations.find(
    ({ initializer }) => initializer !== undefined && functionOf(initializer) !== undefined,
  )
}

function functionOf(node: ts.Expression): ts.ArrowFunction | ts.FunctionExpression | undefined {
  const value = skipWrappers(node)
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined
}

function takesPayload(code: Code): boolean {
  return /\bstdin\b|readFileSync\(\s*0\b|\btool_(?:name|input)\b|\btool(?:Name|Args)\b|\bhook_event_name\b|\bhookSpecificOutput\b|\bpermissionDecision\b/.test(
    code.getText(),
  )
}

function isDefinition(one: ts.Statement): boolean {
  if (ts.isImportDeclaration(one)) return one.importClause !== undefined
  if (ts.isFunctionDeclaration(one) || ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one))
    return true
  if (ts.isExportDeclaration(one)) return one.moduleSpecifier === undefined
  if (ts.isExportAssignment(one)) return isInert(one.expression)
  if (ts.isVariableStatement(one))
    return one.declarationList.declarations.every(
      ({ initializer }) => initializer === undefined || isInert(initializer),
    )
  if (!ts.isExpressionStatement(one)) return false
  const { expression } = one
  if (ts.isStringLiteral(expression)) return true
  return (
    ts.isBinaryExpression(expression) &&
    /^(?:module\.)?exports\b/.test(pathOf(expression.left)) &&
    isInert(expression.right)
  )
}

// Evaluating it runs only code of the language or of named packages.
function isInert(node: ts.Expression): boolean {
  if (functionOf(node) !== undefined) return true
  return nodesIn(node, (one) => !ts.isFunctionLike(one)).every((one) => {
    if (ts.isAwaitExpression(one) || ts.isTaggedTemplateExpression(one) || ts.isClassExpression(one))
      return false
    if (ts.isNewExpression(one)) return /^(?:Set|Map|RegExp|URL)$/.test(pathOf(one.expression))
    if (!ts.isCallExpression(one)) return true
    const callee = pathOf(one.expression)
    const [first] = one.arguments
    if (callee === 'require')
      return first !== undefined && ts.isStringLiteralLike(first) && !first.text.startsWith('.')
    return /^(?:Object\.freeze|path\.join|path\.resolve|join|resolve|dirname|path\.dirname|fileURLToPath)$/.test(
      callee,
    )
  })
}

// `main()` followed by `process.exit(0)`: the process ends before main's first await completes.
function cutShort(file: ts.SourceFile, path: string): readonly Problem[] {
  const { statements } = file
  const codes = new Map<string, Code>()
  for (const code of statements.flatMap((one) => functionIn(one) ?? [])) {
    const name = code.name?.getText(file)
    if (name !== undefined && !codes.has(name)) codes.set(name, code)
  }
  return statements.flatMap((one, at) => {
    const exit = statements[at + 1]
    const started = ts.isExpressionStatement(one) ? startedIn(one.expression, codes) : undefined
    if (started === undefined || exit === undefined || !ts.isExpressionStatement(exit)) return []
    const ends =
      ts.isCallExpression(exit.expression) &&
      /^(?:process|Deno)\.exit$/.test(pathOf(exit.expression.expression))
    if (!ends) return []
    const message = `This ends the script before "${started}" is done, so nothing after its first await runs.`
    return [
      problem('exit.ignored', path, message, {
        range: rangeOf(exit.expression),
        fix: `Add "await" before ${started}().`,
      }),
    ]
  })
}

// The name of an async function of the file that is called without `await`.
function startedIn(node: ts.Expression, codes: ReadonlyMap<string, Code>): string | undefined {
  const call = ts.isVoidExpression(node) ? node.expression : node
  if (!ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) return undefined
  const { text } = call.expression
  const code = codes.get(text)
  const own =
    code !== undefined && ts.isVariableDeclaration(code)
      ? code.initializer && functionOf(code.initializer)
      : code
  if (own?.body === undefined || ts.isVariableDeclaration(own) || !ts.isBlock(own.body)) return undefined
  const isAsync = ts.getModifiers(own)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  const [first] = own.body.statements
  const waits =
    first !== undefined && nodesIn(first, (one) => !ts.isFunctionLike(one)).some(ts.isAwaitExpression)
  return isAsync && waits ? text : undefined
}
