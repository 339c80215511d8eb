// Values of the payload that are held against what the hook expects there: a literal, one of several, the beginning
// of a text. What is written in a constant stands where the constant is set.

import { defined } from '../../contract/defined.ts'
import { suggest } from '../../contract/suggest.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { mark } from './found.ts'
import { type FlowLiteral, literalIn } from './keys.ts'
import type { FlowState } from './state.ts'
import type { FlowValue } from './values.ts'

export type ComparedItem = { readonly node: SyntaxNode | undefined; readonly value: FlowValue }

/** Marks what a value is compared with; `part`: only its beginning is. */
export function compareWith(
  value: FlowValue & { readonly kind: 'payload' },
  items: readonly ComparedItem[],
  flow: FlowState,
  part?: 'start',
): void {
  const literals = items.map(({ node, value: other }) => literalIn(node ?? placeOf(other)))
  const isKnown = items.every(({ value: other }, i) => literals[i] !== undefined || other.kind === 'text')
  for (const [i, literal] of literals.entries()) {
    if (literal === undefined || !flow.reading.budget.take()) continue
    const others = literals.flatMap((one, at) => (at === i || one === undefined ? [] : [one.value]))
    for (const { path, sure } of value.places)
      mark(flow.reading.found, {
        kind: 'value',
        of: 'payload',
        range: literal.range,
        path,
        quote: literal.quote,
        value: literal.value,
        access: 'read',
        events: flow.events,
        sure: sure && isKnown && flow.reading.certain && !isForeign(path, literal, flow),
        ...(others.length === 0 ? {} : { others: others.slice(0, MOST) }),
        ...defined({ part }),
      })
  }
}

/** Nobody writes longer lists by hand; of one that is made, the first items say enough. */
const MOST = 40

function placeOf(value: FlowValue): SyntaxNode | undefined {
  return value.kind === 'text' ? value.node : undefined
}

// A hook that serves several hosts asks for their events as well.
function isForeign(
  path: readonly (string | number)[],
  { value }: FlowLiteral,
  { reading }: FlowState,
): boolean {
  if (reading.input.called !== undefined || typeof value !== 'string' || !namesEvent(path)) return false
  const { events } = reading.input
  return value !== '' && !events.includes(value) && suggest(value, events) === undefined
}

const NAMES_EVENT = /^(hook_?)?event(_?(name|type|kind))?$/i

/** Whether a field of the payload says which event it is. */
export function namesEvent(path: readonly (string | number)[]): boolean {
  return NAMES_EVENT.test(String(path.at(-1) ?? ''))
}
