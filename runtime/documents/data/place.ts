// Finds the key or value at an offset of a data text, finished or not. Independent of shape and format.

import type { Range } from '../../contract/problems.ts'
import type { Path } from '../../contract/walk.ts'
import type { Member, Tree, WrittenNode } from './tree.ts'

export type DataPlace = {
  /** Keys and indexes from the root; for a key, its own name last, as far as it is written. */
  readonly path: Path
  readonly at: 'key' | 'value'
  readonly written: WrittenNode
  /** It may be the value, or the first key of one: before the colon is written, YAML does not distinguish them. */
  readonly asKey?: true
}

/** A key written apart from the object it belongs to, as in a table header. */
export type Heading = { readonly path: readonly string[]; readonly written: WrittenNode }

/** A text, as far as it can be parsed. */
export type Outline = { readonly tree: Tree | undefined; readonly headings?: readonly Heading[] }

/** The key or value at an offset, including one that ends there. */
export function placeAt({ tree, headings = [] }: Outline, offset: number): DataPlace | undefined {
  const heading = headings.find(({ written }) => isIn(written, offset))
  if (heading !== undefined) return { path: heading.path, at: 'key', written: heading.written }
  return tree === undefined ? undefined : within(tree, [], offset)
}

/** The range of a key or value without its quotes, the last of which may be missing. */
export function inside(text: string, { range, quote }: Pick<WrittenNode, 'range' | 'quote'>): Range {
  const { start, end } = range
  if (start === end || quote === 'bare' || text[start] !== quote) return range
  return { start: start + 1, end: end - 1 > start && text[end - 1] === quote ? end - 1 : end }
}

// `path` is the node's path, modified in place: copying it for each of a thousand nodes would dominate the cost.
function within(node: Tree, path: (string | number)[], offset: number): DataPlace | undefined {
  if (node.kind === 'scalar') {
    if (!isIn(node, offset)) return undefined
    const { range, value, quote, asKey } = node
    const text = value === null ? '' : String(value)
    return { path: [...path], at: 'value', written: { range, text, quote }, ...(asKey ? { asKey } : {}) }
  }
  if (node.kind === 'array') {
    const hole = node.holes.find(({ written }) => isIn(written, offset))
    if (hole !== undefined) return valuePlace([...path, hole.index], hole.written)
    return firstOf(
      node.items,
      path,
      (_, index) => index,
      (item) => within(item, path, offset),
    )
  }
  const found = firstOf(
    node.members,
    path,
    ({ key }) => key.text,
    (member) => inMember(member, path, offset),
  )
  if (found !== undefined) return found
  const hole = node.holes.find((written) => isIn(written, offset))
  return hole === undefined ? undefined : { path: [...path, hole.text], at: 'key', written: hole }
}

function inMember(
  { key, value, holes }: Member,
  path: (string | number)[],
  offset: number,
): DataPlace | undefined {
  if (isIn(key, offset)) return { path: [...path], at: 'key', written: key }
  const hole = holes.find((written) => isIn(written, offset))
  if (hole !== undefined) return valuePlace([...path], hole)
  return value === undefined ? undefined : within(value, path, offset)
}

function valuePlace(path: Path, written: WrittenNode): DataPlace {
  return { path, at: 'value', written, ...(written.asKey ? { asKey: true } : {}) }
}

function firstOf<T, R>(
  all: readonly T[],
  path: (string | number)[],
  step: (one: T, index: number) => string | number,
  of: (one: T) => R | undefined,
): R | undefined {
  for (let index = 0; index < all.length; index++) {
    const one = all[index] as T
    path.push(step(one, index))
    const found = of(one)
    path.pop()
    if (found !== undefined) return found
  }
  return undefined
}

function isIn({ range }: WrittenNode | Tree, offset: number): boolean {
  return range.start <= offset && offset <= range.end
}
