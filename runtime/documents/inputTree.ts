// The syntax tree of an input, parsed once per grammar and shared by all analyses.

import { oncePer } from '../contract/oncePer.ts'
import type { DocumentInput } from './document.ts'
import type { Grammar } from './grammars.ts'
import { parseTree, type SyntaxTree } from './treeSitter.ts'

const treesOf = oncePer((_: DocumentInput) => new Map<Grammar, Promise<SyntaxTree>>())

/** The tree of this text; cached as long as the input object is alive. */
export function treeOf(grammar: Grammar, input: DocumentInput): Promise<SyntaxTree> {
  const trees = treesOf(input)
  const tree = trees.get(grammar) ?? parseTree(grammar, input.text)
  trees.set(grammar, tree)
  return tree
}
