// The answers that a called script prints as object literals, as far as they are written out, for whoever asks what the
// hosts make of them. What is kept under a name and changed before it is printed is passed over.

import ts from 'typescript'
import type { LiteralAnswer, LiteralValue, Spot } from '../../spots.ts'
import { type CheckContext, eventsAround } from './checkContext.ts'
import { isCliOnly } from './cliOnlyBranches.ts'
import { namesOf } from './declared.ts'
import { printedIn } from './printed.ts'
import { literalsBehind } from './printedAnswers.ts'

/** Every literal that is printed. */
export function literalAnswers(context: CheckContext): readonly (Spot & { readonly kind: 'answer' })[] {
  const { file, input } = context
  if (input.called === undefined) return []
  const names = namesOf(file)
  const values = printedIn(file)
    .filter(({ node }) => !isCliOnly(node))
    .flatMap(({ value }) => [value, ...literalsBehind(value, names)])
  return [...new Set(values)].flatMap((node) => {
    const value = ts.isObjectLiteralExpression(node) ? literalOf(node) : undefined
    if (value === undefined) return []
    const keys = Object.keys(value)
    return [
      {
        kind: 'answer',
        range: context.rangeOf(node),
        events: eventsAround(node, context),
        keys,
        more: false,
        value,
      },
    ]
  })
}

// Undefined where it may have more keys than can be seen.
function literalOf(node: ts.ObjectLiteralExpression): LiteralAnswer | undefined {
  const entries: [string, LiteralValue][] = []
  for (const one of node.properties) {
    const { name } = one
    if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return undefined
    entries.push([name.text, ts.isPropertyAssignment(one) ? literalValue(one.initializer) : undefined])
  }
  return Object.fromEntries(entries)
}

function literalValue(node: ts.Expression): LiteralValue {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(literalValue)
  return ts.isObjectLiteralExpression(node) ? literalOf(node) : undefined
}
