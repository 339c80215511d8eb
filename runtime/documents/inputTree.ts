// The syntax tree of a text, parsed once however many look at it.

import type { DocumentInput } from './document.ts'
import { type Grammar, parseTree, type SyntaxTree } from './treeSitter.ts'

const trees = new WeakMap<DocumentInput, Promise<SyntaxTree>>()

/** The tree of this text; kept as long as somebody holds the very input. */
export function treeOf(grammar: Grammar, input: DocumentInput): Promise<SyntaxTree> {
  let tree = trees.get(input)
  if (tree === undefined) {
    tree = parseTree(grammar, input.text)
    trees.set(input, tree)
  }
  return tree
}
