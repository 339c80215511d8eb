// Which interface extends which: the fields that all payloads of a dialect share become a base under the seed's name.

import type { Dialect, Exports } from '../../runtime/contract/dialect.ts'
import { fieldsOf, same, type WalkedShape } from './shape.ts'

// The seeds' own names; dialects whose seed has no base write every payload out.
const BASE: { readonly [E in Exports]?: string } = { executable: 'BasePayload', lists: 'HookContext' }

/** The shared fields of all payloads as a shape with the seed's name for it. */
export function baseOf(dialect: Dialect, payloads: readonly WalkedShape[]): WalkedShape | undefined {
  const title = BASE[dialect.exports]
  const [first, ...rest] = payloads
  if (title === undefined || first === undefined) return undefined
  const shared = fieldsOf(first).flatMap((field) => {
    const all = [field, ...rest.map((payload) => fieldsOf(payload).find(({ name }) => name === field.name))]
    if (all.every((other) => same(other, field))) return [field]
    // A field with one constant per event: the base has them all.
    const constants = all.map((other) => other?.shape.const)
    if (constants.includes(undefined)) return []
    const { const: _const, ...shape } = field.shape
    return [{ ...field, shape: { ...shape, typescript: 'HookType' } }]
  })
  return {
    title,
    description: `What every ${dialect.title} hook is given.`,
    type: 'object',
    properties: Object.fromEntries(shared.map(({ name, shape }) => [name, shape])),
    required: shared.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The candidate with the most fields that `shape` has all of, and then some. */
export function parentOf(
  shape: WalkedShape,
  candidates: readonly WalkedShape[],
): { name: string; shape: WalkedShape } | undefined {
  const size = (one: WalkedShape) => fieldsOf(one).length
  const parents = candidates.filter((one) => size(one) < size(shape) && includes(shape, one))
  const [parent] = parents.sort((one, two) => size(two) - size(one))
  return parent?.title === undefined ? undefined : { name: parent.title, shape: parent }
}

function includes(shape: WalkedShape, parent: WalkedShape): boolean {
  const own = new Map(fieldsOf(shape).map((field) => [field.name, field]))
  return fieldsOf(parent).every((field) => {
    const mine = own.get(field.name)
    if (field.shape.typescript === 'HookType') return mine?.shape.const !== undefined
    return same(mine, field)
  })
}
