// The answers that a called script prints as object literals, as far as they are written out, for whoever asks what the
// hosts make of them.

import ts from 'typescript'
import type { Range } from '../../../contract/problems.ts'
import type { LiteralAnswer, LiteralValue, Spot } from '../../spots.ts'
import { skipWrappers } from '../syntax.ts'
import { assembledIn, type SetKey } from './assembledAnswers.ts'
import { type CheckContext, eventsAround } from './checkContext.ts'
import { isCliOnly } from './cliOnlyBranches.ts'
import { namesOf } from './declared.ts'
import { quoteOf } from './fieldSpots.ts'
import { printedIn } from './printed.ts'
import { literalsBehind } from './printedAnswers.ts'

/** Every literal that is printed. */
export function literalAnswers(context: CheckContext): readonly (Spot & { readonly kind: 'answer' })[] {
  const { file, input } = context
  if (input.called === undefined) return []
  const names = namesOf(file)
  const printed = printedIn(file).filter(({ node }) => !isCliOnly(node))
  const values = printed.flatMap(({ value }) => [value, ...literalsBehind(value, names)])
  const assembled = printed.flatMap(({ node }) => {
    const { keys = [], ways = [] } = assembledIn(node, names, literalValue) ?? {}
    const ranges = keys.map(({ key, value }) => ({
      start: context.rangeOf(key).start,
      end: context.rangeOf(value).end,
    }))
    const keysAt = {
      start: Math.min(...ranges.map(({ start }) => start)),
      end: Math.max(...ranges.map(({ end }) => end)),
    }
    return ways.map((value) => ({ ...answerOf(node, value, context), keysAt }))
  })
  const written = [...new Set(values)].flatMap((node) => {
    const value = ts.isObjectLiteralExpression(node) ? literalOf(node) : undefined
    return value === undefined ? [] : [answerOf(node, value, context)]
  })
  return [...written, ...assembled]
}

function answerOf(
  node: ts.Expression,
  value: LiteralAnswer,
  context: CheckContext,
): Spot & { readonly kind: 'answer' } {
  const keys = Object.keys(value)
  const events = eventsAround(node, context)
  return { kind: 'answer', range: context.rangeOf(node), events, keys, more: false, value }
}

/** The keys that are set later, with their values, as spots of the answer that they end up in. */
export function assembledSpots(
  context: CheckContext,
): readonly (Spot & { readonly kind: 'field' | 'value' })[] {
  const { file, input } = context
  if (input.called === undefined) return []
  const names = namesOf(file)
  const keys = printedIn(file).flatMap(({ node }) => assembledIn(node, names, literalValue)?.keys ?? [])
  const printed = new Set(printedIn(file).flatMap(({ value }) => [value, ...literalsBehind(value, names)]))
  return [
    ...keys.flatMap((one) => setSpots(one, context)),
    ...[...printed].flatMap((node) => chosenSpots(node, [], context)),
  ]
}

// What `a ? b : c` gives a key that is written in the answer itself; the types see no more in it than a text.
function chosenSpots(
  node: ts.Expression,
  path: readonly string[],
  context: CheckContext,
): readonly (Spot & { readonly kind: 'value' })[] {
  if (!ts.isObjectLiteralExpression(node)) return []
  return node.properties.flatMap((one) => {
    if (!ts.isPropertyAssignment(one) || !(ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)))
      return []
    const at = [...path, one.name.text]
    const given = skipWrappers(one.initializer)
    const side = { of: 'result', events: eventsAround(node, context) } as const
    if (ts.isConditionalExpression(given)) return givenSpots(given, { side, path: at }, context)
    return chosenSpots(given, at, context)
  })
}

function setSpots(
  { path, key, value }: SetKey,
  context: CheckContext,
): readonly (Spot & { readonly kind: 'field' | 'value' })[] {
  const side = { of: 'result', events: eventsAround(key, context) } as const
  const about = { side, path, access: 'write', sure: true } as const
  const isText = ts.isStringLiteralLike(key)
  const range = within(key, context)
  const field = { kind: 'field', range, ...about, quote: isText ? quoteOf(key) : 'bare' } as const
  const given = skipWrappers(value)
  if (ts.isObjectLiteralExpression(given))
    return [
      field,
      ...given.properties.flatMap((one) =>
        ts.isPropertyAssignment(one) && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name))
          ? setSpots({ path: [...path, one.name.text], key: one.name, value: one.initializer }, context)
          : [],
      ),
    ]
  return [field, ...givenSpots(given, { side, path }, context)]
}

// The values that are written out.
function givenSpots(
  given: ts.Expression,
  about: Pick<Spot & { readonly kind: 'value' }, 'side' | 'path'>,
  context: CheckContext,
): readonly (Spot & { readonly kind: 'value' })[] {
  const choices = choicesOf(given)
  const chosen = choices.length > 1 ? ({ chosen: true } as const) : {}
  return choices.flatMap((one) => {
    const value = literalValue(one)
    if (value === undefined || (typeof value === 'object' && value !== null)) return []
    const quote = ts.isStringLiteralLike(one) ? quoteOf(one) : 'bare'
    const range = context.rangeOf(one)
    return [{ kind: 'value', range, ...about, ...chosen, access: 'write', sure: true, value, quote } as const]
  })
}

/** What `a ? b : c` may give. */
function choicesOf(node: ts.Expression): readonly ts.Expression[] {
  const bare = skipWrappers(node)
  return ts.isConditionalExpression(bare)
    ? [...choicesOf(bare.whenTrue), ...choicesOf(bare.whenFalse)]
    : [bare]
}

function within(key: ts.Node, context: CheckContext): Range {
  const { start, end } = context.rangeOf(key)
  return ts.isStringLiteralLike(key) ? { start: start + 1, end: end - 1 } : { start, end }
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
