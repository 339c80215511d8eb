// What is wrong with what a handler answers: null where nothing can be cancelled, nothing where something is
// wanted, a value of another shape, a misspelt field.

import ts from 'typescript'
import { defined } from '../../../contract/defined.ts'
import { isAsync } from './annotate.ts'
import { type Answering, expectedOf, nameOf, passesOn, shapesOf } from './answering.ts'
import type { Edit, TypedFinding } from './findings.ts'
import { type Misfit, misfitOf } from './misfits.ts'
import { slipIn, strangers } from './slips.ts'

/** Checks every answer that a handler gives. */
export function handlerFindings(
  node: ts.SignatureDeclaration,
  answering: Answering,
  checker: ts.TypeChecker,
): readonly TypedFinding[] {
  if (isGenerator(node)) return []
  return returnsOf(node).flatMap((expression) =>
    ts.isReturnStatement(expression)
      ? nothing(expression, node, answering)
      : valueFindings(expression, answering, checker, isAsync(node) ? 'async' : 'sync', node),
  )
}

/** Checks a value that is given as an answer: returned, or printed. */
export function valueFindings(
  expression: ts.Expression,
  answering: Answering,
  checker: ts.TypeChecker,
  how: 'async' | 'sync' | 'printed',
  handler?: ts.SignatureDeclaration,
): readonly TypedFinding[] {
  return leavesOf(expression).flatMap((leaf) => {
    const own = checker.getTypeAtLocation(leaf)
    const type = how === 'printed' ? own : (checker.getAwaitedType(own) ?? own)
    const misfits = shapesOf(answering).map((shape) => misfitOf(type, shape, checker))
    if (misfits.length === 0) return []
    const [misfit] = misfits
    if (misfit === undefined || misfits.includes(undefined)) return strangers(leaf, answering, checker)
    if (misfit.kind === 'nothing') return handler === undefined ? [] : nothing(leaf, handler, answering)
    return [toldOf(misfit, leaf, answering, handler)]
  })
}

/** The finding for a handler that can end without an answer. */
export function endFinding(node: ts.SignatureDeclaration, answering: Answering): readonly TypedFinding[] {
  return nothing(undefined, node, answering)
}

function nothing(
  node: ts.Node | undefined,
  handler: ts.SignatureDeclaration,
  answering: Answering,
): readonly TypedFinding[] {
  const records = answering.events.flatMap((event) => answering.dialect.events[event] ?? [])
  if (records.length === 0 || records.some(({ empty }) => empty !== 'invalid')) return []
  if (shapesOf(answering).length === 0) return []
  const isBack = passesOn(answering)
  const wanted = isBack ? 'the payload back' : expectedOf(answering)
  const name = handler.parameters[0]?.name
  const value = isBack ? (name !== undefined && ts.isIdentifier(name) ? name.text : undefined) : undefined
  const where = node === undefined ? 'this handler can end without returning' : 'nothing is returned here'
  const end =
    'body' in handler && handler.body !== undefined && ts.isBlock(handler.body as ts.Node)
      ? (handler.body as ts.Block)
      : undefined
  const edit =
    value === undefined
      ? undefined
      : node !== undefined && ts.isReturnStatement(node)
        ? { node, text: `return ${value}` }
        : node === undefined && end !== undefined
          ? atTheEnd(end, `return ${value}`)
          : undefined
  return [
    {
      code: 'result.missing',
      message: `${nameOf(answering)} wants ${wanted}, and ${where}: the answer counts as invalid and changes nothing.`,
      fix: value === undefined ? `Return ${isBack ? 'the payload' : wanted}.` : `Write "return ${value}".`,
      ...defined({ node }),
      ...(edit === undefined ? {} : { repair: { title: `Return ${value}`, edit } }),
    },
  ]
}

// A line of its own where the closing brace has one, as far in as the statement before it; else behind a semicolon.
function atTheEnd(block: ts.Block, text: string): Edit {
  const file = block.getSourceFile()
  const brace = block.getLastToken(file) ?? block
  const at = brace.getStart(file)
  const [indent] = /(?<=\n)[ \t]*$/.exec(file.text.slice(0, at)) ?? []
  const last = block.statements.at(-1)
  if (indent === undefined) {
    const isOpen = last !== undefined && !/[;}]\s*$/.test(file.text.slice(0, at))
    const gap = /\s$/.test(file.text.slice(0, at)) ? '' : ' '
    return { node: brace, text: `${isOpen ? '; ' : gap}${text} `, before: true }
  }
  const [inner] = /(?<=\n)[ \t]*$/.exec(file.text.slice(0, last?.getStart(file) ?? 0)) ?? []
  const step = inner?.startsWith(indent) === true ? inner.slice(indent.length) : '  '
  const eol = file.text[at - indent.length - 2] === '\r' ? '\r\n' : '\n'
  return { node: brace, text: `${step}${text}${eol}${indent}`, before: true }
}

function toldOf(
  misfit: Exclude<Misfit, { kind: 'nothing' }>,
  leaf: ts.Expression,
  answering: Answering,
  handler: ts.SignatureDeclaration | undefined,
): TypedFinding {
  const name = handler?.parameters[0]?.name
  const isBack = passesOn(answering)
  const payload = isBack && name !== undefined && ts.isIdentifier(name) ? name.text : undefined
  const event = nameOf(answering)
  switch (misfit.kind) {
    case 'null':
      return {
        code: 'result.null',
        message: isBack
          ? `${event} cannot be cancelled: null counts as an invalid answer and changes nothing.`
          : `null is no answer to ${event}: it counts as invalid and changes nothing.`,
        fix:
          payload !== undefined
            ? `Return ${payload} to go on.`
            : isBack
              ? 'Return the payload to go on.'
              : `Return ${expectedOf(answering)}.`,
        node: leaf,
        ...(payload === undefined || leaf.kind !== ts.SyntaxKind.NullKeyword
          ? {}
          : { repair: { title: `Return ${payload}`, edit: { node: leaf, text: payload } } }),
      }
    case 'lacks': {
      const slip = slipIn(leaf, misfit)
      if (slip !== undefined) return slip
      return {
        code: 'result.type',
        message: `The answer to ${event} lacks ${misfit.fields.map((one) => [...misfit.at, one].join('.')).join(', ')}, so it counts as invalid.`,
        fix:
          payload === undefined
            ? 'Add what is missing.'
            : `Return { ...${payload}, … } to keep the other fields.`,
        node: nodeAt(leaf, misfit.at),
      }
    }
    case 'type':
      return {
        code: 'result.type',
        message:
          misfit.at.length === 0
            ? `The answer to ${event} is ${misfit.found}, so it counts as invalid; expected ${misfit.expected}.`
            : `${misfit.at.join('.')} in the answer to ${event} is ${misfit.found}, so the answer counts as invalid; expected ${misfit.expected}.`,
        node: nodeAt(leaf, misfit.at),
      }
  }
}

// The node of a field in an object literal, as deep as it is literal.
function nodeAt(leaf: ts.Expression, path: readonly string[]): ts.Node {
  let at: ts.Node = leaf
  let value: ts.Node = leaf
  for (const key of path) {
    if (!ts.isObjectLiteralExpression(value)) return at
    const property = value.properties.find(({ name }) => name?.getText() === key)
    if (property === undefined) return at
    at = property.name ?? property
    value = ts.isPropertyAssignment(property) ? property.initializer : property
  }
  return at
}

/** What a function returns: the expressions, and the `return` statements that have none. */
function returnsOf(node: ts.SignatureDeclaration): readonly (ts.Expression | ts.ReturnStatement)[] {
  const body = 'body' in node ? (node.body as ts.ConciseBody | undefined) : undefined
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  const found: (ts.Expression | ts.ReturnStatement)[] = []
  const visit = (at: ts.Node): void => {
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return
    if (ts.isReturnStatement(at)) found.push(at.expression ?? at)
    else ts.forEachChild(at, visit)
  }
  ts.forEachChild(body, visit)
  return found
}

// Both sides of a choice are answers of their own.
function leavesOf(expression: ts.Expression): readonly ts.Expression[] {
  if (ts.isParenthesizedExpression(expression) || ts.isSatisfiesExpression(expression))
    return leavesOf(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [...leavesOf(expression.whenTrue), ...leavesOf(expression.whenFalse)]
  return [expression]
}

function isGenerator(node: ts.SignatureDeclaration): boolean {
  return 'asteriskToken' in node && node.asteriskToken !== undefined
}
