// Comparisons of payload values with literals: equality, membership in a list, the start of a text.
// A literal that comes from a constant has its spot where the constant is set.

import { suggest } from '../../contract/suggest.ts'
import { nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { type Mark, mark } from './found.ts'
import { type FlowLiteral, literalIn } from './keys.ts'
import { nextAbove } from './scopes.ts'
import type { FlowState } from './state.ts'
import type { FlowPlace, FlowScope, FlowValue } from './values.ts'

export type ComparedItem = { readonly node: SyntaxNode | undefined; readonly value: FlowValue }

/** Records the literals that a value from these places is compared with, and how. */
export function compareWith(
  places: readonly FlowPlace[],
  items: readonly ComparedItem[],
  flow: FlowState,
  how: Pick<Mark, 'part' | 'letters'> = {},
): void {
  const literals = items.map(
    ({ node, value: other }) => literalIn(node) ?? literalIn(placeOf(other, node, flow)),
  )
  const isKnown = items.every(({ value: other }, i) => literals[i] !== undefined || other.kind === 'text')
  for (const [i, literal] of literals.entries()) {
    if (literal === undefined || !flow.reading.budget.take()) continue
    const others = literals.flatMap((one, at) => (at === i || one === undefined ? [] : [one.value]))
    for (const { path, sure } of places)
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
        ...how,
      })
  }
}

/** Limit on the other literals listed with a spot; longer lists are generated, and their first items suffice. */
const MOST = 40

// Where the text of a constant is written. A text that a call passes is not a constant: `isTool('Bash') ||
// isTool('bash')` is one test.
function placeOf(value: FlowValue, written: SyntaxNode | undefined, flow: FlowState): SyntaxNode | undefined {
  if (value.kind !== 'text' || value.option === true) return undefined
  return written === undefined || isConstant(value.node, written, flow) ? value.node : undefined
}

function isConstant(
  text: SyntaxNode | undefined,
  written: SyntaxNode,
  { routine, scope }: FlowState,
): boolean {
  const [first, ...others] = nodesIn(written).filter(({ type }) => type === 'identifier')
  const name = written.type === 'identifier' ? written : others.length > 1 ? undefined : first
  if (name === undefined || text === undefined) return false
  const { start, end } = routine?.node ?? { start: 0, end: Number.POSITIVE_INFINITY }
  return (start <= text.start && text.end <= end) || isOfModule(name.text, scope)
}

function isOfModule(name: string, scope: FlowScope): boolean {
  for (let here: FlowScope | undefined = scope; here !== undefined; here = nextAbove(here))
    if (here.names.has(name)) return here.isModule === true
  return false
}

// A hook that serves several hosts also compares with events of the other hosts.
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

/** Whether a field of the payload holds the name of the event. */
export function namesEvent(path: readonly (string | number)[]): boolean {
  return NAMES_EVENT.test(String(path.at(-1) ?? ''))
}
