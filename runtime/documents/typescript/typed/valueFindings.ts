// Comparisons of a field with a value that it never has.

import ts from 'typescript'
import { isMistakenFor } from '../../../contract/called.ts'
import { suggest } from '../../../contract/suggest.ts'
import { OTHER_TOOL } from './calledContract.ts'
import { saidOf } from './fields.ts'
import type { TypedFinding } from './findings.ts'
import { codeOf, type Scene } from './scene.ts'
import { isEquality, useAt } from './uses.ts'

/** A finding for each comparison that cannot hold. */
export function valuesFindings(scene: Scene): readonly TypedFinding[] {
  const found: TypedFinding[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) {
      check(node.left, node.right)
      check(node.right, node.left)
    } else if (ts.isSwitchStatement(node)) {
      for (const clause of node.caseBlock.clauses)
        if (ts.isCaseClause(clause)) check(node.expression, clause.expression)
    }
    ts.forEachChild(node, visit)
  }
  for (const code of codeOf(scene)) visit(code)
  return found

  function check(field: ts.Expression, literal: ts.Expression): void {
    if (!ts.isStringLiteralLike(literal)) return
    const values = valuesOfField(field, scene)
    if (values === undefined || values.includes(literal.text)) return
    // Which events there are is known, but which of them this code may be asked about is not.
    const { events } = scene.dialect
    if (Object.hasOwn(events, literal.text) && values.some((value) => Object.hasOwn(events, value))) return
    if (scene.input.called !== undefined && !isMistakenFor(literal.text, values)) return
    const name = nameOf(field)
    const meant = suggest(literal.text, values)
    const listed = values.map((value) => `"${value}"`).join(', ')
    const what = `${name} is never "${literal.text}" but ${values.length > 1 ? 'one of ' : ''}${listed}, so this comparison always comes out the same.`
    found.push({
      code: 'value.impossible',
      message: meant === undefined ? what : `${what} Did you mean "${meant}"?`,
      fix: `Compare with ${listed}.`,
      node: literal,
      ...(meant === undefined
        ? {}
        : {
            repair: {
              title: `Change to "${meant}"`,
              edit: { node: literal, text: literal.getText().replace(literal.text, meant) },
            },
          }),
    })
  }
}

/** The strings a field can have, by the contract; undefined where it can have others, or is no field. */
export function valuesOfField(field: ts.Expression, { checker }: Scene): readonly string[] | undefined {
  const name = nameNode(field, checker)
  const use = name && useAt(name)
  if (use === undefined) return undefined
  const said = saidOf(use, checker)
  if (said.kind !== 'known') return undefined
  const values: string[] = []
  for (const symbol of said.symbols) {
    const type = checker.getTypeOfSymbol(symbol)
    for (const form of type.isUnion() ? type.types : [type]) {
      if (form.isStringLiteral()) values.push(form.value)
      else if ((form.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0) return undefined
    }
  }
  return values.length === 0 || values.includes(OTHER_TOOL) ? undefined : [...new Set(values)]
}

// The name of the field that an expression reads, through constants that were set to it.
function nameNode(field: ts.Expression, checker?: ts.TypeChecker, hops = 0): ts.Node | undefined {
  const inner = ts.isParenthesizedExpression(field) ? field.expression : field
  if (ts.isPropertyAccessExpression(inner)) return inner.name
  if (ts.isElementAccessExpression(inner)) return inner.argumentExpression
  if (!ts.isIdentifier(inner) || checker === undefined || hops > 5) return undefined
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

function nameOf(field: ts.Expression): string {
  const name = nameNode(field)
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name))
    ? name.text
    : field.getText()
}
