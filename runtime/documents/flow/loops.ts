// Follows loops: a name set in one iteration is visible in the next and after the loop.

import { child, nodesIn, type SyntaxNode } from '../treeSitter.ts'
import { itemOf } from './access.ts'
import { alternateItems } from './alternates.ts'
import { condition } from './conditions.ts'
import { isQuestion } from './content.ts'
import { join, joinInto } from './joining.ts'
import { MOST_STEPS } from './keys.ts'
import { namesOfRow } from './pickedRows.ts'
import { parametersOf } from './routines.ts'
import { lookUp } from './scopes.ts'
import { type Block, type FlowState, fork, mergeBranches } from './state.ts'
import { assign } from './targets.ts'
import { alternatives, type FlowValue, UNKNOWN } from './values.ts'

/** Follows a loop as zero iterations or one; one that goes a field deeper for each written key, once per key. */
export function loop(node: SyntaxNode, flow: FlowState, block: Block): void {
  const { value } = flow.reading
  const part = fork(flow)
  const right = child(node, 'right')
  const over = node.type === 'for_statement' ? value(right, flow) : undefined
  const steps = stepsOf(node, over)
  part.loop = {
    scope: part.scope,
    left: new Map(),
    over,
    goesDeeper: steps !== undefined && !hasFallback(flow),
    rows: [
      ...(flow.loop?.rows ?? []),
      ...(over === undefined ? [] : [namesOfRow(child(node, 'left'), over, child(node, 'body'))]),
    ],
  }
  // A later iteration sees what an earlier one assigned.
  for (const name of steps === undefined ? assignedIn(child(node, 'body')) : [])
    if (lookUp(flow.scope, name)?.kind === 'payload') part.scope.names.set(name, UNKNOWN)
  if (over === undefined) {
    const { yes } = condition(child(node, 'condition'), part)
    if (yes !== undefined) part.events = yes
  } else {
    alternateItems(over)
    // `for found in RULE.finditer(command)`
    part.byContent = isQuestion(over) || flow.byContent
  }
  for (const one of steps ?? [over && itemOf(over)]) {
    if (one !== undefined) assign(child(node, 'left'), one, part)
    block(child(node, 'body'), part)
    part.ended = undefined
  }
  const left = part.loop.left
  mergeBranches(flow, steps === undefined ? [part, fork(flow)] : [part])
  for (const [name, one] of left) flow.scope.names.set(name, join(lookUp(flow.scope, name) ?? one, one))
  const otherwise = node.children.find(({ type }) => type === 'else_clause')
  if (otherwise === undefined) return
  const last = fork(flow)
  block(child(otherwise, 'body'), last)
  mergeBranches(flow, [last, fork(flow)])
}

// `for key in path.split("."): value = value.get(key)` takes one step per key.
function stepsOf(node: SyntaxNode, over: FlowValue | undefined): readonly FlowValue[] | undefined {
  const key = child(node, 'left')
  const keys = over?.kind === 'list' ? over.items : []
  const isPath = keys.length > 0 && keys.length <= MOST_STEPS && keys.every(({ kind }) => kind === 'text')
  if (!isPath || key?.type !== 'identifier') return undefined
  return nodesIn(child(node, 'body')).some((one) => isStep(one, key.text)) ? keys : undefined
}

// `dig(payload, "tool_input.command", dig(payload, "toolArgs.command"))`: either field may be missing.
function hasFallback({ routine, scope }: FlowState): boolean {
  const given = routine === undefined ? [] : parametersOf(routine.node)
  return given
    .flatMap((name) => alternatives(lookUp(scope, name) ?? UNKNOWN))
    .some((one) => one.kind === 'payload' && one.places.some(({ path }) => path.length > 0))
}

// `value = value.get(key)`, `value = value[key]`
function isStep(node: SyntaxNode, key: string): boolean {
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (node.type !== 'assignment' || left?.type !== 'identifier' || right === undefined) return false
  const names = nodesIn(right).flatMap(({ type, text }) => (type === 'identifier' ? [text] : []))
  return names.includes(left.text) && names.includes(key)
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
