// What a condition says: `[ … ]`, `[[ … ]]`, `(( … ))`, `test …`. Known texts decide it; a comparison with a field
// of the payload is a spot, and an event's name narrows what follows.

import { child, named, type SyntaxNode } from '../../treeSitter.ts'
import { type Context, either, type Walk } from './context.ts'
import { type Both, forgetSet, fork, join, type State, setByArithmetic } from './state.ts'
import { HOLE, made, only, type PayloadData, plain, type ShellValue } from './value.ts'
import { evaluate } from './words.ts'

/** `[ … ]`, `[[ … ]]` with its patterns, `(( … ))` with its numbers. */
type Brackets = '[' | '[[' | '(('

/** Walks a condition; both ways where it is not known. */
function condition(
  node: SyntaxNode | undefined,
  walk: Walk,
  state: State,
  context: Context,
  brackets: Brackets,
): Both {
  if (node === undefined || context.depth > 150) return either(state)
  const inner = { ...context, depth: context.depth + 1 }
  const value = (one: SyntaxNode | undefined): ShellValue =>
    brackets === '((' && one?.type === 'variable_name'
      ? (state.vars.get(one.text) ?? HOLE)
      : evaluate(one, walk, state, inner)
  if (node.type === 'parenthesized_expression') return condition(named(node)[0], walk, state, inner, brackets)
  if (node.type === 'negation_expression') return not(condition(named(node)[0], walk, state, inner, brackets))
  if (node.type === 'unary_expression') {
    const operator = child(node, 'operator')?.text ?? node.children[0]?.text ?? ''
    const operand = named(node).find(({ field, type }) => field !== 'operator' && type !== 'test_operator')
    if (operator === '!') return not(condition(operand, walk, state, inner, brackets))
    return presence(operator, value(operand), walk, state)
  }
  if (node.type !== 'binary_expression' && brackets === '((') return numbers('!=', value(node), ZERO, state)
  if (node.type !== 'binary_expression') return presence('-n', value(node), walk, state)
  const operator =
    child(node, 'operator')?.text ?? node.children.find(({ named: isNamed }) => !isNamed)?.text ?? ''
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (/^(&&|-a|\|\||-o)$/.test(operator)) {
    const one = condition(left, walk, state, inner, brackets)
    const isAnd = operator === '&&' || operator === '-a'
    const going = isAnd ? one.yes : one.no
    if (going === undefined) return one
    const rest = going === (isAnd ? one.no : one.yes) ? fork(going) : going
    const two = condition(right, walk, rest, inner, brackets)
    return isAnd
      ? { yes: two.yes, no: join(one.no, copied(two.no, one.no), walk.differ) }
      : { yes: join(one.yes, copied(two.yes, one.yes), walk.differ), no: two.no }
  }
  // The grammar reads `$1 = hook && $2` as `$1 = (hook && $2)`.
  const nested = right?.type === 'binary_expression' ? child(right, 'operator')?.text : undefined
  if (right !== undefined && nested !== undefined && /^(&&|\|\|)$/.test(nested)) {
    const [middle, last] = [child(right, 'left'), child(right, 'right')]
    const one = compare(operator, left, middle, walk, state, value, brackets)
    const going = nested === '&&' ? one.yes : one.no
    if (going === undefined) return one
    const two = condition(last, walk, fork(going), inner, brackets)
    return nested === '&&'
      ? { yes: two.yes, no: join(one.no, copied(two.no, one.no), walk.differ) }
      : { yes: join(one.yes, copied(two.yes, one.yes), walk.differ), no: two.no }
  }
  return compare(operator, left, right, walk, state, value, brackets)
}

/** A test in brackets. */
export function bracketed(node: SyntaxNode, walk: Walk, state: State, context: Context): Both {
  const brackets = /^(\[\[|\(\(|\[)/.exec(node.text)?.[0] as Brackets | undefined
  const inner = named(node)
  const [only, ...more] = inner
  const sets = brackets === '((' && setByArithmetic(node.text).length > 0
  if (brackets !== undefined && only !== undefined && more.length === 0 && !sets)
    return condition(only, walk, state, context, brackets)
  for (const one of inner) evaluate(one, walk, state, context)
  if (sets) forgetSet(state, node.text)
  return either(state)
}

/** The condition that the arguments of `test` or `[` make. */
export function testWords(words: readonly SyntaxNode[], walk: Walk, state: State, context: Context): Both {
  const [first, second, third] = words
  const value = (one: SyntaxNode | undefined): ShellValue => evaluate(one, walk, state, context)
  if (first?.text === '!' && words.length > 1) return not(testWords(words.slice(1), walk, state, context))
  if (words.length === 1) return presence('-n', value(first), walk, state)
  if (words.length === 2 && first !== undefined) return presence(first.text, value(second), walk, state)
  if (words.length === 3 && second !== undefined)
    return compare(second.text, first, third, walk, state, value, '[')
  for (const one of words) value(one)
  return either(state)
}

/** The other way round. */
export function not({ yes, no }: Both): Both {
  return { yes: no, no: yes }
}

/** A state that may be changed without the other way noticing. */
function copied(state: State | undefined, other: State | undefined): State | undefined {
  return state === undefined || state !== other ? state : fork(state)
}

function decided(state: State, holds: boolean): Both {
  return holds ? { yes: state } : { no: state }
}

function presence(operator: string, value: ShellValue, walk: Walk, state: State): Both {
  if (operator !== '-n' && operator !== '-z') return either(state)
  const text = plain(value)
  if (text !== undefined) return decided(state, (text !== '') === (operator === '-n'))
  const part = only(value)
  const both = missing(part?.kind === 'data' ? part.reads : [NOWHERE], walk, state)
  return operator === '-z' ? both : not(both)
}

// On the way where a field turned out empty, others may be tried for it.
function missing(reads: readonly number[], walk: Walk, state: State): Both {
  walk.spots.guarded(reads)
  const yes = fork(state)
  yes.fallback = [...yes.fallback, ...reads]
  return { yes, no: state }
}

const ZERO: ShellValue = [made('0')]

/** Stands for reads that nobody knows. */
const NOWHERE = -1

function compare(
  operator: string,
  left: SyntaxNode | undefined,
  right: SyntaxNode | undefined,
  walk: Walk,
  state: State,
  value: (node: SyntaxNode | undefined) => ShellValue,
  brackets: Brackets,
): Both {
  const [one, two] = [value(left), value(right)]
  if (brackets === '((') return numbers(operator, one, two, state)
  if (!/^(=|==|!=|=~|-eq|-ne|-gt|-ge|-lt|-le)$/.test(operator)) return either(state)
  const [first, second] = [plain(one), plain(two)]
  if (operator === '=~' && /^(string|raw_string)$/.test(right?.type ?? '')) return either(state)
  const isPattern =
    brackets === '[[' && operator !== '=~' && right?.type !== 'string' && /[*?[(|]/.test(second ?? '')
  if (first !== undefined && second !== undefined) {
    const holds = isPattern ? matches(first, second) : decide(operator, first, second)
    if (holds === undefined) return either(state)
    return decided(state, isPattern && operator === '!=' ? !holds : holds)
  }
  if (!/^(=|==|!=)$/.test(operator) || isPattern) return either(state)
  const [data, literal] = only(one)?.kind === 'data' ? [only(one), two] : [only(two), one]
  const both = data?.kind === 'data' ? comparedWith(data, literal, walk, state) : either(state)
  return operator === '!=' ? not(both) : both
}

/** A field is compared with a text: a spot, and where it names an event, all that is left. */
export function comparedWith(data: PayloadData, literal: ShellValue, walk: Walk, state: State): Both {
  const text = plain(literal)
  if (text === undefined) return either(state)
  if (text === '' || text === 'null') return missing(data.reads, walk, state)
  const range = rangeOf(literal)
  const spot = range !== undefined && {
    kind: 'value' as const,
    range,
    side: { of: 'payload' as const, events: data.events ?? state.events ?? walk.events },
    path: data.path,
    value: text,
    quote: quoteAt(walk.text, range.start),
    access: 'read' as const,
    // A number or a truth value comes out of jq as text, too; and a default may stand in for the field.
    sure: data.sure && data.exact && data.raw && !/^(true|false|-?\d.*)$/.test(text),
  }
  if (spot !== false) walk.spots.add(spot)
  const left = walk.narrow(data.events ?? state.events ?? walk.events, data.path, [text])
  if (left === undefined) return either(state)
  const yes = fork(state)
  yes.events = left.yes
  state.events = left.no ?? state.events
  return { yes, no: state }
}

function rangeOf(value: ShellValue): { readonly start: number; readonly end: number } | undefined {
  const [first, ...more] = value
  return first?.kind === 'text' && more.length === 0 && first.start >= 0
    ? { start: first.start, end: first.end }
    : undefined
}

function quoteAt(text: string, start: number): '"' | "'" | 'bare' {
  const before = text[start - 1]
  return before === '"' || before === "'" ? before : 'bare'
}

function decide(operator: string, one: string, two: string): boolean | undefined {
  if (operator === '=' || operator === '==') return one === two
  if (operator === '!=') return one !== two
  // Only expressions that mean the same here and in bash.
  if (operator === '=~')
    return /^\^?(?:[\w|-]+|\([\w|-]+\))\$?$/.test(two) ? new RegExp(two).test(one) : undefined
  return numeric(operator, one, two)
}

function numbers(operator: string, one: ShellValue, two: ShellValue, state: State): Both {
  const [left, right] = [plain(one), plain(two)]
  const holds = left === undefined || right === undefined ? undefined : numeric(operator, left, right)
  return holds === undefined ? either(state) : decided(state, holds)
}

function numeric(operator: string, one: string, two: string): boolean | undefined {
  const [left, right] = [Number(one), Number(two)]
  if (one.trim() === '' || two.trim() === '' || Number.isNaN(left) || Number.isNaN(right)) return undefined
  switch (operator) {
    case '-eq':
    case '==':
      return left === right
    case '-ne':
    case '!=':
      return left !== right
    case '-gt':
    case '>':
      return left > right
    case '-ge':
    case '>=':
      return left >= right
    case '-lt':
    case '<':
      return left < right
    case '-le':
    case '<=':
      return left <= right
    default:
      return undefined
  }
}

/** Whether a text fits a pattern; undefined for patterns of a rarer kind. */
export function matches(text: string, pattern: string): boolean | undefined {
  const plainer = pattern.replace(/\[!?[\w.-]+\]/g, '')
  if (/[[\]()\\|]/.test(plainer) || plainer.split('*').length > 4) return undefined
  const source = pattern.replace(/\*|\?|\[!?[\w.-]+\]|[.+^${}]/g, (part) => {
    if (part === '*') return '[^]*'
    if (part === '?') return '[^]'
    return part.startsWith('[') ? part.replace('[!', '[^') : `\\${part}`
  })
  try {
    return new RegExp(`^${source}$`).test(text)
  } catch {
    // A range that runs backwards: `[z-a]`.
    return undefined
  }
}
