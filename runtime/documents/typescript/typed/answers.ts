// What is wrong with what a handler answers: null where nothing can be cancelled, nothing where something is
// wanted, a value of another shape, a misspelt field.

import ts from 'typescript'
import type { Dialect } from '../../../contract/dialect.ts'
import { suggest } from '../../../contract/suggest.ts'
import { fieldsOf, isOpen, type Shape } from '../../../contract/walk.ts'
import { isAsync } from './annotate.ts'
import type { Finding } from './findings.ts'
import { type Misfit, misfitOf } from './misfits.ts'

export type Answering = { readonly dialect: Dialect; readonly events: readonly string[] }

/** Checks every answer that a handler gives. */
export function handlerFindings(
  node: ts.SignatureDeclaration,
  answering: Answering,
  checker: ts.TypeChecker,
): readonly Finding[] {
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
): readonly Finding[] {
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
export function endFinding(node: ts.SignatureDeclaration, answering: Answering): readonly Finding[] {
  return nothing(undefined, node, answering)
}

function nothing(
  node: ts.Node | undefined,
  handler: ts.SignatureDeclaration,
  answering: Answering,
): readonly Finding[] {
  const records = answering.events.flatMap((event) => answering.dialect.events[event] ?? [])
  if (records.length === 0 || records.some(({ empty }) => empty !== 'invalid')) return []
  if (shapesOf(answering).length === 0) return []
  const [record] = records
  const passesOn =
    record !== undefined && titleOf(record.result as Shape) === titleOf(record.payload as Shape)
  const wanted = passesOn ? 'the payload back' : `a ${titleOf(record?.result as Shape) ?? 'result'}`
  const name = handler.parameters[0]?.name
  const value = passesOn ? (name !== undefined && ts.isIdentifier(name) ? name.text : undefined) : undefined
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
          ? { node: end.getLastToken() ?? end, text: `return ${value}\n`, before: true as const }
          : undefined
  return [
    {
      code: 'result.missing',
      message: `${nameOf(answering)} wants ${wanted}, and ${where}: the answer counts as invalid and changes nothing.`,
      fix: value === undefined ? `Return ${passesOn ? 'the payload' : wanted}.` : `Write "return ${value}".`,
      ...(node === undefined ? {} : { node }),
      ...(edit === undefined ? {} : { repair: { title: `Return ${value}`, edit } }),
    },
  ]
}

function toldOf(
  misfit: Exclude<Misfit, { kind: 'nothing' }>,
  leaf: ts.Expression,
  answering: Answering,
  handler: ts.SignatureDeclaration | undefined,
): Finding {
  const name = handler?.parameters[0]?.name
  const payload = name !== undefined && ts.isIdentifier(name) ? name.text : undefined
  const event = nameOf(answering)
  switch (misfit.kind) {
    case 'null':
      return {
        code: 'result.null',
        message: `${event} cannot be cancelled: null counts as an invalid answer and changes nothing.`,
        fix: payload === undefined ? 'Return the payload to go on.' : `Return ${payload} to go on.`,
        node: leaf,
        ...(payload === undefined || leaf.kind !== ts.SyntaxKind.NullKeyword
          ? {}
          : { repair: { title: `Return ${payload}`, edit: { node: leaf, text: payload } } }),
      }
    case 'lacks':
      return {
        code: 'result.type',
        message: `The answer to ${event} lacks ${misfit.fields.map((one) => [...misfit.at, one].join('.')).join(', ')}, so it counts as invalid.`,
        fix:
          payload === undefined
            ? 'Add what is missing.'
            : `Return { ...${payload}, … } to keep the other fields.`,
        node: nodeAt(leaf, misfit.at),
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

// A field that is no field of the answer, where it is likely meant to be one: misspelt, or in an answer that
// has no field the host knows. Others are the author's own business.
function strangers(leaf: ts.Expression, answering: Answering, checker: ts.TypeChecker): readonly Finding[] {
  if (!ts.isObjectLiteralExpression(leaf)) return []
  const forms = shapesOf(answering).flatMap((shape) => fieldsOf(shape).map(({ name }) => name))
  const known = new Set(forms)
  const written = checker.getPropertiesOfType(checker.getTypeAtLocation(leaf)).map(({ name }) => name)
  const spread = leaf.properties.some((one) => ts.isSpreadAssignment(one))
  const saysNothing =
    known.size > 0 && !spread && written.length > 0 && !written.some((name) => known.has(name))
  return leaf.properties.flatMap((property): readonly Finding[] => {
    const node = property.name
    if (node === undefined || !(ts.isIdentifier(node) || ts.isStringLiteral(node)) || known.has(node.text))
      return []
    const meant = suggest(
      node.text,
      [...known].filter((name) => !ownKeys(leaf).includes(name)),
    )
    if (meant === undefined && !saysNothing) return []
    const what = `An answer to ${nameOf(answering)} has no field "${node.text}": it is passed over.`
    return [
      {
        code: 'result.unknown',
        message: meant === undefined ? what : `${what} Did you mean "${meant}"?`,
        fix: `Known are ${[...known].join(', ')}.`,
        node,
        ...(meant === undefined ? {} : { repair: rename(node, meant) }),
      },
    ]
  })
}

function rename(node: ts.Identifier | ts.StringLiteral, to: string): Finding['repair'] & object {
  const title = `Write "${to}"`
  if (ts.isStringLiteral(node)) return { title, edit: { node, text: node.getText().replace(node.text, to) } }
  const text = ts.isShorthandPropertyAssignment(node.parent) ? `${to}: ${node.text}` : to
  return { title, edit: { node, text } }
}

function ownKeys(object: ts.ObjectLiteralExpression): readonly string[] {
  return object.properties.flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  )
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

function shapesOf({ dialect, events }: Answering): readonly Shape[] {
  const shapes = events.flatMap((event) => dialect.events[event]?.result ?? []) as readonly Shape[]
  return shapes.some(isOpen) ? [] : shapes
}

function nameOf({ events }: Answering): string {
  return events.length > 3 ? 'the event' : events.join(' or ')
}

function titleOf(shape: Shape | undefined): string | undefined {
  return shape?.title ?? shape?.anyOf?.find(({ title }) => title !== undefined)?.title
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
