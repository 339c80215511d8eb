// Translates what gives a name or a key its value: declarations, patterns, targets of assignments.

import ts from 'typescript'
import {
  attribute,
  call,
  dotted,
  made,
  reading,
  sign,
  statement,
  taken,
  unknown,
} from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { pathOf, skipWrappers } from '../syntax.ts'
import { expression, ofMember } from './expressions.ts'
import { exportedName } from './loadedNames.ts'
import { assignment, GLOBALS, type Module, own, placeOf, string } from './places.ts'

/** The target of an assignment: `answer.reason`, `answer['reason']`, a name. */
export function target(node: ts.Expression, module: Module): SyntaxNode {
  const at = placeOf(node)
  const exported = exportedName(node)
  if (exported !== undefined) return own(exported, at)
  if (ts.isPropertyAccessExpression(node) && node.expression.kind !== ts.SyntaxKind.ThisKeyword)
    return made('subscript', at, { value: expression(node.expression, module), subscript: string(node.name) })
  if (ts.isElementAccessExpression(node))
    return made('subscript', at, {
      value: expression(node.expression, module),
      subscript: expression(node.argumentExpression, module),
    })
  return ts.isIdentifier(node) ? own(node.text, at) : expression(node, module)
}

/** Translates a declaration of names with their values. */
export function declared(list: ts.VariableDeclarationList, module: Module): readonly SyntaxNode[] {
  return list.declarations.flatMap(({ name: to, initializer }) => {
    if (initializer === undefined) return []
    const value = skipWrappers(initializer)
    if (ts.isObjectBindingPattern(to) && pathOf(value) === 'process') return ownGlobals(to)
    const isFunction = ts.isArrowFunction(value) || ts.isFunctionExpression(value)
    if (isFunction && ts.isIdentifier(to)) {
      module.define(value, to.text)
      return []
    }
    return bound(to, ts.isIdentifier(to) ? expression(value, module) : ofMember(value, module), module)
  })
}

// `const { argv, exit } = process`
function ownGlobals({ elements }: ts.ObjectBindingPattern): readonly SyntaxNode[] {
  return elements.flatMap(({ name: to, propertyName }) => {
    const path = GLOBALS[`process.${(propertyName ?? to).getText()}`]
    const at = placeOf(to)
    return path === undefined || !ts.isIdentifier(to)
      ? []
      : [statement(assignment(own(to.text, at), dotted(path, at), at))]
  })
}

/** The name of a parameter or of what a loop gives; a pattern is taken apart from it. */
export function parameterFor(to: ts.BindingName): SyntaxNode {
  return own(ts.isIdentifier(to) ? to.text : `parameter at ${to.getStart()}`, placeOf(to))
}

// `const [, , mode = 'pre'] = process.argv`
function withDefault(item: SyntaxNode, initializer: ts.Expression | undefined): SyntaxNode {
  if (initializer === undefined || !ts.isStringLiteral(initializer)) return item
  const operator = sign('or', item)
  return made('boolean_operator', item, { left: item, operator, right: string(initializer) })
}

/** `const { tool_name: tool, tool_input: { command } } = payload` */
export function bound(to: ts.BindingName, value: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const at = placeOf(to)
  if (ts.isIdentifier(to)) return [statement(assignment(own(to.text, at), value, at))]
  const whole = own(`pattern at ${at.start}`, at)
  const parts = to.elements.flatMap((one, i): readonly SyntaxNode[] => {
    if (ts.isOmittedExpression(one)) return []
    const from = one.propertyName ?? one.name
    const place = placeOf(one)
    const subscript = reading(String(i), made('integer', place))
    if (one.dotDotDotToken !== undefined) {
      const rest = call(attribute(whole, '.slice', place), [subscript], place)
      return bound(one.name, ts.isArrayBindingPattern(to) ? rest : unknown(place), module)
    }
    if (ts.isArrayBindingPattern(to)) {
      const item = made('subscript', place, { value: whole, subscript })
      return bound(one.name, withDefault(item, one.initializer), module)
    }
    const isPlain = ts.isIdentifier(from) || ts.isStringLiteralLike(from)
    const key = isPlain ? string(from as ts.Identifier | ts.StringLiteral) : unknown(place)
    return bound(one.name, taken(whole, key, place), module)
  })
  return [statement(assignment(whole, value, at)), ...parts]
}
