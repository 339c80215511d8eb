// Translates Python expressions into the small language of ../program/program.ts.

import {
  type Expr,
  known,
  NOTHING,
  type ProgramComparison,
  type ProgramTarget,
  UNKNOWN,
  unknown,
  write,
} from '../program/program.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { contentOf, rangeOf, stringOf } from './literals.ts'

/** `sys.argv` of a script that is asked `hook`. */
export const ARGV: Expr = { kind: 'list', items: [UNKNOWN, known('hook')], paths: 1 }

/** The parameters of a function, with their default values. */
export function parameters(node: SyntaxNode | undefined): ProgramTarget {
  const items: (ProgramTarget | undefined)[] = []
  let rest: number | undefined
  for (const one of named(node)) {
    if (one.type === 'identifier') items.push({ kind: 'name', name: one.text })
    else if (one.type === 'typed_parameter') items.push(target(named(one)[0]))
    else if (one.type === 'default_parameter' || one.type === 'typed_default_parameter') {
      items.push({
        kind: 'name',
        name: child(one, 'name')?.text ?? '',
        otherwise: expression(child(one, 'value')),
      })
    } else if (one.type === 'list_splat_pattern') {
      rest = items.length
      items.push({ kind: 'name', name: named(one)[0]?.text ?? '' })
    }
  }
  return { kind: 'items', items, rest }
}

/** What an assignment or a loop sets. */
export function target(node: SyntaxNode | undefined): ProgramTarget {
  if (node?.type === 'identifier') return { kind: 'name', name: node.text }
  if (node === undefined || !/^(pattern_list|tuple_pattern|list_pattern)$/.test(node.type))
    return { kind: 'items', items: [] }
  const inner = named(node)
  const rest = inner.findIndex(({ type }) => type === 'list_splat_pattern')
  const items = inner.map((one) => target(one.type === 'list_splat_pattern' ? named(one)[0] : one))
  return { kind: 'items', items, rest: rest === -1 ? undefined : rest }
}

/** Sets a name. */
export function assign(name: string, value: Expr): Expr {
  return { kind: 'assign', target: { kind: 'name', name }, value, local: true }
}

/** The end of the program with a status; none is success. */
export function exit(status: SyntaxNode | undefined): Expr {
  return { kind: 'exit', status: status === undefined ? known(0) : expression(status) }
}

/** What an expression comes to. */
export function expression(node: SyntaxNode | undefined): Expr {
  if (node === undefined) return UNKNOWN
  const inner = named(node)
  const [first] = inner
  switch (node.type) {
    case 'string':
    case 'concatenated_string':
      return text(node)
    case 'integer':
      return /^\d+$/.test(node.text) ? known(Number(node.text)) : UNKNOWN
    case 'true':
      return known(true)
    case 'false':
      return known(false)
    case 'none':
      return NOTHING
    case 'identifier':
      return { kind: 'name', name: node.text }
    case 'parenthesized_expression':
    case 'await':
      return expression(first)
    case 'unary_operator':
      return node.text.startsWith('-') && /^\d+$/.test(first?.text ?? '')
        ? known(-Number(first?.text))
        : unknown(expression(first))
    case 'list':
    case 'tuple':
    case 'expression_list':
      return { kind: 'list', items: items(inner) }
    case 'lambda':
      return lambda(node)
    case 'attribute':
      return /^\w+\.argv$/.test(node.text) ? ARGV : unknown(expression(child(node, 'object')))
    case 'subscript':
      return subscript(node)
    case 'comparison_operator':
      return comparison(node, inner)
    case 'boolean_operator': {
      const kind = child(node, 'operator')?.text === 'and' ? 'and' : 'or'
      return { kind, left: expression(child(node, 'left')), right: expression(child(node, 'right')) }
    }
    case 'not_operator':
      return { kind: 'not', of: expression(child(node, 'argument')) }
    case 'conditional_expression':
      return {
        kind: 'choose',
        test: expression(inner[1]),
        yes: expression(first),
        no: expression(inner[2]),
      }
    case 'binary_operator': {
      const parts = [expression(child(node, 'left')), expression(child(node, 'right'))]
      return child(node, 'operator')?.text === '+' ? { kind: 'join', parts } : unknown(...parts)
    }
    case 'named_expression':
      return assign(child(node, 'name')?.text ?? '', expression(child(node, 'value')))
    case 'assignment':
      return child(node, 'right') === undefined
        ? UNKNOWN
        : {
            kind: 'assign',
            target: target(child(node, 'left')),
            value: expression(child(node, 'right')),
            local: true,
          }
    case 'augmented_assignment': {
      const left = child(node, 'left')
      const parts = [expression(left), expression(child(node, 'right'))]
      const value: Expr = child(node, 'operator')?.text === '+=' ? { kind: 'join', parts } : unknown(...parts)
      return { kind: 'assign', target: target(left), value, local: true }
    }
    case 'call':
      return call(node)
    case 'dictionary':
      return unknown(
        ...inner.map((pair) => expression(child(pair, 'value'))).filter(({ kind }) => kind === 'function'),
      )
    case 'ERROR':
      return write(UNKNOWN)
    default:
      return UNKNOWN
  }
}

function text(node: SyntaxNode): Expr {
  const value = stringOf(node)
  if (value !== undefined)
    return {
      kind: 'text',
      text: value,
      range: node.type === 'string' ? contentOf(node) : rangeOf(node),
    }
  if (node.type !== 'string' || !/^f/i.test(node.text)) return UNKNOWN
  return {
    kind: 'join',
    parts: named(node)
      .filter(({ type }) => type === 'interpolation' || type === 'string_content')
      .map(part),
  }
}

// A piece of an f-string; format specifications change what is printed.
function part(node: SyntaxNode): Expr {
  if (node.type === 'string_content') {
    const range = { start: node.start, end: node.end }
    return node.children.length === 0 ? { kind: 'text', text: node.text, range } : UNKNOWN
  }
  return named(node).length === 1 ? expression(child(node, 'expression')) : UNKNOWN
}

function lambda(node: SyntaxNode): Expr {
  const value = expression(child(node, 'body'))
  return {
    kind: 'function',
    params: parameters(child(node, 'parameters')),
    body: [{ kind: 'return', value }],
  }
}

function items(nodes: readonly SyntaxNode[]): readonly Expr[] {
  return nodes.map((one) => {
    if (one.type === 'list_splat') return { kind: 'spread', of: expression(named(one)[0]) }
    return expression(one.type === 'keyword_argument' ? child(one, 'value') : one)
  })
}

function subscript(node: SyntaxNode): Expr {
  const of = expression(child(node, 'value'))
  const at = child(node, 'subscript')
  if (at?.type !== 'slice') return { kind: 'item', of, at: expression(at) }
  // Only `[from:]` is followed.
  const isOpen = named(at).length === 1 && at.children.at(-1)?.text === ':'
  return isOpen ? { kind: 'slice', of, from: expression(named(at)[0]) } : unknown(of)
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])

function comparison(node: SyntaxNode, inner: readonly SyntaxNode[]): Expr {
  const operator = node.children
    .filter(({ field }) => field === 'operators')
    .map(({ text }) => text)
    .join(' ')
  const sides = inner.filter(({ field }) => field !== 'operators').map(expression)
  const [left, right] = sides
  if (left === undefined || right === undefined || sides.length > 2) return UNKNOWN
  if (COMPARISONS.has(operator)) return { kind: 'compare', by: operator as ProgramComparison, left, right }
  if (operator === 'not in') return { kind: 'not', of: { kind: 'compare', by: 'in', left, right } }
  if (operator === 'is') return { kind: 'compare', by: '==', left, right }
  if (operator === 'is not') return { kind: 'compare', by: '!=', left, right }
  return unknown(left, right)
}

function call(node: SyntaxNode): Expr {
  const callee = child(node, 'function')
  const list = child(node, 'arguments')
  const given = named(list)
  const positional = given.filter(({ type }) => type !== 'keyword_argument')
  const [first] = positional
  const name = callee?.text ?? ''
  if (name === 'print') return print(positional, given)
  if (/^(\w+\.)?stdout\.write$/.test(name)) return write(expression(first), '')
  if (/^(\w+\.stdout\.buffer|stdout\.buffer)\.write$/.test(name) || name === 'os.write') return write(UNKNOWN)
  if (/^(sys\.exit|exit|quit|os\._exit)$/.test(name)) return exit(first)
  if (name === 'len') return { kind: 'length', of: expression(first) }
  if (name === 'str') return expression(first)
  if (name === 'asyncio.run' || name === 'anyio.run') return expression(first)
  if (callee?.type === 'attribute') return method(callee, positional, given)
  const args = items(given)
  if (callee?.type !== 'identifier' && callee?.type !== 'subscript' && callee?.type !== 'call')
    return unknown(...args)
  // A keyword may stand for any parameter: then nobody knows what the function gets.
  const keywords = given.length !== positional.length
  return { kind: 'call', callee: expression(callee), args: keywords ? args.map(() => UNKNOWN) : args }
}

function method(callee: SyntaxNode, positional: readonly SyntaxNode[], given: readonly SyntaxNode[]): Expr {
  const of = expression(child(callee, 'object'))
  const [list] = positional
  const isJoin = child(callee, 'attribute')?.text === 'join' && /^(list|tuple)$/.test(list?.type ?? '')
  if (isJoin && of.kind === 'text') return { kind: 'join', parts: items(named(list)), between: of.text }
  return unknown(of, ...items(given))
}

function print(positional: readonly SyntaxNode[], given: readonly SyntaxNode[]): Expr {
  const keyword = (name: string): SyntaxNode | undefined =>
    child(
      given.find((one) => one.type === 'keyword_argument' && child(one, 'name')?.text === name),
      'value',
    )
  const parts = items(positional)
  const file = keyword('file')
  if (file !== undefined && file.text !== 'None' && !/(^|\.)stdout$/.test(file.text)) return unknown(...parts)
  const between = keyword('sep') === undefined ? ' ' : stringOf(keyword('sep'))
  const end = keyword('end') === undefined ? '\n' : stringOf(keyword('end'))
  if (between === undefined || end === undefined) return write(UNKNOWN)
  return write({ kind: 'join', parts, between }, end)
}
