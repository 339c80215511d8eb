// Slips in the keys of an answer: a field that has to be there is there, misspelt; a key that the host does
// not know was likely meant to be one it knows. Other keys are the author's own business.

import ts from 'typescript'
import { calledOf, withoutTool } from '../../../contract/called.ts'
import { suggest } from '../../../contract/suggest.ts'
import { fieldsOf, isOpen, type WalkedShape } from '../../../contract/walk.ts'
import { answersNo, thereAre } from '../../../contract/words.ts'
import { type Answering, passesOn, shapesOf } from './answering.ts'
import type { TypedFinding } from './findings.ts'
import type { Misfit } from './misfits.ts'

/** What is missing is there, misspelt. */
export function slipIn(
  leaf: ts.Expression,
  { at, fields }: Misfit & { kind: 'lacks' },
): TypedFinding | undefined {
  const [field] = fields
  if (fields.length !== 1 || field === undefined || at.length > 0 || !ts.isObjectLiteralExpression(leaf))
    return undefined
  const written = leaf.properties.find(
    ({ name }) => name !== undefined && isKey(name) && suggest(name.text, [field]) !== undefined,
  )?.name
  if (written === undefined || !isKey(written)) return undefined
  return {
    code: 'result.type',
    message: `The answer lacks ${field}, so it counts as invalid. Did you mean "${field}" by "${written.text}"?`,
    fix: `Write "${field}".`,
    node: written,
    repair: rename(written, field),
  }
}

function isKey(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name)
}

/** Keys that the host passes over: misspelt, or all of an answer's. */
export function strangers(
  leaf: ts.Expression,
  answering: Answering,
  checker: ts.TypeChecker,
): readonly TypedFinding[] {
  if (!ts.isObjectLiteralExpression(leaf)) return []
  const called = calledOf(answering.dialect)
  if (called !== undefined) return unknownKeys(leaf, shapesOf(answering), answering, [])
  const forms = shapesOf(answering).flatMap((shape) => fieldsOf(shape).map(({ name }) => name))
  const known = new Set(forms)
  const isBack = passesOn(answering)
  const written = checker.getPropertiesOfType(checker.getTypeAtLocation(leaf)).map(({ name }) => name)
  const spread = leaf.properties.some((one) => ts.isSpreadAssignment(one))
  const saysNothing =
    known.size > 0 && !spread && written.length > 0 && !written.some((name) => known.has(name))
  return leaf.properties.flatMap((property): readonly TypedFinding[] => {
    const node = property.name
    if (node === undefined || !(ts.isIdentifier(node) || ts.isStringLiteral(node)) || known.has(node.text))
      return []
    const meant = suggest(
      node.text,
      [...known].filter((name) => !ownKeys(leaf).includes(name)),
    )
    // What a payload is handed back with may have more fields, and then also some of like names.
    if (isBack ? meant === undefined || isLonger(node.text, meant) : meant === undefined && !saysNothing)
      return []
    return [
      {
        code: 'result.unknown',
        message: answersNo(answering.events, node.text),
        fix: meant === undefined ? thereAre([...known]) : `Write "${meant}".`,
        node,
        ...(meant === undefined ? {} : { repair: rename(node, meant) }),
      },
    ]
  })
}

// What a host reads of a called script's answer is all written in its contract.
function unknownKeys(
  object: ts.ObjectLiteralExpression,
  shapes: readonly WalkedShape[],
  answering: Answering,
  path: readonly string[],
): readonly TypedFinding[] {
  if (shapes.length === 0 || shapes.some(isOpen)) return []
  const fields = shapes.flatMap(fieldsOf)
  const known = [...new Set(fields.map(({ name }) => name))]
  if (known.length === 0) return []
  return object.properties.flatMap((property): readonly TypedFinding[] => {
    const node = property.name
    if (node === undefined || !isKey(node)) return []
    const inner = fields.filter(({ name }) => name === node.text).map(({ shape }) => shape)
    if (inner.length > 0)
      return ts.isPropertyAssignment(property) && ts.isObjectLiteralExpression(property.initializer)
        ? unknownKeys(property.initializer, inner, answering, [...path, node.text])
        : []
    const meant = suggest(
      node.text,
      known.filter((name) => !ownKeys(object).includes(name)),
    )
    const events = [...new Set(answering.events.map(withoutTool))]
    return [
      {
        code: 'result.unknown',
        message: answersNo(events, [...path, node.text].join('.')),
        fix: meant === undefined ? thereAre(known) : `Write "${meant}".`,
        node,
        ...(meant === undefined ? {} : { repair: rename(node, meant) }),
      },
    ]
  })
}

function rename(node: ts.Identifier | ts.StringLiteral, to: string): TypedFinding['repair'] & object {
  const title = `Change to "${to}"`
  if (ts.isStringLiteral(node)) return { title, edit: { node, text: node.getText().replace(node.text, to) } }
  const text = ts.isShorthandPropertyAssignment(node.parent) ? `${to}: ${node.text}` : to
  return { title, edit: { node, text } }
}

function ownKeys(object: ts.ObjectLiteralExpression): readonly string[] {
  return object.properties.flatMap(({ name }) =>
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : [],
  )
}

// `inputs` beside `input`.
function isLonger(one: string, two: string): boolean {
  return one.startsWith(two) || two.startsWith(one)
}
