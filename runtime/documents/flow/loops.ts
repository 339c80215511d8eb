// Follows loops: a name set in one iteration is visible in the next and after the loop.

import { child, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { alternateItems } from './alternates.ts'
import { condition } from './conditions.ts'
import { join, joinInto } from './joining.ts'
import { type Block, type FlowState, fork, mergeBranches } from './state.ts'
import { assign } from './targets.ts'
import { lookUp, UNKNOWN } from './values.ts'

/** Follows a loop as zero iterations or one. */
export function loop(node: SyntaxNode, flow: FlowState, block: Block): void {
  const { value } = flow.reading
  const part = fork(flow)
  part.loop = { scope: part.scope, left: new Map() }
  // A later iteration sees what an earlier one assigned.
  for (const name of assignedIn(child(node, 'body')))
    if (lookUp(flow.scope, name)?.kind === 'payload') part.scope.names.set(name, UNKNOWN)
  if (node.type === 'for_statement') {
    const right = child(node, 'right')
    const over = value(right, flow)
    alternateItems(over, right)
    const items = over.kind === 'named' && /^sys\.stdin/.test(over.name) ? ({ kind: 'stdin' } as const) : over
    assign(child(node, 'left'), itemOf(items), part)
  } else {
    const { yes } = condition(child(node, 'condition'), part)
    if (yes !== undefined) part.events = yes
  }
  block(child(node, 'body'), part)
  const left = part.loop.left
  part.ended = undefined
  mergeBranches(flow, [part, fork(flow)])
  for (const [name, one] of left) flow.scope.names.set(name, join(lookUp(flow.scope, name) ?? one, one))
  const otherwise = node.children.find(({ type }) => type === 'else_clause')
  if (otherwise === undefined) return
  const last = fork(flow)
  block(child(otherwise, 'body'), last)
  mergeBranches(flow, [last, fork(flow)])
}

function assignedIn(body: SyntaxNode | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  for (const node of nodesIn(body, ({ type }) => !/^(function|class)_definition$/.test(type))) {
    if (node.type === 'assignment' || node.type === 'augmented_assignment') {
      const target = child(node, 'left')
      if (target?.type === 'identifier') found.add(target.text)
    }
  }
  return found
}

/** `break` and `continue`: the current values of names are kept for the code after the loop. */
export function leaveLoop(flow: FlowState): void {
  flow.ended = 'loop'
  if (flow.loop === undefined) return
  const { scope: outermost, left } = flow.loop
  const seen = new Set<string>()
  for (let scope = flow.scope; ; scope = scope.above) {
    for (const [name, value] of scope.names) {
      if (seen.has(name)) continue
      seen.add(name)
      joinInto(left, name, value)
    }
    if (scope === outermost || scope.above === undefined) return
  }
}
