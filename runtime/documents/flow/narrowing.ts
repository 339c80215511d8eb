// Narrows the values of a name on each side of a test: `if answer:`, `if reason is None: return`.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import type { ConditionFacts } from './conditions.ts'
import { joinAll } from './joining.ts'
import { errorsAfter, errorsOnAny, type StandardError } from './standardError.ts'
import { type FlowState, getName } from './state.ts'
import { alternatives, type FlowValue, isNothing, isPlain, UNKNOWN } from './values.ts'

/** Narrows the name that a condition tests: in `yes`, where it holds, and in `no`, where it does not. */
export function narrowName(test: SyntaxNode | undefined, yes: FlowState, no: FlowState): void {
  if (test?.type === 'parenthesized_expression') {
    narrowName(named(test)[0], yes, no)
    return
  }
  if (test?.type === 'not_operator') {
    narrowName(child(test, 'argument'), no, yes)
    return
  }
  const name = test?.type === 'named_expression' ? child(test, 'name') : test
  if (name?.type === 'identifier') {
    fillLists(name.text, yes)
    keep(name.text, yes, (one) => !isNothing(one))
    keep(name.text, no, (one) => isNothing(one) || !isPlain(one))
  } else if (test?.type === 'comparison_operator') compared(test, yes, no)
}

// `if status is not None`, `if verdict == "deny"`, `if ($null -ne $reason)`
function compared(test: SyntaxNode, yes: FlowState, no: FlowState): void {
  const [left, right, ...more] = named(test).filter(({ field }) => field !== 'operators')
  const by = test.children.find(({ field }) => field === 'operators')?.text.replaceAll(/\s+/g, ' ') ?? ''
  if (left === undefined || right === undefined || more.length > 0) return
  const [name, against] = left.type === 'identifier' ? [left, right] : [right, left]
  if (name.type !== 'identifier') return
  const other = yes.reading.value(against, yes)
  if (!isPlain(other) || !/^(?:==|!=|is|is not)$/.test(by)) return
  const [same, others] = by === '==' || by === 'is' ? [yes, no] : [no, yes]
  const isSame = (one: FlowValue) => plainOf(one) === plainOf(other)
  keep(name.text, same, (one) => isSame(one) || !isPlain(one))
  keep(name.text, others, (one) => !isSame(one))
}

function plainOf(value: FlowValue): unknown {
  return value.kind === 'text' ? value.text : value.kind === 'constant' ? value.value : value
}

// Where a list that begins empty is not empty, it got items since.
function fillLists(name: string, flow: FlowState): void {
  const value = getName(flow, name)
  if (value?.kind === 'list' && value.items.length === 0)
    flow.scope.names.set(name, { ...value, items: [UNKNOWN] })
}

function keep(name: string, flow: FlowState, isKept: (value: FlowValue) => boolean): void {
  const value = getName(flow, name)
  if (value === undefined) return
  const all = alternatives(value)
  const kept = all.filter(isKept)
  if (kept.length === all.length) return
  // No known value leads here, so there it is another one: `def ask(user=None):` … `if user:`.
  flow.scope.names.set(name, kept.length === 0 ? UNKNOWN : joinAll(kept))
  const words = errorsOf(kept)
  if (flow.errors.unsure === true && words.text !== '') flow.errors = words
}

/** `if not allowed():`: on each side, what the function wrote to standard error before it returned that result. */
export function narrowErrors(
  { value, negated }: NonNullable<ConditionFacts['result']>,
  before: StandardError,
  yes: FlowState,
  no: FlowState,
): void {
  const all = alternatives(value)
  if (all.length < 2 || !all.every((one) => isPlain(one) && one.way?.errors !== undefined)) return
  const [holds, fails] = negated ? [no, yes] : [yes, no]
  holds.errors = errorsAfter(before, errorsOf(all.filter((one) => !isNothing(one))))
  fails.errors = errorsAfter(before, errorsOf(all.filter(isNothing)))
}

function errorsOf(values: readonly FlowValue[]): StandardError {
  return errorsOnAny(values.flatMap((one) => (isPlain(one) ? (one.way?.errors ?? []) : [])))
}
