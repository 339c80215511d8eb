// Comprehensions and generators: `[word for word in words if word]`, `next(row for row in rows if …)`.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { alternateItems } from './alternates.ts'
import { filteredDict } from './dicts.ts'
import { errorsOnAny } from './standardError.ts'
import { type FlowState, fork } from './state.ts'
import { assign } from './targets.ts'
import { SET } from './unwritable.ts'
import { alternatives, type ContentLevel, type FlowValue, isPlain, UNKNOWN } from './values.ts'

/** The items that a comprehension makes; it is followed once, for any of them. */
export function comprehension(node: SyntaxNode, flow: FlowState): FlowValue {
  const inner = fork(flow)
  const { value } = flow.reading
  for (const clause of named(node)) {
    if (clause.type === 'for_in_clause') {
      const over = value(child(clause, 'right'), inner)
      alternateItems(over)
      assign(child(clause, 'left'), itemOf(over), inner)
    } else if (clause.type === 'if_clause') for (const test of named(clause)) value(test, inner)
  }
  const body = child(node, 'body')
  const made = value(body, inner)
  const whole = node.type === 'dictionary_comprehension' ? filteredDict(node, flow) : undefined
  // Each part may write to standard error once per item, or not at all.
  flow.errors = errorsOnAny([flow.errors, inner.errors])
  if (node.type === 'set_comprehension') return { kind: 'list', items: [made], raw: SET }
  const isAny = maySelectAny(node, flow.reading.content)
  const isKnown = alternatives(made).every(
    (one) =>
      one.kind === 'payload' || one.kind === 'dict' || (isAny && (one.kind === 'list' || isPlain(one))),
  )
  const isList = node.type === 'list_comprehension' || isKnown
  return isList ? { kind: 'list', items: [made] } : (whole ?? UNKNOWN)
}

// Whether any row of a table may pass the tests of `(row for row in rows if row["text"] in command)`: they search a
// text of the payload. A test of the tool or of the row alone picks the same rows at each call.
function maySelectAny(node: SyntaxNode, content: ContentLevel | undefined): boolean {
  const tests = named(node).filter(({ type }) => type === 'if_clause')
  return tests.length === 0 || (content === 'question' && !tests.some(({ text }) => PICKS.test(text)))
}

/** Tests of something else than the text that is searched. */
const PICKS = /[=!]=|\bis\b|tool|event|agent|enabled|active/i
