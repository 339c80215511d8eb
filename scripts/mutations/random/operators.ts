// Finds every possible small slip in a text that a test should detect: an inverted comparison, a dropped negation, `&&`
// for `||`, an off-by-one, an early return.

import ts from 'typescript'

/** An edit that replaces the text between two offsets. */
export type Slip = {
  readonly operator: 'comparison' | 'negation' | 'logic' | 'off by one' | 'early return'
  readonly start: number
  readonly end: number
  readonly to: string
}

/** Every possible slip in a TypeScript text, in text order. */
export function slipsIn(text: string): readonly Slip[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.ESNext, true)
  const found: Slip[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    const slip = slipAt(node)
    if (slip !== undefined) found.push(slip)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function slipAt(node: ts.Node): Slip | undefined {
  const at = (operator: Slip['operator'], { pos, end }: ts.Node, to: string): Slip => ({
    operator,
    start: pos + (/^\s*/.exec(node.getSourceFile().text.slice(pos, end))?.[0].length ?? 0),
    end,
    to,
  })
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken
    const compared = COMPARISONS[sign.getText()]
    if (compared !== undefined) return at('comparison', sign, compared)
    const other = LOGIC[sign.getText()]
    return other === undefined ? undefined : at('logic', sign, other)
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return at('negation', node, node.operand.getText())
  if (ts.isNumericLiteral(node) && /^\d+$/.test(node.text) && !isName(node) && !isOrder(node))
    return at('off by one', node, `${Number(node.text) + 1}`)
  if (ts.isBlock(node) && isBody(node) && node.statements.length > 1) {
    const start = node.getStart() + 1
    return { operator: 'early return', start, end: start, to: ' return undefined as never;' }
  }
  return undefined
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

const LOGIC: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' }

function isName({ parent }: ts.NumericLiteral): boolean {
  return ts.isPropertyAssignment(parent) && ts.isNumericLiteral(parent.name)
}

// In a comparator such as `one < two ? -1 : 1`, only the sign matters.
function isOrder(node: ts.NumericLiteral): boolean {
  const number = ts.isPrefixUnaryExpression(node.parent) ? node.parent : node
  const { parent } = number
  return (
    ts.isConditionalExpression(parent) &&
    /^(?:-1 : 1|1 : -1)$/.test(`${parent.whenTrue.getText()} : ${parent.whenFalse.getText()}`)
  )
}

// An early return also counts in functions that return nothing.
function isBody({ parent }: ts.Block): boolean {
  return (
    (ts.isFunctionDeclaration(parent) || ts.isArrowFunction(parent) || ts.isMethodDeclaration(parent)) &&
    parent.asteriskToken === undefined
  )
}
