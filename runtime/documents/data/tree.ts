// A data text as a tree of plain values with ranges, the same for JSON and YAML; parts that are missing or half typed
// are nodes too.

import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import type { Quote } from '../spots.ts'

/**
 * A key or value with the quotes around it, or a hole where one could be written (then `text` is the part already
 * typed).
 */
export type WrittenNode = {
  readonly range: Range
  readonly text: string
  readonly quote: Quote
  /**
   * For a value: it may also be the first key of a mapping. Before the colon is written, YAML does not distinguish
   * them.
   */
  readonly asKey?: true
}

export type Member = {
  readonly key: WrittenNode
  value: Tree | undefined
  /** Holes for its value, while it has none. */
  readonly holes: WrittenNode[]
}

export type Tree =
  | {
      readonly kind: 'object'
      range: Range
      readonly members: Member[]
      /** Holes for further keys. */
      readonly holes: WrittenNode[]
    }
  | {
      readonly kind: 'array'
      range: Range
      readonly items: Tree[]
      /** Holes for further items, and their indexes. */
      readonly holes: { readonly index: number; readonly written: WrittenNode }[]
    }
  | {
      readonly kind: 'scalar'
      readonly range: Range
      readonly value: string | number | boolean | null
      readonly quote: Quote
      /** As in `WrittenNode`. */
      readonly asKey?: true
    }

export type ObjectTree = Tree & { kind: 'object' }

/** An object without members yet. */
export function emptyObject(range: Range): ObjectTree {
  return { kind: 'object', range, members: [], holes: [] }
}

/** The plain value, as JSON.parse would return it: of two members with the same name the last counts. */
export function plain(tree: Tree | undefined): unknown {
  if (tree === undefined) return undefined
  if (tree.kind === 'scalar') return tree.value
  if (tree.kind === 'array') return tree.items.map(plain)
  return Object.fromEntries(
    tree.members.flatMap(({ key, value }) => (value === undefined ? [] : [[key.text, plain(value)]])),
  )
}

/** The tree at a path, and its key; undefined where the text has nothing there. */
export function find(
  tree: Tree | undefined,
  path: readonly string[],
): { readonly tree: Tree | undefined; readonly key?: WrittenNode } | undefined {
  let here: { tree: Tree | undefined; key?: WrittenNode } = { tree }
  for (const step of path) {
    const inside = here.tree
    if (inside?.kind === 'array') here = { tree: inside.items[Number(step)] }
    else {
      const member = inside?.kind === 'object' ? memberOf(inside, step) : undefined
      if (member === undefined) return undefined
      here = { tree: member.value, key: member.key }
    }
  }
  return here
}

/** The effective member of a name: the last one. */
export function memberOf({ members }: Tree & { kind: 'object' }, name: string): Member | undefined {
  if (members.length < MANY) return members.findLast(({ key }) => key.text === name)
  const index = indexOf(members)
  // While a text is parsed, its tree still grows.
  for (; index.size < members.length; index.size++) {
    const one = members[index.size] as Member
    index.byName.set(one.key.text, one)
  }
  return index.byName.get(name)
}

/** From this number of members on they are indexed by name: a file may have thousands, each of which is looked up. */
const MANY = 32
const indexOf = oncePer((_: readonly Member[]) => ({ size: 0, byName: new Map<string, Member>() }))
