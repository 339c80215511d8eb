// Findings about a handler's answers: null where the event cannot be cancelled, no value where one is required, a value
// of the wrong shape, a misspelled field.

import ts from 'typescript'
import { defined } from '../../../contract/defined.ts'
import { returnsPayload, shapesOf } from '../../../contract/expectedAnswers.ts'
import { type TypeMismatch, typeMismatchOf } from './assignability.ts'
import type { CheckedAnswers } from './checkedAnswers.ts'
import { nodesOf } from './declared.ts'
import { excessKeys, isShorthand, misspeltKey } from './excessKeys.ts'
import type { Edit, TypedFinding } from './findings.ts'

/** Checks every answer of a handler. */
export function handlerFindings(answered: CheckedAnswers): readonly TypedFinding[] {
  const { handler } = answered
  if (handler === undefined || isGenerator(handler)) return []
  return returnsOf(handler).flatMap((expression) =>
    ts.isReturnStatement(expression) ? nothing(expression, answered) : valueFindings(expression, answered),
  )
}

/** Checks a value used as an answer, returned or printed. */
export function valueFindings(expression: ts.Expression, answered: CheckedAnswers): readonly TypedFinding[] {
  const { checker, handler } = answered
  return leavesOf(expression).flatMap((leaf) => {
    const own = checker.getTypeAtLocation(leaf)
    const type =
      handler === undefined || !mayBeThenable(own, checker) ? own : (checker.getAwaitedType(own) ?? own)
    const misfits = shapesOf(answered).map((shape) => typeMismatchOf(type, shape, checker))
    if (misfits.length === 0) return []
    const [misfit] = misfits
    if (misfit === undefined || misfits.includes(undefined)) return excessKeys(leaf, answered)
    if (misfit.kind === 'nothing') return nothing(leaf, answered)
    return [faultOf(misfit, leaf, answered)]
  })
}

// The compiler compares every type of a union several times to find what awaiting it gives, which is a third of the time
// that a keystroke takes.
function mayBeThenable(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isUnion()) return type.types.some((one) => mayBeThenable(one, checker))
  if ((type.flags & PLAIN) !== 0) return false
  return (type.flags & ts.TypeFlags.Object) === 0 || checker.getPropertyOfType(type, 'then') !== undefined
}

const PLAIN =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.VoidLike

/** The finding for a handler that can end without an answer. */
export function endFinding(answered: CheckedAnswers): readonly TypedFinding[] {
  return nothing(undefined, answered)
}

function nothing(node: ts.Node | undefined, answered: CheckedAnswers): readonly TypedFinding[] {
  const { handler, ...answering } = answered
  if (handler === undefined) return []
  const records = answering.events.flatMap((event) => answering.dialect.events[event] ?? [])
  if (records.length === 0 || records.some(({ empty }) => empty !== 'invalid')) return []
  if (shapesOf(answering).length === 0) return []
  const payload = payloadName(answered)
  const end =
    'body' in handler && handler.body !== undefined && ts.isBlock(handler.body as ts.Node)
      ? (handler.body as ts.Block)
      : undefined
  const edit =
    payload === undefined
      ? undefined
      : node !== undefined && ts.isReturnStatement(node)
        ? { node, text: `return ${payload}` }
        : node === undefined && end !== undefined
          ? atTheEnd(end, `return ${payload}`)
          : undefined
  const { events } = answering
  return [{ kind: 'missing', events, end: node === undefined, ...defined({ node, payload, edit }) }]
}

// The handler's name for the payload, if it must return the payload.
function payloadName(answered: CheckedAnswers): string | undefined {
  const name = answered.handler?.parameters[0]?.name
  return name !== undefined && ts.isIdentifier(name) && returnsPayload(answered) ? name.text : undefined
}

// A line of its own where the closing brace has one, indented like the statement before it; otherwise after a
// semicolon.
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

function faultOf(
  misfit: Exclude<TypeMismatch, { kind: 'nothing' }>,
  leaf: ts.Expression,
  answered: CheckedAnswers,
): TypedFinding {
  const payload = payloadName(answered)
  const about = { events: answered.events, ...defined({ payload }) }
  switch (misfit.kind) {
    case 'null': {
      const isWritten = leaf.kind === ts.SyntaxKind.NullKeyword
      const edit = payload !== undefined && isWritten ? { node: leaf, text: payload } : undefined
      return { ...about, kind: 'null', node: leaf, ...defined({ edit }) }
    }
    case 'lacks': {
      const { at: path, fields } = misfit
      const [field, ...others] = fields
      const key =
        field !== undefined && others.length === 0 && path.length === 0 ? misspeltKey(leaf, field) : undefined
      if (key === undefined) return { ...about, kind: 'lacks', path, fields, node: nodeAt(leaf, path) }
      const shorthand = isShorthand(key) ? { shorthand: true as const } : {}
      return { ...about, kind: 'lacks', path, fields, node: key, written: key.text, ...shorthand }
    }
    case 'type':
      return { ...about, kind: 'type', path: misfit.at, found: misfit.found, node: nodeAt(leaf, misfit.at) }
  }
}

// The node of a field in an object literal, as far down as it is literal.
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

/** What a function returns: the expressions, and `return` statements without one. */
function returnsOf(node: ts.SignatureDeclaration): readonly (ts.Expression | ts.ReturnStatement)[] {
  const body = 'body' in node ? (node.body as ts.ConciseBody | undefined) : undefined
  if (body === undefined) return []
  if (!ts.isBlock(body)) return [body]
  return nodesOf(body)
    .filter(ts.isReturnStatement)
    .map((at) => at.expression ?? at)
}

// Both sides of a conditional are separate answers.
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
