// Checks a value against its shape: problems at their place in the text, with repairs.

import type { TSchema } from 'typebox'
import type { ProblemCode } from '../../contract/problemCodes.ts'
import { type Problem, problem, type Range } from '../../contract/problems.ts'
import { suggest } from '../../contract/suggest.ts'
import { type Located, mismatches } from '../../contract/validate.ts'
import { fieldsAt, shapeAt, type WalkedShape } from '../../contract/walk.ts'
import { intendedKey, intendedValue, replace } from '../repairs.ts'
import { find, plain, type Tree } from './tree.ts'

export type ShapeProblemInput = {
  readonly path: string
  readonly tree: Tree
  readonly schema: TSchema
  readonly code: ProblemCode
  /** Words the whole message for a mismatch. */
  readonly say: (found: Located) => string
  /** The text does not parse: missing fields may be partly written, so they are not reported. */
  readonly broken?: boolean
}

/** Every mismatch as a problem at its place, with repairs. */
export function shapeProblems({
  path,
  tree,
  schema,
  code,
  say,
  broken = false,
}: ShapeProblemInput): readonly Problem[] {
  // An empty key is still to be typed.
  const found = mismatches(schema, plain(tree)).filter(
    ({ missing, extra }) => extra !== '' && (!broken || missing === undefined),
  )
  const renamed = new Set<string>()
  const placed = found.map((one) => {
    const { stray, ...place } = placeOf(one, tree, schema, renamed)
    if (stray === undefined) return { one, ...place }
    return { one: { ...one, message: `${one.message} ("${stray}" is similar)` }, ...place }
  })
  return grouped(placed).map(({ one, range, repairs = [] }) =>
    problem(code, path, say(one), { range, repairs }),
  )
}

// All fields missing in one object are reported as one finding.
function grouped(all: readonly Placed[]): readonly Placed[] {
  const groups = new Map<string, Placed[]>()
  for (const placed of all) {
    const { at, missing, path } = placed.one
    const key = missing !== undefined && placed.repairs === undefined ? `in ${at.join('\0')}` : `at ${path}`
    groups.set(key, [...(groups.get(key) ?? []), placed])
  }
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (first === undefined || others.length === 0) return group
    const paths = group.map(({ one }) => one.path)
    const path = `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`
    return [{ ...first, one: { ...first.one, path, message: 'are missing' } }]
  })
}

type Placed = Place & { readonly one: Located }

type Place = {
  readonly range: Range
  readonly repairs?: Problem['repairs']
  /** An unknown key similar to the missing one. */
  readonly stray?: string
}

function placeOf({ at, missing, extra }: Located, root: Tree, schema: TSchema, renamed: Set<string>): Place {
  const here = nearest(root, at)
  const tree = here?.tree
  if (tree?.kind === 'object') {
    const known = fieldsAt(schema, at).map(({ name }) => name)
    if (extra !== undefined) {
      const key = tree.members.find((member) => member.key.text === extra)?.key
      if (key !== undefined)
        return { range: key.range, repairs: intendedKey(extra, known, key.range, JSON.stringify) }
    }
    if (missing !== undefined) {
      const present = tree.members.slice(0, 300).map(({ key }) => key.text)
      const strays = present.filter((name) => !known.includes(name) && !renamed.has([...at, name].join('\0')))
      const stray = suggest(missing, strays)
      const key = tree.members.find((member) => member.key.text === stray)?.key
      if (stray !== undefined && key !== undefined) {
        renamed.add([...at, stray].join('\0'))
        return {
          stray,
          range: key.range,
          repairs: [replace(`Change to "${missing}"`, key.range, JSON.stringify(missing))],
        }
      }
      return { range: here?.key?.range ?? firstOf(tree) }
    }
  }
  if (tree === undefined) return { range: here?.key?.range ?? firstOf(root) }
  const shape = shapeAt(schema, at)
  const repairs =
    shape.kind === 'known' && tree.kind === 'scalar'
      ? intendedValue(shape.shape as WalkedShape, tree.value, tree.range, JSON.stringify)
      : []
  return { range: tree.kind === 'scalar' ? tree.range : (here?.key?.range ?? firstOf(tree)), repairs }
}

// The tree at a path or, where the text has none, at the longest existing part of it.
function nearest(root: Tree, at: readonly string[]): ReturnType<typeof find> {
  for (let length = at.length; length > 0; length--) {
    const found = find(root, at.slice(0, length))
    if (found !== undefined) return found
  }
  return { tree: root }
}

/** The first character of a value, such as its brace: underlining a whole object is too much. */
function firstOf({ range }: Tree): Range {
  return { start: range.start, end: Math.min(range.end, range.start + 1) }
}

/** Keys that occur more than once in one object: only the last counts. */
export function duplicateKeys(tree: Tree | undefined, code: ProblemCode, path: string): readonly Problem[] {
  if (tree === undefined || tree.kind === 'scalar') return []
  if (tree.kind === 'array') return tree.items.flatMap((item) => duplicateKeys(item, code, path))
  const last = new Map(tree.members.map((member) => [member.key.text, member]))
  return tree.members.flatMap((member) => {
    const { key, value } = member
    const inner = duplicateKeys(value, code, path)
    if (last.get(key.text) === member) return inner
    const message = `"${key.text}" is repeated further down, and only the last one is used.`
    return [problem(code, path, message, { range: key.range, fix: 'Keep one of them.' }), ...inner]
  })
}
