// Binary operators: `+`, `/`, `|`.

import { defined } from '../../contract/defined.ts'
import { child, type SyntaxNode } from '../treeSitter.ts'
import { about, spread } from './dicts.ts'
import type { FlowState } from './state.ts'
import { builtText, partsOf } from './textParts.ts'
import { alternatives, type Dict, type FlowValue, UNKNOWN } from './values.ts'

/** The value of a binary expression: texts and lists are concatenated, a path stays a path, dicts are merged. */
export function binary(node: SyntaxNode, flow: FlowState): FlowValue {
  const left = flow.reading.value(child(node, 'left'), flow)
  const right = flow.reading.value(child(node, 'right'), flow)
  const operator = child(node, 'operator')?.text
  // `path / "name"`
  if (operator === '/' && left.kind === 'unknown' && left.raw !== undefined) return left
  if (operator === '+' && left.kind === 'json' && right.kind === 'text') return left
  if (operator === '+' && (left.kind === 'text' || (left.kind === 'unknown' && left.parts !== undefined))) {
    const isRaw = 'raw' in right && right.raw !== undefined
    return (isRaw ? undefined : builtText([...partsOf(left), ...partsOf(right)])) ?? UNKNOWN
  }
  // `LISTED + ["Write"]`, `NAMES | {"Write"}`
  if ((operator === '+' || operator === '|') && left.kind === 'list' && right.kind === 'list') {
    if (!flow.reading.budget.take(left.items.length + right.items.length)) return UNKNOWN
    return { kind: 'list', items: [...left.items, ...right.items], ...defined({ raw: left.raw }) }
  }
  return operator === '|' ? merged(node, left, right, flow) : UNKNOWN
}

// `COMMON | {"decision": "block"}`
function merged(node: SyntaxNode, left: FlowValue, right: FlowValue, flow: FlowState): FlowValue {
  const isDict = (value: FlowValue) => alternatives(value).every(({ kind }) => kind === 'dict')
  if (!isDict(left) || !isDict(right)) return UNKNOWN
  const made: Dict = { kind: 'dict', node, entries: [], more: false, ...about(flow) }
  for (const value of [left, right]) spread(made, value, flow)
  return made
}
