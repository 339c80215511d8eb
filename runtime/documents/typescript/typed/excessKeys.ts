// Misspelled keys of an answer: a required field under a misspelled name, or a key unknown to the host that resembles a
// known one. Other keys are not reported.

import ts from 'typescript'
import { returnsPayload, shapesOf } from '../../../contract/expectedAnswers.ts'
import { suggest } from '../../../contract/suggest.ts'
import { fieldsOf } from '../../../contract/walk.ts'
import type { CheckedAnswers } from './checkedAnswers.ts'
import type { TypedFinding } from './findings.ts'

export type Key = ts.Identifier | ts.StringLiteral

/** The key of an object that is probably a misspelling of this field. */
export function misspeltKey(leaf: ts.Expression, field: string): Key | undefined {
  return ts.isObjectLiteralExpression(leaf)
    ? keysOf(leaf).find(({ text }) => suggest(text, [field]) !== undefined)
    : undefined
}

/** The finding for a key that an answer to these events does not have; `known` lists what could be written instead. */
export function unknownKey(node: Key, known: readonly string[], events: readonly string[]): TypedFinding {
  const shorthand = isShorthand(node) ? { shorthand: true as const } : {}
  return { kind: 'unknown', of: 'result', node, events, path: [node.text], known, ...shorthand }
}

/** True for `{ reason }`, where the key also names a variable. */
export function isShorthand(node: Key): boolean {
  return ts.isShorthandPropertyAssignment(node.parent)
}

export function isKey(name: ts.PropertyName): name is Key {
  return ts.isIdentifier(name) || ts.isStringLiteral(name)
}

/** Keys that the host ignores: misspelled ones, or all keys if an answer has no known one. */
export function excessKeys(leaf: ts.Expression, answering: CheckedAnswers): readonly TypedFinding[] {
  if (!ts.isObjectLiteralExpression(leaf)) return []
  const forms = shapesOf(answering).flatMap((shape) => fieldsOf(shape).map(({ name }) => name))
  const known = new Set(forms)
  const isBack = returnsPayload(answering)
  const { checker } = answering
  const written = checker.getPropertiesOfType(checker.getTypeAtLocation(leaf)).map(({ name }) => name)
  const spread = leaf.properties.some((one) => ts.isSpreadAssignment(one))
  const saysNothing =
    known.size > 0 && !spread && written.length > 0 && !written.some((name) => known.has(name))
  return keysOf(leaf).flatMap((node): readonly TypedFinding[] => {
    if (known.has(node.text)) return []
    const left = withoutKeys(known, leaf)
    const nearest = suggest(node.text, left)
    // A returned payload may have additional fields, some of them with similar names.
    if (
      isBack ? nearest === undefined || isLonger(node.text, nearest) : nearest === undefined && !saysNothing
    )
      return []
    return [unknownKey(node, left, answering.events)]
  })
}

// The fields that the object does not have yet.
function withoutKeys(known: Iterable<string>, object: ts.ObjectLiteralExpression): readonly string[] {
  const own = new Set(keysOf(object).map(({ text }) => text))
  return [...known].filter((name) => !own.has(name))
}

function keysOf({ properties }: ts.ObjectLiteralExpression): readonly Key[] {
  return properties.flatMap(({ name }) => (name !== undefined && isKey(name) ? [name] : []))
}

// `inputs` and `input`: one name continues the other.
function isLonger(one: string, two: string): boolean {
  return one.startsWith(two) || two.startsWith(one)
}
