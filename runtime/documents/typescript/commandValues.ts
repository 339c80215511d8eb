// What an expression of a module may be where it starts a program: texts that are put together in any of the usual
// ways, lists of words, and names with all that they are bound to.

import ts from 'typescript'
import {
  type CommandValue,
  type CommandValues,
  DEEPEST_EXPRESSION,
  joined,
  listed,
  MOST_EXPRESSIONS,
  NOT_KNOWN,
  oneOf,
  openBindings,
  sum,
  textOf,
  UNKNOWN,
} from '../started/values.ts'
import { type CommandBinding, commandNames, type ModuleNames } from './commandNames.ts'
import { isNothing, pathOf, sidesOf, skipWrappers } from './syntax.ts'

/** Follows the expressions of one module. `ofOwn` gives the values of those that mean more to its caller. */
export function commandValues(
  file: ts.SourceFile,
  ofOwn?: (node: ts.Expression, of: ExpressionValues) => CommandValues | undefined,
): ExpressionValues {
  let names: ModuleNames | undefined
  let steps = 0
  const follow = openBindings<CommandBinding>()
  return (node) => valuesOf(node, 0)

  function valuesOf(given: ts.Expression | undefined, depth: number): CommandValues {
    if (given === undefined || depth > DEEPEST_EXPRESSION || ++steps > MOST_EXPRESSIONS) return NOT_KNOWN
    const node = skipWrappers(given)
    const of = (inner: ts.Expression | undefined) => valuesOf(inner, depth + 1)
    if (ts.isStringLiteralLike(node)) return [node.text]
    const own = ofOwn?.(node, of)
    if (own !== undefined) return own
    if (node.kind === ts.SyntaxKind.NullKeyword || isNothing(node)) return []
    if (ts.isIdentifier(node)) return bound(node, depth)
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.flatMap(({ expression, literal }) => [of(expression), [literal.text]])
      return joined([[node.head.text], ...spans], '')
    }
    if (ts.isArrayLiteralExpression(node)) return ofList(node.elements, of)
    const sides = sidesOf(node)
    if (sides.length > 0) return oneOf(sides.map(of))
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken
      if (kind === ts.SyntaxKind.PlusToken) return sum(of(node.left), of(node.right))
      return kind === ts.SyntaxKind.AmpersandAmpersandToken ? of(node.right) : NOT_KNOWN
    }
    if (ts.isPropertyAccessExpression(node))
      return /^process\.(?:execPath|argv0)$/.test(pathOf(node)) ? ['node'] : NOT_KNOWN
    if (ts.isElementAccessExpression(node))
      return node.getText(file) === 'process.argv[0]' ? ['node'] : NOT_KNOWN
    return ts.isCallExpression(node) ? called(node, of) : NOT_KNOWN
  }

  function bound(node: ts.Identifier, depth: number): CommandValues {
    names ??= commandNames(file)
    return follow(names.bindingsOf(node), (binding) => ofBinding(binding, depth + 1))
  }

  function ofBinding(binding: CommandBinding, depth: number): CommandValues {
    switch (binding.kind) {
      case 'value':
        return valuesOf(binding.value, depth)
      case 'added':
        return binding.isText
          ? valuesOf(binding.values[0], depth)
          : ofList(binding.values, (one) => valuesOf(one, depth))
      case 'each':
        return each(binding.value, depth)
      case 'parameter':
        return ofParameter(binding, depth)
      case 'unknown':
        return NOT_KNOWN
    }
  }

  // `for (const tool of ['ruff', 'black'])`
  function each(given: ts.Expression, depth: number): CommandValues {
    const node = skipWrappers(given)
    if (ts.isArrayLiteralExpression(node) && !node.elements.some(ts.isSpreadElement))
      return oneOf(node.elements.map((one) => valuesOf(one, depth)))
    const [only, ...more] = ts.isIdentifier(node) ? (names?.bindingsOf(node) ?? []) : []
    return only?.kind === 'value' && more.length === 0 && depth < DEEPEST_EXPRESSION
      ? each(only.value, depth + 1)
      : NOT_KNOWN
  }

  // All that a function of this module is called with, where nothing else is done with it.
  function ofParameter(
    { of, at, rest }: Extract<CommandBinding, { kind: 'parameter' }>,
    depth: number,
  ): CommandValues {
    const calls = names?.callsOf(of)
    if (calls === undefined || calls.length === 0) return NOT_KNOWN
    return oneOf(
      calls.map(({ arguments: given }) => {
        if (rest) return ofList(given.slice(at), (one) => valuesOf(one, depth))
        if (given.slice(0, at + 1).some(ts.isSpreadElement)) return NOT_KNOWN
        // Without an argument it has its default.
        return given[at] === undefined ? [] : valuesOf(given[at], depth)
      }),
    )
  }
}

export type ExpressionValues = (node: ts.Expression | undefined) => CommandValues

function ofList(elements: readonly ts.Expression[], of: ExpressionValues): CommandValues {
  const isSpread = (at: number) => elements[at] !== undefined && ts.isSpreadElement(elements[at])
  return listed(
    elements.map((one) => of(ts.isSpreadElement(one) ? one.expression : one)),
    isSpread,
  )
}

function called(node: ts.CallExpression, of: ExpressionValues): CommandValues {
  const [first] = node.arguments
  const callee = skipWrappers(node.expression)
  if (ts.isIdentifier(callee)) return callee.text === 'String' ? of(first) : NOT_KNOWN
  if (!ts.isPropertyAccessExpression(callee)) return NOT_KNOWN
  const object = callee.expression
  switch (callee.name.text) {
    case 'join':
      return /^(?:path|posix|nodePath)$/.test(object.getText())
        ? joined(node.arguments.map(of), '/')
        : of(object).flatMap((one) =>
            (first === undefined ? [','] : of(first)).map((by) => joinedBy(one, by)),
          )
    case 'split':
      return of(object).flatMap((one) => of(first).map((by) => splitAt(one, by)))
    case 'concat':
      return [...node.arguments].reduce((all, one) => sum(all, asList(of(one))), of(object))
    case 'trim':
    case 'toString':
    case 'slice':
    case 'filter':
      return node.arguments.length === 0 || first?.getText() === 'Boolean' ? of(object) : NOT_KNOWN
    default:
      return NOT_KNOWN
  }
}

function asList(values: CommandValues): CommandValues {
  return values.map((one) => (typeof one === 'string' ? [one] : one))
}

function joinedBy(list: CommandValue, by: CommandValue): CommandValue {
  return typeof list === 'string' ? UNKNOWN : list.join(textOf(by))
}

function splitAt(text: CommandValue, by: CommandValue): CommandValue {
  return typeof text === 'string' && by !== '' ? text.split(textOf(by)) : UNKNOWN
}
