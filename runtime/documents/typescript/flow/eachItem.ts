// Translates calls of a function with each item of a list: `map`, `filter`, `find`, `reduce` and their like.

import { sign } from '../../flow/translatedNodes.ts'
import type { SyntaxNode } from '../../treeSitter.ts'
import { call, made, name as nameNode, unknown } from './places.ts'

/** The function is called with each item, or never. */
export function eachOf(
  of: SyntaxNode,
  given: readonly SyntaxNode[],
  at: SyntaxNode,
  name: string,
  isAny: boolean,
): SyntaxNode {
  const [first, ...more] = given
  if (first === undefined) return unknown(at, [of])
  const [from] = more
  if (name === 'reduce' && from !== undefined) return call('functools.reduce', [first, of, from], at)
  const item = call('next', [of], at)
  const before = name === 'reduce' ? [unknown(at)] : []
  const each = perhaps(unknown(at, more), call(first, [...before, item], at), at)
  // What passed a filter is there only if something passed it.
  if (name === 'map' && of.type === 'conditional_expression') return ofEach(of, first, more, at)
  if (name === 'map') return made('list', at, [each])
  if (name === 'flatMap') return call('itertools.chain.from_iterable', [made('list', at, [each])], at)
  if (name !== 'find' && name !== 'filter') return unknown(at, [each])
  const other = name === 'filter' ? made('list', at) : isAny ? made('none', at) : unknown(at)
  return made('conditional_expression', at, [name === 'find' ? item : of, each, other])
}

// `[first(item) for item in of]`
function ofEach(of: SyntaxNode, first: SyntaxNode, more: readonly SyntaxNode[], at: SyntaxNode): SyntaxNode {
  const item = nameNode(ITEM, at)
  const clause = made('for_in_clause', at, { left: item, right: of })
  const body = item && call(first, [item, ...more], at)
  return made('list_comprehension', at, { body }, [clause])
}

/** No name of a program. */
const ITEM = '$item'

/** The right side is evaluated on some paths only. */
export function perhaps(left: SyntaxNode, right: SyntaxNode, at: SyntaxNode): SyntaxNode {
  return made('boolean_operator', at, { left, operator: sign('and', at), right })
}
