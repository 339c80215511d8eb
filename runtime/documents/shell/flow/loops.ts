// Loops of a script. One whose rounds are certain is walked round by round, the body of any other once.

import { child, childrenOf, named, type SyntaxNode } from '../../treeSitter.ts'
import { not } from './conditions.ts'
import { type Context, either, type Walk } from './context.ts'
import { type Both, fork, join, joinAll, type State, setByArithmetic, setVar } from './state.ts'
import { type Blocks, settled } from './structures.ts'
import { HOLE, plain, type ShellValue } from './value.ts'
import { evaluate, isAllArguments } from './words.ts'

/** Walks a loop of any kind. */
export function loop(node: SyntaxNode, walk: Blocks, state: State, context: Context): Both {
  const words = node.type === 'for_statement' ? wordsOf(node, walk, state, context) : undefined
  const names = assigned(node, walk)
  const after =
    words !== undefined && (words.length < 2 || walk.mayRepeat(words.length))
      ? overWords(words, node, walk, state, context)
      : node.type === 'while_statement' && names.has('@')
        ? shifting(node, names, walk, state, context)
        : once(node, names, walk, state, context)
  return after === undefined ? {} : either(after)
}

/** The words that a `for` goes over; undefined where nobody knows how many they are. */
function wordsOf(
  node: SyntaxNode,
  walk: Walk,
  state: State,
  context: Context,
): readonly ShellValue[] | undefined {
  const nodes = childrenOf(node, 'value')
  if (nodes.length === 0) return state.args
  const words: ShellValue[] = []
  let certain = true
  for (const one of nodes) {
    if (isAllArguments(one)) {
      words.push(...(state.args ?? []))
      certain &&= state.args !== undefined
      continue
    }
    const value = evaluate(one, walk, state, context)
    words.push(value)
    // A bare word may stand for many: a pattern for files, an expansion for several words.
    const isOne = /^(raw_)?string$/.test(one.type) && !/\[[@*]\]|\$\{?[@*]/.test(one.text)
    certain &&= isOne || /^[\w.:/-]+$/.test(plain(value) ?? '')
  }
  return certain ? words : undefined
}

function overWords(
  words: readonly ShellValue[],
  node: SyntaxNode,
  walk: Blocks,
  state: State,
  context: Context,
): State | undefined {
  let going: State | undefined = state
  let after: State | undefined
  for (const word of words) {
    if (going === undefined) break
    setVar(going, child(node, 'variable')?.text ?? '', word)
    const inner = { ...context, breaks: [], continues: [] }
    const end = body(node, walk, going, inner)
    going = joinAll([end, ...inner.continues], walk.differ)
    after = joinAll([after, ...inner.breaks], walk.differ)
  }
  return join(after, going, walk.differ)
}

// `while [ $# -gt 0 ]; do …; shift; done`: after some rounds no argument is left.
function shifting(
  node: SyntaxNode,
  names: ReadonlySet<string>,
  walk: Blocks,
  state: State,
  context: Context,
): State | undefined {
  let going: State | undefined = state
  let after: State | undefined
  while (going?.args !== undefined && walk.mayRepeat(1)) {
    const inner = { ...context, breaks: [], continues: [] }
    const { yes, no }: Both = condition(node, walk, going, inner)
    if (yes !== undefined && no !== undefined) {
      going = join(yes, no, walk.differ)
      break
    }
    const end = yes && body(node, walk, yes, inner)
    going = joinAll([end, ...inner.continues], walk.differ)
    after = joinAll([after, no, ...inner.breaks], walk.differ)
  }
  const rest = going && once(node, names, walk, going, context)
  return join(after, rest, walk.differ)
}

// What is certain before a loop is not, once its body has been through.
function once(
  node: SyntaxNode,
  names: ReadonlySet<string>,
  walk: Blocks,
  state: State,
  context: Context,
): State | undefined {
  for (const name of names) {
    if (name === '@') state.args = undefined
    else if (state.vars.has(name)) setVar(state, name, HOLE)
  }
  const inner = { ...context, breaks: [], continues: [] }
  const { yes, no } = condition(node, walk, state, inner)
  const before = no === yes ? no && fork(no) : no
  if (yes === undefined) return before
  if (node.type === 'for_statement') setVar(yes, child(node, 'variable')?.text ?? '', HOLE)
  const end = body(node, walk, yes, inner)
  return joinAll([end, ...inner.continues, ...inner.breaks, before], walk.differ)
}

function condition(node: SyntaxNode, walk: Blocks, state: State, context: Context): Both {
  const conditions = node.children.filter(({ field, named: isNamed }) => field === 'condition' && isNamed)
  if (node.type !== 'while_statement' || conditions.length === 0) return either(state)
  const both = walk.block(conditions, state, { ...context, test: true })
  return node.children[0]?.type === 'until' ? not(both) : both
}

function body(node: SyntaxNode, walk: Blocks, state: State, context: Context): State | undefined {
  return settled(walk.block(named(child(node, 'body')), state, context), walk)
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
      if (name === 'let') for (const own of setByArithmetic(one.text)) names.add(own)
      if (name === 'shift' || name === 'set') names.add('@')
      calls ||= walk.functions.has(name)
    }
    if (one.type === 'arithmetic_expansion' || (one.type === 'test_command' && one.text.startsWith('((')))
      for (const own of setByArithmetic(one.text)) names.add(own)
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
