// Evaluates the expressions of a program on one path.

import { contentOf, rangeOf, stringOf } from '../python/literals.ts'
import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { reach } from './assignedNames.ts'
import {
  compared,
  isComparison,
  isLibrary,
  isList,
  itemOf,
  joined,
  LIBRARY,
  lengthOf,
  type ProgramValue,
  sliceOf,
  textOf,
  truthiness,
} from './values.ts'
import type { ProgramWay } from './way.ts'

/** The value of an expression. */
export function expression(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const inner = named(node)
  const [first] = inner
  switch (node.type) {
    case 'string':
    case 'concatenated_string':
      return text(node, way)
    case 'integer':
      return /^\d+$/.test(node.text) ? Number(node.text) : undefined
    case 'true':
    case 'false':
      return node.type === 'true'
    case 'none':
    case 'absent':
      return null
    case 'identifier':
      return way.read(node.text)
    case 'parenthesized_expression':
    case 'await':
    case 'rejection_handler':
      return way.value(first)
    case 'unary_operator': {
      const value = way.value(first)
      return node.text.startsWith('-') && typeof value === 'number' ? -value : undefined
    }
    case 'list':
    case 'tuple':
    case 'expression_list':
      return way.list(inner)
    case 'lambda':
      return way.routine(node)
    case 'attribute':
      if (/^\w+\.argv$/.test(node.text)) return way.arguments
      return /^sys\.\w+$/.test(node.text)
        ? { kind: 'library', name: node.text }
        : unknown([child(node, 'object')], way)
    case 'length':
      return lengthOf(way.value(first))
    case 'subscript':
      return subscript(node, way)
    case 'comparison_operator':
      return comparison(node, way)
    case 'boolean_operator':
      return logic(node, way)
    case 'not_operator': {
      const test = truthiness(way.value(child(node, 'argument')))
      return test === undefined ? undefined : !test
    }
    case 'conditional_expression':
      return way.value((truthiness(way.value(inner[1])) ?? way.choose()) ? first : inner[2])
    case 'binary_operator': {
      const sides = [way.value(child(node, 'left')), way.value(child(node, 'right'))]
      return child(node, 'operator')?.text === '+' ? joined(sides, '') : undefined
    }
    case 'named_expression':
      return assigned(node, child(node, 'name'), way.value(child(node, 'value')), way)
    case 'assignment': {
      const right = child(node, 'right')
      return right && assigned(node, child(node, 'left'), way.value(right), way)
    }
    case 'augmented_assignment': {
      const left = child(node, 'left')
      const sides = [way.value(left), way.value(child(node, 'right'))]
      return assigned(node, left, child(node, 'operator')?.text === '+=' ? joined(sides, '') : undefined, way)
    }
    case 'update':
      return assigned(node, child(node, 'argument'), undefined, way)
    case 'call':
      return call(node, way)
    case 'dictionary':
      return unknown(
        inner.map((pair) => child(pair, 'value')),
        way,
      )
    case 'ERROR':
      return way.print(undefined)
    case 'unknown':
      if (/^import\(/.test(node.text)) return LIBRARY
      // Handlers of signals and errors are not followed.
      return /^process\.(?:on|once)\(/.test(node.text) ? undefined : unknown(inner, way)
    default:
      return undefined
  }
}

// An unknown value, made of parts that may have side effects.
function unknown(parts: readonly (SyntaxNode | undefined)[], way: ProgramWay): undefined {
  return way.keep(parts.map((part) => way.value(part)))
}

// An operator in a translated JavaScript assignment marks that it declares no variable.
function assigned(
  node: SyntaxNode,
  target: SyntaxNode | undefined,
  value: ProgramValue,
  way: ProgramWay,
): ProgramValue {
  way.bind(target, value, /^(?:assignment|named_expression)$/.test(node.type) && !child(node, 'operator'))
  return value
}

function text(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const value = stringOf(node)
  if (value !== undefined) return textOf(value, node.type === 'string' ? contentOf(node) : rangeOf(node))
  if (node.type !== 'string' || !/^f/i.test(node.children[0]?.text ?? '')) return undefined
  const parts = named(node).filter(({ type }) => type === 'interpolation' || type === 'string_content')
  return joined(
    parts.map((part) => (part.type === 'string_content' ? written(part, way) : filledIn(part, way))),
    '',
  )
}

// A format specification changes what is printed.
function filledIn(part: SyntaxNode, way: ProgramWay): ProgramValue {
  return named(part).length === 1 ? way.value(child(part, 'expression')) : undefined
}

function written(part: SyntaxNode, { source }: ProgramWay): ProgramValue {
  const range = rangeOf(part)
  const own = source.slice(range.start, range.end)
  return part.children.length > 0 || own.includes('\\') ? undefined : textOf(own, range)
}

function subscript(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const of = way.value(child(node, 'value'))
  const at = child(node, 'subscript')
  if (at?.type !== 'slice') return itemOf(of, way.value(at))
  // Only `[from:]` is followed.
  const isOpen = named(at).length === 1 && at.children.at(-1)?.text === ':'
  return isOpen ? sliceOf(of, way.value(named(at)[0])) : undefined
}

function comparison(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const operator = node.children
    .filter(({ field }) => field === 'operators')
    .map((one) => one.text)
    .join(' ')
  const sides = named(node).filter(({ field }) => field !== 'operators')
  const [left, right] = sides.map((side) => way.value(side))
  if (sides.length !== 2) return undefined
  if (isComparison(operator)) return compared(operator, left, right)
  const positive = { 'not in': 'in', is: '==', 'is not': '==' }[operator]
  const found = isComparison(positive) ? compared(positive, left, right) : undefined
  return found === undefined ? undefined : found !== operator.includes('not')
}

function logic(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const right = child(node, 'right')
  const left = way.value(child(node, 'left'))
  const test = truthiness(left)
  if (test !== undefined) return test === (child(node, 'operator')?.text === 'and') ? way.value(right) : left
  // A right side that only sets names is not evaluated: the names are unknown from here on.
  if (reach([right]) !== undefined) way.forget(right)
  else if (way.choose()) way.value(right)
  return undefined
}

function call(node: SyntaxNode, way: ProgramWay): ProgramValue {
  const callee = child(node, 'function')
  const given = named(child(node, 'arguments'))
  const positional = given.filter(({ type }) => type !== 'keyword_argument')
  const [first] = positional
  const name = pathOf(callee, way)
  if (name === 'print') return print(positional, given, way)
  if (/^(?:\w+\.)?stdout\.write$/.test(name)) return way.print(way.value(first))
  if (/^(?:\w+\.)?stdout\.buffer\.write$|^os\.write$/.test(name)) return way.print(undefined)
  if (/^(?:sys\.exit|exit|quit|os\._exit)$/.test(name))
    return way.exit(first === undefined ? 0 : way.value(first))
  if (name === '$require') return LIBRARY
  if (name === 'len') return lengthOf(way.value(first))
  if (/^(?:str|asyncio\.run|anyio\.run)$/.test(name)) return way.value(first)
  if (callee?.type === 'attribute') return method(callee, given, way)
  if (callee === undefined || !/^(?:identifier|subscript|call)$/.test(callee.type))
    return unknown([callee, ...given], way)
  // A keyword argument may bind any parameter, so the arguments are unknown.
  return way.call(callee, given.length === positional.length ? way.list(given) : undefined)
}

// The path of a callee, by the name its module uses.
function pathOf(callee: SyntaxNode | undefined, way: ProgramWay): string {
  const value = callee?.type === 'identifier' ? way.read(callee.text) : undefined
  if (isLibrary(value) && value.name !== undefined) return value.name
  const object = callee?.type === 'attribute' ? child(callee, 'object') : undefined
  return object?.type === 'identifier'
    ? `${pathOf(object, way)}.${child(callee, 'attribute')?.text}`
    : (callee?.text ?? '')
}

// A method of a list or text; the result of any other is unknown. JavaScript methods are marked with a leading dot.
function method(callee: SyntaxNode, given: readonly SyntaxNode[], way: ProgramWay): ProgramValue {
  const name = child(callee, 'attribute')?.text ?? ''
  const of = way.value(child(callee, 'object'))
  const args = way.list(given)
  if (isLibrary(of)) return way.keep(args?.items ?? []) ?? of
  const [first] = args?.items ?? []
  switch (name.replace('.', '')) {
    case 'at':
      return itemOf(of, first)
    case 'slice':
      return args?.items.length === 1 ? sliceOf(of, first) : undefined
    case 'includes':
      return compared('in', first, of)
    case 'toString':
      return of
    case 'join': {
      const [list, between] = isList(of) ? [of, first] : [first, of]
      const text = joined([between], '')
      return isList(list) && typeof text === 'object' && text?.kind === 'text'
        ? joined(list.items, text.text)
        : undefined
    }
    default:
      return way.keep(args?.items ?? [])
  }
}

function print(
  positional: readonly SyntaxNode[],
  given: readonly SyntaxNode[],
  way: ProgramWay,
): ProgramValue {
  const keyword = (name: string) =>
    child(
      given.find((one) => one.type === 'keyword_argument' && child(one, 'name')?.text === name),
      'value',
    )
  const parts = way.list(positional)
  const file = keyword('file')
  if (file !== undefined && file.text !== 'None' && !/(?:^|\.)stdout$/.test(file.text)) return undefined
  const [between, end] = [keyword('sep') ?? ' ', keyword('end') ?? '\n'].map((one) =>
    typeof one === 'string' ? one : stringOf(one),
  )
  const isKnown = parts !== undefined && between !== undefined && end !== undefined
  return way.print(isKnown ? joined([joined(parts.items, between), textOf(end)], '') : undefined)
}
