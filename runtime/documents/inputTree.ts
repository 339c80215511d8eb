// The syntax tree of a text, parsed once however many look at it.

import { oncePer } from '../contract/oncePer.ts'
import type { DocumentInput } from './document.ts'
import type { Grammar } from './grammars.ts'
import { parseTree, type SyntaxTree } from './treeSitter.ts'

const treesOf = oncePer((_: DocumentInput) => new Map<Grammar, Promise<SyntaxTree>>())

/** The tree of this text; kept as long as somebody holds the very input. */
export function treeOf(grammar: Grammar, input: DocumentInput): Promise<SyntaxTree> {
  const trees = treesOf(input)
  const tree = trees.get(grammar) ?? parseTree(grammar, input.text)
  trees.set(grammar, tree)
  return tree
}
