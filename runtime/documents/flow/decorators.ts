// Decorators of functions that the file defines: after `@safe`, the function's name stands for what `safe` returns. A
// wrapper is one summary of all functions that it wraps, so a decorator is followed only where the file uses it once.
// One that registers functions, `@on("PreToolUse")`, may be used by any number of them.

import { child, named, type SyntaxNode } from '../treeSitter.ts'
import { callRoutine, parametersOf } from './routines.ts'
import { lookUp } from './scopes.ts'
import { type FlowState, setName } from './state.ts'
import { made, name, string } from './translatedNodes.ts'
import type { FlowRoutine, FlowValue } from './values.ts'

/** Gives a decorated function's name the wrapper that the decorator named `by` returns. */
export function wrap(
  call: SyntaxNode,
  by: string,
  definition: SyntaxNode | undefined,
  { routine, self }: FlowValue & { readonly kind: 'routine' },
  flow: FlowState,
): void {
  const own = lookUp(flow.scope, child(definition, 'name')?.text ?? '')
  const isOnly = flow.reading.input.text.split(`@${by}`).length === 2
  if (own?.kind !== 'routine' || definition === undefined || !isOnly) return
  const given = {
    call,
    items: [own],
    nodes: [definition],
    names: new Map<string, FlowValue>(),
    isOpen: false,
  }
  const wrapper = callRoutine(routine, self, given, flow)
  if (wrapper.kind === 'routine') setName(flow, own.routine.name, wrapper)
}

/**
 * The assignment `HANDLERS["PreToolUse"] = before` that a decorator makes; undefined if it makes none. It is either a
 * function that returns one (`@on("PreToolUse")`), or takes the key from the name of the function it is given.
 */
export function registered(
  decorator: SyntaxNode | undefined,
  definition: SyntaxNode,
  { node }: FlowRoutine,
): SyntaxNode | undefined {
  const own = child(definition, 'name')
  if (decorator === undefined || own === undefined) return undefined
  const value = name(own.text, own)
  if (decorator.type !== 'call') {
    const [given = ''] = parametersOf(node)
    const table = tableIn(node, given, `${given}.__name__`)
    return table && assigned(table, string(own), value)
  }
  const [inner] = named(child(node, 'body')).filter(({ type }) => type === 'function_definition')
  const [key, ...others] = named(child(decorator, 'arguments'))
  const [by = '', ...more] = parametersOf(node)
  if (inner === undefined || key?.type !== 'string' || others.length > 0 || more.length > 0) return undefined
  const [given = ''] = parametersOf(inner)
  const table = tableIn(inner, given, by)
  return table && assigned(table, key, value)
}

/** The same for a call of a function that only enters its second argument under its first: `on("Stop", check)`. */
export function enteredBy(call: SyntaxNode, { scope }: FlowState): SyntaxNode | undefined {
  const callee = child(call, 'function')
  const value = callee?.type === 'identifier' ? lookUp(scope, callee.text) : undefined
  const [key, what, ...others] = named(child(call, 'arguments'))
  if (value?.kind !== 'routine' || key?.type !== 'string' || what === undefined || others.length > 0)
    return undefined
  const { node } = value.routine
  const [by = '', given = ''] = parametersOf(node)
  const table = tableIn(node, given, by, true)
  return table && assigned(table, key, what)
}

// The table in which a function enters what it is given, and which it returns as it is.
function tableIn(node: SyntaxNode, given: string, key: string, isAll = false): SyntaxNode | undefined {
  const [enters, returns, ...others] = named(child(node, 'body')).filter(({ type }) => type !== 'comment')
  const set = enters?.type === 'expression_statement' ? named(enters)[0] : enters
  if (set?.type !== 'assignment' || others.length > 0) return undefined
  const isReturned = returns?.type === 'return_statement' && named(returns)[0]?.text === given
  if (!isReturned && !(isAll && returns === undefined)) return undefined
  const left = child(set, 'left')
  const table = child(left, 'value')
  const isEntered = child(set, 'right')?.text === given && child(left, 'subscript')?.text === key
  return isEntered && table?.type === 'identifier' ? table : undefined
}

function assigned(table: SyntaxNode, subscript: SyntaxNode, right: SyntaxNode): SyntaxNode {
  return made('assignment', right, { left: made('subscript', right, { value: table, subscript }), right })
}
