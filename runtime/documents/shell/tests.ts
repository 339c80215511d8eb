// What a shell condition says: `[ … ]`, `[[ … ]]`, `test …`, `(( … ))`. True is exit status 0.

import { type Comparison, type Expr, known, UNKNOWN } from '../program/program.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { word } from './words.ts'

/** The condition inside `[ … ]`, `[[ … ]]` or `(( … ))`. */
export function testCommand(node: SyntaxNode): Expr {
  const [inner, ...more] = named(node)
  return inner === undefined || more.length > 0 ? UNKNOWN : condition(inner)
}

/** The condition that the arguments of `test` make. */
export function testWords(words: readonly SyntaxNode[]): Expr {
  const [first, second, third] = words
  if (first?.text === '!' && words.length > 1) return { kind: 'not', of: testWords(words.slice(1)) }
  if (words.length === 1) return isSet(word(first))
  if (words.length === 2 && first !== undefined) return unary(first.text, word(second))
  if (words.length === 3 && second !== undefined) return binary(second.text, word(first), word(third), false)
  return UNKNOWN
}

function condition(node: SyntaxNode): Expr {
  if (node.type === 'parenthesized_expression') return testCommand(node)
  if (node.type === 'negation_expression') return { kind: 'not', of: testCommand(node) }
  if (node.type === 'unary_expression') {
    const operator = child(node, 'operator')?.text ?? node.children[0]?.text ?? ''
    const operand = named(node).find(({ field, type }) => field !== 'operator' && type !== 'test_operator')
    if (operand === undefined) return UNKNOWN
    return operator === '!' ? { kind: 'not', of: condition(operand) } : unary(operator, word(operand))
  }
  if (node.type !== 'binary_expression') return isSet(word(node))
  const operator = child(node, 'operator')?.text ?? ''
  const left = child(node, 'left')
  const right = child(node, 'right')
  if (left === undefined || right === undefined) return UNKNOWN
  if (operator === '&&' || operator === '||') {
    return { kind: operator === '&&' ? 'and' : 'or', left: condition(left), right: condition(right) }
  }
  // The grammar reads `$1 = hook && $2` as `$1 = (hook && $2)`.
  const inner = child(right, 'operator')?.text
  if (right.type === 'binary_expression' && (inner === '&&' || inner === '||')) {
    const [middle, last] = [child(right, 'left'), child(right, 'right')]
    if (middle === undefined || last === undefined) return UNKNOWN
    return {
      kind: inner === '&&' ? 'and' : 'or',
      left: binary(operator, word(left), word(middle), true),
      right: condition(last),
    }
  }
  return binary(operator, word(left), word(right), true)
}

function isSet(of: Expr): Expr {
  return { kind: 'compare', by: '!=', left: of, right: known('') }
}

function unary(operator: string, of: Expr): Expr {
  if (operator === '-n') return isSet(of)
  return operator === '-z' ? { kind: 'not', of: isSet(of) } : UNKNOWN
}

const NUMERIC: Readonly<Record<string, Comparison>> = {
  '-eq': '==',
  '-ne': '!=',
  '-lt': '<',
  '-le': '<=',
  '-gt': '>',
  '-ge': '>=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

function binary(operator: string, left: Expr, right: Expr, patterns: boolean): Expr {
  const numeric = NUMERIC[operator]
  if (numeric !== undefined) return { kind: 'compare', by: numeric, left: number(left), right: number(right) }
  if (left.kind === 'length' && (operator === '=' || operator === '==')) {
    return { kind: 'compare', by: '==', left, right: number(right) }
  }
  // In `[[ … ]]` the right side is a pattern; in `[ … ]` a pattern would match file names.
  const by = patterns && right.kind === 'text' && /[*?[]/.test(right.text) ? 'glob' : '=='
  if (operator === '=' || operator === '==') return { kind: 'compare', by, left, right }
  if (operator === '!=') return { kind: 'not', of: { kind: 'compare', by, left, right } }
  const exact = operator === '=~' && right.kind === 'text' ? /^\^(\w+)\$$/.exec(right.text)?.[1] : undefined
  return exact === undefined ? UNKNOWN : { kind: 'compare', by: '==', left, right: known(exact) }
}

function number(of: Expr): Expr {
  return { kind: 'change', how: 'number', of }
}
