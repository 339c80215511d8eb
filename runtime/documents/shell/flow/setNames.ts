// Which names a script sets: in one of its statements, in its functions, anywhere.

import { oncePer } from '../../../contract/oncePer.ts'
import { allNodes, child, childrenOf, nodesIn, type SyntaxNode } from '../../treeSitter.ts'
import { setByArithmetic } from './state.ts'
import type { WalkedScript } from './walk.ts'

/** The assignments of a name; undefined where it is also set in another way (`read`, `i++`, a function, `+=`). */
type Assignments = readonly SyntaxNode[] | undefined

// A loop inside others is walked once for each of their iterations.
const setWithin = new WeakMap<SyntaxNode, ReadonlyMap<string, Assignments>>()

/** The names that a node's statements set, with their assignments; `@` stands for the arguments. */
export function assigned(node: SyntaxNode, script: WalkedScript): ReadonlyMap<string, Assignments> {
  const known = setWithin.get(node) ?? namesSet(node, script)
  setWithin.set(node, known)
  return known
}

function namesSet(node: SyntaxNode, script: WalkedScript): ReadonlyMap<string, Assignments> {
  const names = new Set<string>()
  const written = new Map<string, SyntaxNode[]>()
  let calls = false
  for (const one of nodesIn(node)) {
    if (one.type === 'variable_assignment') {
      const name = child(one, 'name')
      const isWhole = name?.type === 'variable_name' && one.children.every(({ type }) => type !== '+=')
      if (!isWhole) names.add(name?.text ?? '')
      else {
        const before = written.get(name.text)
        if (before === undefined) written.set(name.text, [one])
        else before.push(one)
      }
    }
    if (one.type === 'command') {
      const name = child(one, 'name')?.text ?? ''
      if (/^(read|mapfile|readarray|unset|printf)$/.test(name))
        for (const { text } of childrenOf(one, 'argument')) names.add(text)
      if (name === 'let') for (const own of setByArithmetic(one.text)) names.add(own)
      if (name === 'shift' || name === 'set') names.add('@')
      calls ||= script.functions.has(name)
    }
    if (one.type === 'arithmetic_expansion' || (one.type === 'test_command' && one.text.startsWith('((')))
      for (const own of setByArithmetic(one.text)) names.add(own)
  }
  const others = calls ? [...names, ...setByFunctions(script)] : names
  return new Map<string, Assignments>([...written, ...[...others].map((name) => [name, undefined] as const)])
}

const sets = new WeakMap<WalkedScript, ReadonlySet<string>>()

/** Every name that one of the script's functions sets. */
export function setByFunctions(script: WalkedScript): ReadonlySet<string> {
  const known = sets.get(script)
  if (known !== undefined) return known
  // A recursive lookup from functions that call functions gets the empty set; it has nothing to add.
  sets.set(script, new Set())
  const found = new Set(outermost(script).flatMap((node) => [...assigned(node, script).keys()]))
  sets.set(script, found)
  return found
}

// The outermost functions: what a nested function sets, the enclosing one sets as well.
function outermost({ functions }: WalkedScript): readonly SyntaxNode[] {
  let end = -1
  return [...functions.values()]
    .sort((one, two) => one.start - two.start)
    .filter((node) => {
      const isWithin = node.end <= end
      end = Math.max(end, node.end)
      return !isWithin
    })
}

/**
 * Whether a name has no value unless the environment exports it: `code` in `${code:-1}`, where the script never sets
 * it.
 */
export function isNeverSet(name: string, script: WalkedScript): boolean {
  return /^[a-z_]+$/.test(name) && !setAnywhere(script).has(name) && !setAnywhere(script).has(ANY)
}

const ANY = '*'

const setAnywhere = oncePer((script: WalkedScript): ReadonlySet<string> => {
  const names = new Set(assigned(script.root, script).keys())
  for (const one of allNodes(script.root)) {
    if (one.type === 'for_statement') names.add(child(one, 'variable')?.text ?? '')
    const name = one.type === 'command' ? child(one, 'name')?.text : undefined
    // The variables that a sourced file or an evaluated text sets are unknown.
    if (name === '.' || name === 'source' || name === 'eval') names.add(ANY)
    if (name === 'getopts') for (const { text } of childrenOf(one, 'argument')) names.add(text)
  }
  return names
})
