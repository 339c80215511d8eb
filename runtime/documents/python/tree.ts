// The syntax tree of a Python text, parsed once however many look at it.

import type { DocumentInput } from '../document.ts'
import { parseTree, type SyntaxTree } from '../treeSitter.ts'

const trees = new WeakMap<DocumentInput, Promise<SyntaxTree>>()

/** The tree of this text; kept as long as somebody holds the very input. */
export function treeOf(input: DocumentInput): Promise<SyntaxTree> {
  let tree = trees.get(input)
  if (tree === undefined) {
    tree = parseTree('python', input.text)
    trees.set(input, tree)
  }
  return tree
}
