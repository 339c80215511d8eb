// Functions that pass on what they are given to a function that runs it: `f() { g "$@"; }`, where `g() { "$1" z; }`.

import { child, nodesIn, type SyntaxNode } from '../treeSitter.ts'

/** Words by which a function passes on what it was given. */
const GIVEN = /\$(?:[@*1-9]|\{[@*1-9])/

/** `runners`, and all functions that pass what they are given to one of them. */
export function withPassing(
  runners: ReadonlySet<SyntaxNode>,
  functions: ReadonlyMap<string, SyntaxNode>,
): ReadonlySet<SyntaxNode> {
  const found = new Set(runners)
  if (found.size === 0) return found
  const passes = [...functions.values()].map((one) => [one, receiversIn(one, functions)] as const)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const [one, receivers] of passes) if (receivers.some((other) => found.has(other))) found.add(one)
  }
  return found
}

// The functions that this one calls with what it was given.
function receiversIn(one: SyntaxNode, functions: ReadonlyMap<string, SyntaxNode>): readonly SyntaxNode[] {
  return nodesIn(one).flatMap((node) => {
    if (node.type !== 'command' || !GIVEN.test(node.text)) return []
    return functions.get(child(node, 'name')?.text ?? '') ?? []
  })
}
