// Converts a data tree to spots: every key, every value, and where either could be written. The `format` of a shape
// shows what a text means besides its value (an event, a folder, a variable).

import { defined } from '../../contract/defined.ts'
import type { Range } from '../../contract/problems.ts'
import { fieldsAt, type Path, shapeAt, type WalkedShape } from '../../contract/walk.ts'
import type { Quote, Side, Spot } from '../spots.ts'
import { inside } from './place.ts'
import type { Member, Tree, WrittenNode } from './tree.ts'

export type SpotInput = {
  readonly text: string
  readonly side: Side
  /** The shape of the whole file, if known. */
  readonly shape: WalkedShape | undefined
  /** The path of the tree's root. */
  readonly path?: Path
  /** `${NAME}` in a text is an environment variable. */
  readonly variables?: boolean
}

/** The most spots of one text; a text with more was not written by hand. */
export const MOST_SPOTS = 20_000

/** Finds the spots, in no particular order. None is `sure`, because the file's reader reports the problems. */
export function spotsOf(tree: Tree | undefined, input: SpotInput): readonly Spot[] {
  const { text, side, variables = false } = input
  const spots: Spot[] = []
  const start = input.path ?? []
  if (tree !== undefined) walk(tree, start, below(input.shape, start))
  return spots

  function walk(node: Tree, path: Path, shape: WalkedShape | undefined): void {
    if (spots.length >= MOST_SPOTS) return
    if (node.kind === 'object') {
      const names = node.members.map(({ key }) => key.text)
      for (const member of node.members) {
        if (spots.length >= MOST_SPOTS) return
        walkMember(member, path, shape, names)
      }
      for (const hole of node.holes.slice(0, MANY)) field(hole, [...path, hole.text], names)
    } else if (node.kind === 'array') {
      for (const [index, item] of node.items.entries()) {
        if (spots.length >= MOST_SPOTS) return
        walk(item, [...path, index], below(shape, [index]))
      }
      for (const { index, written } of node.holes.slice(0, MANY))
        couldBe(written, [...path, index], below(shape, [index]), written.text)
    } else if (node.asKey && typeof node.value === 'string') {
      couldBe({ ...node, text: node.value, asKey: true }, path, shape, node.value)
    } else if (node.range.end > node.range.start) {
      value(node.range, path, shape, node.quote, node.value)
    }
  }

  function walkMember(
    { key, value: inner, holes }: Member,
    path: Path,
    shape: WalkedShape | undefined,
    names: readonly string[],
  ): void {
    const here = [...path, key.text]
    // With hundreds of keys, a list of siblings for each would take quadratic memory, so all share one list.
    const others = names.length > MANY ? names : names.filter((name) => name !== key.text)
    field(key, here, others)
    const deeper = below(shape, [key.text])
    if (inner !== undefined) walk(inner, here, deeper)
    for (const hole of holes) couldBe(hole, here, deeper, hole.text)
  }

  function couldBe(written: WrittenNode, path: Path, shape: WalkedShape | undefined, text: string): void {
    const isKey = written.asKey === true && shape !== undefined && fieldsAt(shape, []).length > 0
    if (isKey) field(written, [...path, text], [])
    else value(written.range, path, shape, written.quote, text === '' ? undefined : text)
  }

  function field({ range: whole, quote }: WrittenNode, path: Path, siblings: readonly string[]): void {
    const range = inside(text, { range: whole, quote })
    spots.push({ kind: 'field', range, side, path, quote, access: 'write', sure: false, siblings })
  }

  function value(
    whole: Range,
    path: Path,
    shape: WalkedShape | undefined,
    quote: Quote,
    content: string | number | boolean | null | undefined,
  ): void {
    const range = inside(text, { range: whole, quote })
    const literal = defined({ value: content })
    spots.push({ kind: 'value', range, side, path, ...literal, quote, access: 'write', sure: false })
    const format = formatOf(shape)
    const name = typeof content === 'string' ? content : ''
    if (format === 'event') spots.push({ kind: 'event', range, name, quote })
    if (name === '') return
    if (format === 'variable') spots.push({ kind: 'variable', range: range, name })
    if (format === 'folder' || path.at(-1) === '$schema') file(range, name)
    if (variables) {
      for (const found of text.slice(range.start, range.end).matchAll(VARIABLE)) {
        const at = range.start + found.index + 2
        const [, variable = ''] = found
        spots.push({ kind: 'variable', range: { start: at, end: at + variable.length }, name: variable })
      }
    }
  }

  // The home that `~` stands for is unknown here, and a URL is not a path.
  function file(range: Range, name: string): void {
    if (!/^~|^[a-z][a-z0-9+.-]+:/i.test(name)) spots.push({ kind: 'file', range, file: name })
  }
}

const MANY = 300
// Complete or still being typed: `${`, `${}`, `${HO`.
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)?(?=\}|[^\w}]|$)/g

function below(shape: WalkedShape | undefined, path: Path): WalkedShape | undefined {
  if (shape === undefined || path.length === 0) return shape
  const found = shapeAt(shape, path)
  return found.kind === 'known' ? found.shape : undefined
}

function formatOf(shape: WalkedShape | undefined): string | undefined {
  return shape?.format ?? shape?.anyOf?.find((one) => one.format !== undefined)?.format
}
