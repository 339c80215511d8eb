// Comprehensions and generators: `[word for word in words if word]`, `next(row for row in rows if …)`.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { alternateItems } from './alternates.ts'
import { isQuestion } from './content.ts'
import { filteredDict } from './dicts.ts'
import { forgetRows, namesOfRow, picksRows } from './pickedRows.ts'
import { errorsOnAny } from './standardError.ts'
import { type FlowState, fork } from './state.ts'
import { assign } from './targets.ts'
import { SET } from './unwritable.ts'
import { alternatives, type FlowValue, isPlain, UNKNOWN } from './values.ts'

/** The items that a comprehension makes; it is followed once, for any of them. */
export function comprehension(node: SyntaxNode, flow: FlowState): FlowValue {
  const inner = fork(flow)
  // Each test searches a text of the payload, so any item may pass it.
  let isAny = true
  const rows: ReadonlySet<string>[] = []
  const { value } = flow.reading
  for (const clause of named(node)) {
    if (clause.type === 'for_in_clause') {
      const over = value(child(clause, 'right'), inner)
      alternateItems(over)
      assign(child(clause, 'left'), itemOf(over), inner)
      rows.push(namesOfRow(child(clause, 'left'), over, undefined))
    } else if (clause.type === 'if_clause')
      for (const test of named(clause)) {
        const result = value(test, inner)
        isAny &&= isQuestion(result)
        for (const names of rows) if (picksRows(test, names, inner, result)) forgetRows(names, [inner])
      }
  }
  const body = child(node, 'body')
  const made = value(body, inner)
  const whole = node.type === 'dictionary_comprehension' ? filteredDict(node, flow) : undefined
  // Each part may write to standard error once per item, or not at all.
  flow.errors = errorsOnAny([flow.errors, inner.errors])
  if (node.type === 'set_comprehension') return { kind: 'list', items: [made], raw: SET }
  const isKnown = alternatives(made).every(
    (one) =>
      one.kind === 'payload' ||
      (one.kind === 'dict' && (isAny || isWithin(one.node, node))) ||
      (isAny && (one.kind === 'list' || isPlain(one))),
  )
  const isList = node.type === 'list_comprehension' || isKnown
  return isList ? { kind: 'list', items: [made] } : (whole ?? UNKNOWN)
}

// A dict that the comprehension makes, not one of the rows that it picks.
function isWithin({ start, end }: SyntaxNode, node: SyntaxNode): boolean {
  return node.start <= start && end <= node.end
}
