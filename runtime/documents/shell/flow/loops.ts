// Loops of a script, whose bodies are walked once.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { type Context, either, type Walk } from './context.ts'
import { type Both, fork, join, type State, setVar } from './state.ts'
import { type Blocks, settled } from './structures.ts'
import { HOLE, made, plain, type Value } from './value.ts'
import { evaluate } from './words.ts'

/** What is certain before a loop is not, once its body has been through. */
export function loop(node: SyntaxNode, walk: Blocks, state: State, context: Context): Both {
  if (node.type === 'for_statement')
    for (const value of childrenOf(node, 'value')) evaluate(value, walk, state, context)
  for (const name of assigned(node, walk)) {
    if (name === '@') state.args = undefined
    else if (state.vars.has(name)) setVar(state, name, HOLE)
  }
  const loops: State[] = []
  const inner = { ...context, loops }
  const conditions = node.children.filter(({ field, named: isNamed }) => field === 'condition' && isNamed)
  const tested =
    node.type === 'for_statement' || node.type === 'c_style_for_statement' || conditions.length === 0
      ? either(state)
      : walk.block(conditions, state, { ...inner, test: true })
  const [going, staying] =
    node.children[0]?.type === 'until' ? [tested.no, tested.yes] : [tested.yes, tested.no]
  const variable = node.type === 'for_statement' ? child(node, 'variable')?.text : undefined
  const before = staying === going ? staying && fork(staying) : staying
  if (going === undefined) return before === undefined ? {} : either(before)
  if (variable !== undefined) setVar(going, variable, each(node, walk, state, context))
  const body = child(node, 'body')
  const end = body === undefined ? going : settled(walk.block(named(body), going, inner), walk)
  const after = [...loops, before].reduce<State | undefined>(
    (soFar, one) => (one === undefined ? soFar : join(soFar, one, walk.differ)),
    end,
  )
  return after === undefined ? {} : either(after)
}

// A loop over one known word is no loop.
function each(node: SyntaxNode, walk: Walk, state: State, context: Context): Value {
  const [first, ...others] = childrenOf(node, 'value')
  const text =
    first === undefined || others.length > 0 ? undefined : plain(evaluate(first, walk, state, context))
  return text !== undefined && /^[\w.-]+$/.test(text) ? [made(text)] : HOLE
}

// The names that statements set; `@` stands for the arguments.
function assigned(node: SyntaxNode, walk: Walk): ReadonlySet<string> {
  const names = new Set<string>()
  let calls = false
  const open = [node]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.type === 'variable_assignment') names.add(child(one, 'name')?.text ?? '')
    if (one.type === 'command') {
      const name = child(one, 'name')?.text ?? ''
      if (/^(read|mapfile|readarray|unset|printf)$/.test(name))
        for (const { text } of childrenOf(one, 'argument')) names.add(text)
      if (name === 'shift' || name === 'set') names.add('@')
      calls ||= walk.functions.has(name)
    }
    open.push(...one.children)
  }
  return calls ? new Set([...names, ...setByFunctions(walk)]) : names
}

const sets = new WeakMap<Walk['functions'], ReadonlySet<string>>()

/** Every name that one of the script's functions sets. */
export function setByFunctions(walk: Walk): ReadonlySet<string> {
  const known = sets.get(walk.functions)
  if (known !== undefined) return known
  // Functions that call functions ask again, and there is nothing to add.
  sets.set(walk.functions, new Set())
  const found = new Set([...walk.functions.values()].flatMap((node) => [...assigned(node, walk)]))
  sets.set(walk.functions, found)
  return found
}
