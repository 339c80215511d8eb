// Comparisons of a field with a value that it can never have, as spots; checks words them as for every language.

import ts from 'typescript'
import type { Spot } from '../../spots.ts'
import { nodesIn } from '../syntax.ts'
import { OTHER_TOOL } from './calledContract.ts'
import { type CheckContext, codeOf } from './checkContext.ts'
import { quoteOf, spotOf } from './fieldSpots.ts'
import { fieldAt } from './fields.ts'
import { isEquality, useAt } from './uses.ts'

type ImpossibleValue = { readonly node: ts.Node; readonly spot: Spot & { readonly kind: 'value' } }

/** A spot for each literal compared with a field that never has it. */
export function impossibleValues(context: CheckContext): readonly ImpossibleValue[] {
  const found: ImpossibleValue[] = []
  for (const node of codeOf(context).flatMap((code) => nodesIn(code))) {
    if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) {
      check(node.left, node.right)
      check(node.right, node.left)
    } else if (ts.isSwitchStatement(node)) {
      for (const clause of node.caseBlock.clauses)
        if (ts.isCaseClause(clause)) check(node.expression, clause.expression)
    }
  }
  return found

  function check(field: ts.Expression, literal: ts.Expression): void {
    if (!ts.isStringLiteralLike(literal)) return
    const values = valuesOfField(field, context)
    // A field that may have any value may still be a tool's name.
    if (values?.includes(literal.text) === true) return
    // The dialect's events are known, but not which of them this code may be called for.
    const { events } = context.dialect
    if (Object.hasOwn(events, literal.text) && values?.some((value) => Object.hasOwn(events, value)) === true)
      return
    const name = nameNode(field, context.checker)
    const spot = name && spotOf(context, name)
    if (spot === undefined || !context.copy.isAuthors(literal.getStart(context.file))) return
    const { side, path } = spot
    const range = context.rangeOf(literal)
    const about = { value: literal.text, quote: quoteOf(literal), access: 'read', sure: true } as const
    found.push({ node: literal, spot: { kind: 'value', range, side, path, ...about } })
  }
}

/**
 * The strings a field can have according to the contract; undefined where it can have others, or is not a contract
 * field.
 */
export function valuesOfField(
  field: ts.Expression,
  { checker }: CheckContext,
): readonly string[] | undefined {
  const name = nameNode(field, checker)
  const use = name && useAt(name)
  if (use === undefined) return undefined
  const known = fieldAt(use, checker)
  if (known.kind !== 'known') return undefined
  const values: string[] = []
  for (const symbol of known.symbols) {
    const type = checker.getTypeOfSymbol(symbol)
    for (const form of type.isUnion() ? type.types : [type]) {
      if (form.isStringLiteral()) values.push(form.value)
      else if ((form.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0) return undefined
    }
  }
  return values.length === 0 || values.includes(OTHER_TOOL) ? undefined : [...new Set(values)]
}

// The name of the field that an expression reads, followed through constants.
function nameNode(field: ts.Expression, checker: ts.TypeChecker, hops = 0): ts.Node | undefined {
  const inner = ts.isParenthesizedExpression(field) ? field.expression : field
  if (ts.isPropertyAccessExpression(inner)) return inner.name
  if (ts.isElementAccessExpression(inner)) return inner.argumentExpression
  if (!ts.isIdentifier(inner) || hops > 5) return undefined
  const declaration = checker.getSymbolAtLocation(inner)?.valueDeclaration
  if (declaration === undefined) return undefined
  const list = ts.findAncestor(declaration, (at) => ts.isVariableDeclarationList(at) || ts.isFunctionLike(at))
  const isConstant =
    list !== undefined && (!ts.isVariableDeclarationList(list) || (list.flags & ts.NodeFlags.Const) !== 0)
  if (!isConstant) return undefined
  if (ts.isBindingElement(declaration))
    return declaration.initializer === undefined ? (declaration.propertyName ?? declaration.name) : undefined
  return ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined
    ? nameNode(declaration.initializer, checker, hops + 1)
    : undefined
}
