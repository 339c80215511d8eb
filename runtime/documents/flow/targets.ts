// Assignment targets: names, parts of tuples, fields of the payload, keys of an answer.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { markAllOptional, markFieldsOptional, subscript } from './access.ts'
import { fillDict } from './appended.ts'
import { argumentOf, isArgumentList } from './arguments.ts'
import { attribute } from './attributes.ts'
import { contentOf, madeOf } from './content.ts'
import { keyOf } from './dicts.ts'
import { addEntry, putEntry, removeKey } from './entries.ts'
import { joinAll, joinInto } from './joining.ts'
import { FIELDS, setAll, setMember } from './members.ts'
import { changeOption } from './options.ts'
import { type FlowState, setName } from './state.ts'
import { alternatives, type FlowValue, UNKNOWN } from './values.ts'

/** Assigns to the target on the left of `=`. `from`: the node on the right. */
export function assign(
  target: SyntaxNode | undefined,
  value: FlowValue,
  flow: FlowState,
  from?: SyntaxNode,
): void {
  if (target === undefined) return
  switch (target.type) {
    case 'identifier':
      setName(flow, target.text, value)
      return
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'tuple':
    case 'list':
      assignEach(target, value, flow)
      return
    case 'subscript':
      assignKey(target, value, flow, from)
      return
    case 'attribute':
      assignAttribute(target, value, flow, from)
      return
    case 'as_pattern_target':
    case 'parenthesized_expression':
    case 'list_splat_pattern':
      assign(named(target)[0], target.type === 'list_splat_pattern' ? madeOf(contentOf(value)) : value, flow)
      return
    default:
      return
  }
}

/** `del answer["reason"]`, `del answer["a"], answer["b"]` */
export function unassign(target: SyntaxNode, flow: FlowState): void {
  if (target.type === 'subscript') {
    const of = flow.reading.value(child(target, 'value'), flow)
    removeKey(of, keyOf(child(target, 'subscript'), flow)?.text, flow)
  } else if (target.type === 'expression_list') for (const one of named(target)) unassign(one, flow)
}

function assignEach(target: SyntaxNode, value: FlowValue, flow: FlowState): void {
  const parts = named(target)
  const hasRest = parts.some(({ type }) => type === 'list_splat_pattern')
  for (const [i, part] of parts.entries()) {
    const isWord = hasRest && isArgumentList(value, flow)
    assign(
      part,
      hasRest && !isWord ? madeOf(contentOf(value)) : (argumentOf(value, flow) ?? partAt(value, i)),
      flow,
    )
  }
}

// `return 'deny', reason` on one path, and `return None, None` on another.
function partAt(value: FlowValue, index: number): FlowValue {
  const all = alternatives(value)
  const items = all.flatMap((one) => {
    // A named tuple.
    const record = one.kind === 'instance' ? one.record?.entries[index]?.value : undefined
    return one.kind === 'list' ? [one.items[index] ?? UNKNOWN] : (record ?? [])
  })
  return items.length > 0 && items.length === all.length ? joinAll(items) : madeOf(contentOf(value))
}

function assignKey(
  target: SyntaxNode,
  value: FlowValue,
  flow: FlowState,
  from: SyntaxNode | undefined,
): void {
  const of = flow.reading.value(child(target, 'value'), flow)
  const key = keyOf(child(target, 'subscript'), flow)
  for (const one of alternatives(of)) {
    if (one.kind !== 'dict') continue
    fillDict(one, flow)
    if (key === undefined) one.more = true
    else putEntry(one, { key: key.text, range: key.range, quote: key.quote, value, node: from }, flow)
  }
  if (of.kind !== 'payload') {
    flow.reading.value(child(target, 'subscript'), flow)
    return
  }
  // The hook sets the field itself, so it exists from here on regardless of the contract.
  if (key === undefined) markFieldsOptional(of, flow)
  markAllOptional(subscript(target, flow, { access: 'write', sure: false }), flow)
}

function assignAttribute(
  target: SyntaxNode,
  value: FlowValue,
  flow: FlowState,
  from: SyntaxNode | undefined,
): void {
  const of = flow.reading.value(child(target, 'object'), flow)
  const written = child(target, 'attribute')
  const name = written?.text ?? ''
  if (of.kind === 'payload') {
    markAllOptional(attribute(target, flow, { access: 'write', sure: false }), flow)
    return
  }
  for (const one of alternatives(of)) {
    const record = one.kind === 'instance' ? one.record : undefined
    const field = record?.entries.find(({ key }) => key === name)
    if (record === undefined || field === undefined || written === undefined) continue
    const range = { start: written.start, end: written.end }
    addEntry(record, { key: name, range, quote: 'bare', value, node: from }, flow)
  }
  changeOption(of, name, value, flow)
  if (name === FIELDS) setAll(of, value, flow)
  for (const one of alternatives(of)) {
    if (one.kind !== 'instance' && one.kind !== 'class') continue
    joinInto(flow.reading.now.fields, `${one.name}.${name}`, value)
    if (one.kind === 'instance' && written !== undefined) setMember(one.name, written, value, from, flow)
  }
}
