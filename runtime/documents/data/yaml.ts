// Converts parsed YAML to a tree; half-typed parts become holes. An alias is what its anchor names, and a merge key
// (`<<`) adds its members, as far as a small text stays a small tree. Reports no errors.

import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Range } from '../../contract/problems.ts'
import type { Quote } from '../spots.ts'
import type { Yaml } from '../yaml.ts'
import { gapPlaces } from './gaps.ts'
import { blankLines, type KeyPlace } from './indentation.ts'
import { emptyObject, type Member, type ObjectTree, type Tree, type WrittenNode } from './tree.ts'

/**
 * The tree of a parsed text. Throws a RangeError for one that is nested too deeply. `cut` is called where aliases stand
 * for so much that some of them are left out.
 */
export function yamlTree(text: string, { document, rangeOf, resolve }: Yaml, cut?: () => void): Tree {
  const keys: KeyPlace[] = []
  let depth = 0
  let left = MOST_EXPANDED
  const tree = treeOf(document.contents) ?? emptyObject({ start: 0, end: text.length })
  blankLines(text, keys, tree.kind === 'object' ? tree : undefined)
  return tree

  function treeOf(node: unknown): Tree | undefined {
    if (isAlias(node)) return expanded(node)
    if (isMap(node)) return objectOf(node)
    if (isSeq(node)) return arrayOf(node)
    if (!isScalar(node) || isEmpty(node)) return undefined
    const { value, type } = node
    const quote = QUOTES[type ?? ''] ?? 'bare'
    const range = rangeOf(node)
    const asKey =
      type === 'PLAIN' && typeof value === 'string' && !text.slice(range.start, range.end).includes('\n')
    return { kind: 'scalar', range, value: simple(value), quote, ...(asKey ? { asKey } : {}) }
  }

  function expanded(alias: Alias): Tree | undefined {
    const target = depth < DEEPEST_ALIAS ? resolve(alias) : undefined
    if (target === undefined) return undefined
    const { start, end } = rangeOf(target)
    left -= end - start + 1
    if (left < 0) {
      cut?.()
      return undefined
    }
    depth++
    const tree = treeOf(target)
    depth--
    return tree
  }

  function objectOf(map: YAMLMap): Tree {
    const tree = emptyObject(rangeOf(map))
    const merged: Member[] = []
    for (const pair of map.items) {
      const parts = isMergeKey(pair.key) ? membersOf(treeOf(pair.value)) : undefined
      if (parts !== undefined) {
        merged.push(...parts)
        continue
      }
      const member = memberOf(pair, tree)
      if (member === undefined) continue
      tree.members.push(member)
      if (map.flow !== true && depth === 0) keys.push({ offset: member.key.range.start, owner: tree, member })
    }
    // A pair inside `[ ]` is also a map, but has no braces and thus no holes.
    if (map.flow === true && text[tree.range.start] === '{') {
      for (const at of flowPlaces(
        tree.range,
        tree.members.at(-1)?.value?.range ?? tree.members.at(-1)?.key.range,
      ))
        tree.holes.push(hole(at))
    }
    const own = new Set(tree.members.map(({ key }) => key.text))
    tree.members.push(...merged.filter(({ key }) => !own.has(key.text) && own.add(key.text)))
    return tree
  }

  function memberOf({ key, value }: Pair, owner: ObjectTree): Member | undefined {
    if (!isScalar(key) || isEmpty(key)) return undefined
    const { type } = key
    const quote = QUOTES[type ?? ''] ?? 'bare'
    const range = rangeOf(key)
    // A key without its colon yet, above another key: the parser treats the two as one.
    const lines =
      quote === 'bare' ? [...text.slice(range.start, range.end).matchAll(/[^\s].*[^\s]|[^\s]/g)] : []
    const last = lines.at(-1)
    for (const line of lines.slice(0, -1)) owner.holes.push({ ...writtenIn(line, range), asKey: true })
    const written: WrittenNode =
      lines.length > 1 && last !== undefined
        ? writtenIn(last, range)
        : { range, text: String(key.value), quote }
    const member: Member = { key: written, value: treeOf(value), holes: [] }
    if (member.value === undefined && !isAlias(value)) {
      const [colon] = /^[ \t]*:[ \t]/.exec(text.slice(written.range.end, written.range.end + 200)) ?? []
      const from = written.range.end + (colon?.length ?? 0)
      if (colon !== undefined) for (const at of lineFrom(from)) member.holes.push(hole(at))
    }
    return member
  }

  function arrayOf(seq: YAMLSeq): Tree {
    const tree: Tree & { kind: 'array' } = { kind: 'array', range: rangeOf(seq), items: [], holes: [] }
    for (const [index, item] of seq.items.entries()) {
      const inner = treeOf(item)
      // Indexes must match the parser's, so an alias or a lone dash also becomes an item.
      const { start } = rangeOf(item as Node)
      tree.items.push(inner ?? { kind: 'scalar', range: { start, end: start }, value: null, quote: 'bare' })
      if (inner !== undefined || isAlias(item)) continue
      // Right after a dash nothing can be written, only after the blank that follows it.
      const isDash = text[start - 1] === '-'
      if (isDash && text[start] !== ' ') continue
      const from = isDash ? start + 1 : start
      for (const at of lineFrom(from)) tree.holes.push({ index, written: hole(at) })
    }
    if (seq.flow === true) {
      for (const at of flowPlaces(tree.range, tree.items.at(-1)?.range))
        tree.holes.push({ index: tree.items.length, written: hole(at) })
    }
    return tree
  }

  // The offsets inside empty brackets, or after the last comma.
  function flowPlaces({ start, end }: Range, last: Range | undefined): readonly number[] {
    const [before] = /^\s*,/.exec(last === undefined ? '' : text.slice(last.end, end)) ?? []
    if (last !== undefined && before === undefined) return []
    const from = last === undefined ? start + 1 : last.end + (before?.length ?? 0)
    const [blank = ''] = /^\s*/.exec(text.slice(from, end)) ?? []
    return gapPlaces(text, from, from + blank.length, { sameLine: true, lines: true, closed: true })
  }

  function lineFrom(from: number): readonly number[] {
    const [blank = ''] = /^[ \t]*/.exec(text.slice(from, from + 200)) ?? []
    return gapPlaces(text, from, from + blank.length, { sameLine: true, lines: false, closed: true })
  }
}

/** Limit of the length of all texts that aliases stand for, in UTF-16 units. */
const MOST_EXPANDED = 2 ** 14
/** Aliases within what an alias stands for, such as one within its own anchor. */
const DEEPEST_ALIAS = 8

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<'
}

// What a merge key adds: the members of an object, or of each object in a list. Undefined for anything else, which agents
// do not merge.
function membersOf(tree: Tree | undefined): readonly Member[] | undefined {
  if (tree?.kind === 'object') return tree.members
  if (tree?.kind !== 'array' || !tree.items.every(({ kind }) => kind === 'object')) return undefined
  return tree.items.flatMap((item) => (item.kind === 'object' ? item.members : []))
}

function writtenIn(line: RegExpExecArray, within: Range): WrittenNode {
  const start = within.start + line.index
  return { range: { start, end: start + line[0].length }, text: line[0], quote: 'bare' }
}

const QUOTES: Readonly<Record<string, Quote>> = { QUOTE_DOUBLE: '"', QUOTE_SINGLE: "'" }

function isEmpty(node: Node): boolean {
  return isScalar(node) && node.value === null && (node.range?.[0] ?? 0) === (node.range?.[1] ?? 0)
}

function hole(at: number): WrittenNode {
  return { range: { start: at, end: at }, text: '', quote: 'bare', asKey: true }
}

function simple(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  return String(value)
}
