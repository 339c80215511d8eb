// Keys of what an executable prints, however it gets there: built in a function of the file, passed to one that prints,
// assigned step by step. Only a misspelling of one of the answer's keys is reported.

import ts from 'typescript'
import { type Answering, shapesOf } from '../../../contract/expectedAnswers.ts'
import { suggest } from '../../../contract/suggest.ts'
import { fieldsOf } from '../../../contract/walk.ts'
import { sidesOf, wraps } from '../syntax.ts'
import {
  type Declaration,
  declarationOf,
  functionOf,
  mentionsOf,
  type Names,
  namesOf,
  returnsOf,
} from './declared.ts'
import { isKey, type Key, unknownKey } from './excessKeys.ts'
import type { TypedFinding } from './findings.ts'

/** A finding for each misspelled key of these printed values. */
export function misspeltKeys(
  file: ts.SourceFile,
  printed: readonly ts.Expression[],
  answering: Answering,
): readonly TypedFinding[] {
  const known = new Set(shapesOf(answering).flatMap((shape) => fieldsOf(shape).map(({ name }) => name)))
  if (known.size === 0 || printed.length === 0 || file.end > LARGE) return []
  const names = namesOf(file)
  const reported = new Set<ts.Node>()
  return printed.flatMap((value) => {
    const keys = keysOf(value, names)
    return keys.flatMap((node): readonly TypedFinding[] => {
      const beside = siblingsOf(node) ?? keys
      const left = [...known].filter((name) => !beside.some(({ text }) => text === name))
      const nearest = known.has(node.text) || reported.has(node) ? undefined : suggest(node.text, left)
      // `reasoning` is a different word from `reason`, and not every object is an answer.
      if (nearest === undefined || node.text.startsWith(nearest) || nearest.startsWith(node.text)) return []
      reported.add(node)
      return [unknownKey(node, left, answering.events)]
    })
  })
}

// The keys of the same braces; undefined for a key that is assigned later.
function siblingsOf({ parent }: Key): readonly Key[] | undefined {
  return ts.isObjectLiteralExpression(parent.parent)
    ? parent.parent.properties.flatMap(({ name }) => (name !== undefined && isKey(name) ? [name] : []))
    : undefined
}

// Larger files are bundles; names in them are not followed.
const LARGE = 100_000

// The keys that a printed value may have.
function keysOf(printed: ts.Expression, names: Names): readonly Key[] {
  const found = new Set<Key>()
  const seen = new Set<ts.Node>()
  follow(printed)
  return [...found]

  function follow(node: ts.Expression): void {
    if (seen.has(node)) return
    seen.add(node)
    if (wraps(node)) follow(node.expression)
    for (const side of sidesOf(node)) follow(side)
    if (ts.isObjectLiteralExpression(node)) object(node)
    else if (ts.isIdentifier(node)) name(declarationOf(node))
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const code = functionOf(declarationOf(node.expression))
      if (code?.body !== undefined) for (const one of returnsOf(code.body)) follow(one)
    }
  }

  function object({ properties }: ts.ObjectLiteralExpression): void {
    for (const property of properties) {
      if (ts.isSpreadAssignment(property)) follow(property.expression)
      else if (property.name !== undefined && isKey(property.name)) found.add(property.name)
    }
  }

  function name(declaration: Declaration | undefined): void {
    if (declaration === undefined || seen.has(declaration)) return
    seen.add(declaration)
    if (ts.isParameter(declaration)) given(declaration)
    if (!ts.isVariableDeclaration(declaration)) return
    const values = mentionsOf(declaration, names).flatMap(({ parent }) => written(parent) ?? [])
    const all = declaration.initializer === undefined ? values : [declaration.initializer, ...values]
    // An object that is not built here may have any keys.
    if (!all.every(isBuilt)) return
    for (const value of all) follow(value)
    for (const mention of mentionsOf(declaration, names)) {
      const key = keyWritten(mention)
      if (key !== undefined) found.add(key)
    }
  }

  // `say({ … })`, where `say` prints its argument.
  function given(parameter: ts.ParameterDeclaration): void {
    const code = parameter.parent
    const at = code.parameters.indexOf(parameter)
    const declaration = ts.isFunctionDeclaration(code)
      ? code
      : ts.isVariableDeclaration(code.parent)
        ? code.parent
        : undefined
    if (declaration === undefined) return
    for (const mention of mentionsOf(declaration, names)) {
      const { parent } = mention
      const value =
        ts.isCallExpression(parent) && parent.expression === mention ? parent.arguments[at] : undefined
      if (value !== undefined && isBuilt(value)) follow(value)
    }
  }
}

function written(parent: ts.Node): ts.Expression | undefined {
  const assigns = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  return assigns && ts.isIdentifier(parent.left) ? parent.right : undefined
}

// `out.blocked = true`, `out['blocked'] = true`
function keyWritten(mention: ts.Identifier): Key | undefined {
  const { parent: access } = mention
  const { parent } = access
  if (!ts.isBinaryExpression(parent) || parent.left !== access) return undefined
  if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  if (ts.isPropertyAccessExpression(access) && access.expression === mention)
    return ts.isIdentifier(access.name) ? access.name : undefined
  if (!ts.isElementAccessExpression(access) || access.expression !== mention) return undefined
  return ts.isStringLiteral(access.argumentExpression) ? access.argumentExpression : undefined
}

// A literal, a choice between such values, or a call or name that leads to one; not a part of another value.
function isBuilt(node: ts.Expression): boolean {
  if (wraps(node)) return isBuilt(node.expression)
  if (ts.isConditionalExpression(node)) return isBuilt(node.whenTrue) && isBuilt(node.whenFalse)
  return (
    ts.isObjectLiteralExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isIdentifier(node) ||
    node.kind === ts.SyntaxKind.NullKeyword
  )
}
