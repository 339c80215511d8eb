// What a language implements so that names of its scripts can be renamed, and the walk through a tree that its readers
// share.

import type { Range } from '../../contract/problems.ts'
import type { SyntaxNode } from '../treeSitter.ts'

/** One occurrence of a name. */
export type WrittenName = {
  readonly range: Range
  readonly name: string
  /** Occurrences with the same name, kind and scope are the same name. */
  readonly kind: 'variable' | 'function'
  readonly scope: number
  /** The occurrence sets or defines the name. */
  readonly defines: boolean
}

/** Reads the names of a script, in text order. */
export type NameReader = {
  readonly read: (text: string) => Promise<readonly WrittenName[]>
  /** Names are case-insensitive. */
  readonly anyCase?: true
  /** The valid names of each kind. */
  readonly spelt: Readonly<Record<WrittenName['kind'], RegExp>>
  /** Names of each kind that are reserved by the language. */
  readonly reserved: Readonly<Record<WrittenName['kind'], RegExp>>
}

/** A node with its ancestors, the nearest first. */
export type NodeWithin = { readonly node: SyntaxNode; readonly parents: readonly SyntaxNode[] }

/** All nodes of a tree, each with at most `most` ancestors. */
export function nodesWithin(root: SyntaxNode, most: number): readonly NodeWithin[] {
  const found: NodeWithin[] = []
  const open: NodeWithin[] = [{ node: root, parents: [] }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one)
    const parents = [one.node, ...one.parents.slice(0, most - 1)]
    for (const node of one.node.children) open.push({ node, parents })
  }
  return found
}
