// Answers that are put together under a name, key by key, before they are printed: `out.decision = 'block'`. What holds
// where they are printed is told by the blocks that the keys are set in: those around the print were gone through, of
// the others one at a time. A name that goes anywhere else, or is given anything else, is passed over.

import ts from 'typescript'
import type { LiteralAnswer, LiteralValue } from '../../spots.ts'
import { skipWrappers } from '../syntax.ts'
import { declarationOf, mentionsOf, type Names } from './declared.ts'
import { isOnlyRead } from './printedAnswers.ts'

/** One key that is set. */
export type SetKey = {
  readonly path: readonly string[]
  /** Where the last of them is written. */
  readonly key: ts.Node
  readonly value: ts.Expression
}

export type Assembled = {
  /** Every key that is set after the object was made. */
  readonly keys: readonly SetKey[]
  /** What is printed on each way that is certain. */
  readonly ways: readonly LiteralAnswer[]
}

/** What was put together in a name that is printed; undefined where that is not certain, or nothing was. */
export function assembledIn(
  printed: ts.Expression,
  names: Names,
  literal: (node: ts.Expression) => LiteralValue,
): Assembled | undefined {
  const declaration = ts.isIdentifier(printed) ? declarationOf(printed) : undefined
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined
  const made = declaration.initializer && skipWrappers(declaration.initializer)
  const scope = functionAround(declaration)
  if (made === undefined || !ts.isObjectLiteralExpression(made) || functionAround(printed) !== scope)
    return undefined
  const start = literal(made)
  if (start === undefined || start === null || typeof start !== 'object' || Array.isArray(start))
    return undefined
  const keys: SetKey[] = []
  for (const mention of mentionsOf(declaration, names)) {
    if (mention === declaration.name) continue
    if (functionAround(mention) !== scope) return undefined
    const set = setAt(mention)
    if (set !== undefined) keys.push(set)
    else if (!isRead(mention)) return undefined
  }
  if (keys.length === 0) return undefined
  return { keys, ways: waysTo(printed, start as LiteralAnswer, keys, literal) }
}

// Gone through for certain, and the ways on which one more block was.
function waysTo(
  printed: ts.Expression,
  start: LiteralAnswer,
  keys: readonly SetKey[],
  literal: (node: ts.Expression) => LiteralValue,
): readonly LiteralAnswer[] {
  const around = new Set(ancestorsOf(printed))
  const before = keys.filter(({ key }) => key.pos < printed.pos)
  const blocks = [...new Set(before.map(blockOf))]
  const open = blocks.filter((block) => !around.has(block) && !leaves(block, around))
  const built = (own: readonly ts.Node[]): LiteralAnswer => {
    const copy = structuredClone(start) as Mutable
    for (const one of before) {
      const block = blockOf(one)
      if (around.has(block) || own.includes(block)) put(copy, one.path, literal(skipWrappers(one.value)))
    }
    return copy as LiteralAnswer
  }
  if (open.length === 0) return [built([])]
  // Two that do not rule each other out may both be gone through, and nobody knows which.
  const isApart = open.every((one) => open.every((two) => one === two || excludes(one, two)))
  return isApart ? open.map((block) => built([block])) : []
}

type Mutable = { [key: string]: LiteralValue | Mutable }

function put(object: Mutable, [first = '', ...rest]: readonly string[], value: LiteralValue): void {
  const inner = object[first]
  if (rest.length === 0) object[first] = value
  else if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    put(inner as Mutable, rest, value)
  else object[first] = undefined
}

// `out.a.b = …`, `out['a'] = …`, as a statement of its own.
function setAt(mention: ts.Identifier): SetKey | undefined {
  const path: string[] = []
  let key: ts.Node | undefined
  let at: ts.Node = mention
  for (;;) {
    const { parent } = at
    if (ts.isPropertyAccessExpression(parent) && parent.expression === at && ts.isIdentifier(parent.name))
      key = parent.name
    else if (
      ts.isElementAccessExpression(parent) &&
      parent.expression === at &&
      ts.isStringLiteralLike(parent.argumentExpression)
    )
      key = parent.argumentExpression
    else break
    path.push((key as ts.Identifier | ts.StringLiteral).text)
    at = parent
  }
  const { parent } = at
  if (key === undefined || !ts.isBinaryExpression(parent) || parent.left !== at) return undefined
  if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isExpressionStatement(parent.parent))
    return undefined
  return { path, key, value: parent.right }
}

// Printed, tested, or one of its fields looked at.
function isRead(mention: ts.Identifier): boolean {
  const { parent } = mention
  if (ts.isPropertyAccessExpression(parent) && parent.expression === mention) return isOnlyRead(parent)
  if (ts.isCallExpression(parent) && /^Object\.(?:keys|entries|values)$/.test(parent.expression.getText()))
    return true
  return isOnlyRead(mention)
}

function blockOf({ key }: SetKey): ts.Node {
  return statementOf(key).parent
}

function statementOf(node: ts.Node): ts.Node {
  let at = node
  while (!ts.isStatement(at)) at = at.parent
  return at
}

// Whoever goes in there does not come to the print.
function leaves(block: ts.Node, around: ReadonlySet<ts.Node>): boolean {
  for (let at = block; !around.has(at) && !ts.isSourceFile(at); at = at.parent) {
    const last = ts.isBlock(at) ? at.statements.at(-1) : undefined
    if (last === undefined) continue
    if (ts.isReturnStatement(last) || ts.isThrowStatement(last)) return true
    if (ts.isExpressionStatement(last) && /\bexit\(/.test(last.getText())) return true
  }
  return false
}

// Two arms of one `if` or `switch`.
function excludes(one: ts.Node, two: ts.Node): boolean {
  const above = ancestorsOf(two)
  let arm = one
  for (let at = one.parent; ; arm = at, at = at.parent) {
    const index = above.indexOf(at)
    if (index > 0) return (ts.isIfStatement(at) || ts.isCaseBlock(at)) && above[index - 1] !== arm
    if (index === 0 || ts.isSourceFile(at)) return false
  }
}

function ancestorsOf(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = []
  for (let at = node; ; at = at.parent) {
    found.push(at)
    if (ts.isSourceFile(at)) return found
  }
}

function functionAround(node: ts.Node): ts.Node {
  let at = node.parent
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent
  return at
}
