// Parses TOML text into a tree. Tables written separately (`[a]`, `[[a.b]]`) are put where they belong.

import { type AST, ParseError, parseTOML } from 'toml-eslint-parser'
import { oncePer } from '../../contract/oncePer.ts'
import type { Range } from '../../contract/problems.ts'
import { emptyObject, type Member, type ObjectTree, type Tree, type WrittenNode } from './tree.ts'

/** The first error of a text, and its offset. */
type TomlError = { readonly message: string; readonly at: number }

/** The tree of a text, or its first error. */
export function tomlTree(text: string): Tree | TomlError {
  try {
    return treeOf(parseTOML(text, { tomlVersion: '1.0' }), text)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { message: error.message.replace(/\.$/, ''), at: Math.min(error.index, text.length) }
  }
}

function treeOf({ body: [top] }: AST.TOMLProgram, text: string): Tree {
  const root = emptyObject({ start: 0, end: text.length })
  for (const part of top.body) {
    if (part.type === 'TOMLKeyValue') addKeyValue(root, part)
    else addTable(root, part)
  }
  return root
}

function addTable(root: ObjectTree, { key, resolvedKey, body, range: [start, end] }: AST.TOMLTable): void {
  const range = { start, end }
  let keys = 0
  let here: Tree = root
  for (const [level, step] of resolvedKey.entries()) {
    const below = typeof resolvedKey[level + 1] === 'number' ? emptyArray(range) : emptyObject(range)
    if (typeof step === 'number') here = itemOf(here, step, below)
    else here = memberOf(here, written(key.keys[keys++] as AST.TOMLBare), below)
    if (here.kind !== 'scalar') here.range = { start: Math.min(here.range.start, start), end }
  }
  for (const part of body) addKeyValue(here as ObjectTree, part)
}

function addKeyValue(owner: ObjectTree, { key: { keys }, value }: AST.TOMLKeyValue): void {
  const last = keys.at(-1)
  if (last === undefined) return
  const [start, end] = value.range
  let here: Tree = owner
  for (const one of keys.slice(0, -1)) here = memberOf(here, written(one), emptyObject({ start, end }))
  memberOf(here, written(last), contentOf(value))
}

function memberOf(owner: Tree, key: WrittenNode, value: Tree): Tree {
  // A path continues in the last table of an array.
  if (owner.kind === 'array') return memberOf(owner.items.at(-1) as Tree, key, value)
  const { members } = owner as ObjectTree
  const index = indexOf(members)
  const known = index.get(key.text)
  if (known !== undefined) return known
  const member: Member = { key, value, holes: [] }
  members.push(member)
  index.set(key.text, value)
  return value
}

// Cached, because a file may have a hundred thousand tables.
const indexOf = oncePer((_: readonly Member[]) => new Map<string, Tree>())

function itemOf(owner: Tree, index: number, value: Tree): Tree {
  const { items } = owner as Tree & { kind: 'array' }
  items[index] ??= value
  return items[index]
}

function contentOf(node: AST.TOMLContentNode): Tree {
  const [start, end] = node.range
  const range = { start, end }
  if (node.type === 'TOMLArray')
    return { kind: 'array', range, items: node.elements.map(contentOf), holes: [] }
  if (node.type === 'TOMLInlineTable') {
    const table = emptyObject(range)
    for (const part of node.body) addKeyValue(table, part)
    return table
  }
  const { kind, value } = node
  const simple = kind === 'string' || kind === 'boolean' || kind === 'float' ? value : undefined
  return {
    kind: 'scalar',
    range,
    value: simple ?? (kind === 'integer' ? Number(value) : String(value)),
    quote: kind === 'string' ? (node.style === 'literal' ? "'" : '"') : 'bare',
  }
}

function written(key: AST.TOMLBare | AST.TOMLQuoted): WrittenNode {
  const [start, end] = key.range
  const range = { start, end }
  if (key.type === 'TOMLBare') return { range, text: key.name, quote: 'bare' }
  return { range, text: key.value, quote: key.style === 'literal' ? "'" : '"' }
}

function emptyArray(range: Range): Tree {
  return { kind: 'array', range, items: [], holes: [] }
}
