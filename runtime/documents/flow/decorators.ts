// Decorators of functions that the file defines: after `@safe`, the function's name stands for what `safe` returns. A
// wrapper is one summary of all functions that it wraps, so a decorator is followed only where the file uses it once.

import { child, type SyntaxNode } from '../treeSitter.ts'
import { callRoutine } from './routines.ts'
import { type FlowState, setName } from './state.ts'
import { type FlowValue, lookUp } from './values.ts'

/** Gives a decorated function's name the wrapper that the decorator returns. */
export function wrap(
  call: SyntaxNode,
  definition: SyntaxNode | undefined,
  { routine, self }: FlowValue & { readonly kind: 'routine' },
  flow: FlowState,
): void {
  const name = child(definition, 'name')?.text ?? ''
  const own = lookUp(flow.scope, name)
  const isOnly = flow.reading.input.text.split(call.text).length === 2
  if (own?.kind !== 'routine' || definition === undefined || !isOnly) return
  const given = {
    call,
    items: [own],
    nodes: [definition],
    names: new Map<string, FlowValue>(),
    isOpen: false,
  }
  const wrapper = callRoutine(routine, self, given, flow)
  if (wrapper.kind === 'routine') setName(flow, name, wrapper)
}
