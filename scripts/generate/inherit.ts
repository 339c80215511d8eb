// Determines which interface extends which: the fields shared by all payloads of a dialect become a base, named as in
// the dialect's seed text.

import type { Dialect, Exports } from '../../runtime/contract/dialect.ts'
import { fieldsOf, same, type WalkedShape } from './shape.ts'

// Names from the seed texts; dialects without a base in their seed declare every payload in full.
const BASE: { readonly [E in Exports]?: string } = { executable: 'BasePayload', lists: 'HookContext' }

/** The fields shared by all payloads, as a shape with its name from the seed text. */
export function baseOf(dialect: Dialect, payloads: readonly WalkedShape[]): WalkedShape | undefined {
  const title = BASE[dialect.exports]
  const [first, ...rest] = payloads
  if (title === undefined || first === undefined) return undefined
  const shared = fieldsOf(first).flatMap((field) => {
    const all = [field, ...rest.map((payload) => fieldsOf(payload).find(({ name }) => name === field.name))]
    if (all.every((other) => same(other, field))) return [field]
    // A field that is constant per event: in the base, it has the type of all constants.
    const constants = all.map((other) => other?.shape.const)
    if (constants.includes(undefined)) return []
    const { const: _const, ...shape } = field.shape
    return [{ ...field, shape: { ...shape, typescript: 'HookType' } }]
  })
  return {
    title,
    description: `What every ${dialect.title} hook receives.`,
    type: 'object',
    properties: Object.fromEntries(shared.map(({ name, shape }) => [name, shape])),
    required: shared.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** The candidate with the most fields, all of which `shape` also has, besides others of its own. */
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
