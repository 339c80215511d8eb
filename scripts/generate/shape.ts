// Converts a record's schema to plain JSON Schema (draft 2020-12), the basis of all generated files. TypeBox marks its
// schemas with hidden keys; this file removes them.

import type { TSchema } from 'typebox'
import type { Json } from '../../runtime/contract/json.ts'
import type { Field, WalkedShape } from '../../runtime/contract/walk.ts'

export type { Field, WalkedShape }

/** A schema without hidden keys and with tuples in the form of the draft. */
export function shapeOf(schema: TSchema): WalkedShape {
  return modern(JSON.parse(JSON.stringify(schema)) as Json) as WalkedShape
}

/** The shape without keys that only TypeScript generation uses. */
export function jsonOnly(shape: WalkedShape): WalkedShape {
  return JSON.parse(
    JSON.stringify(shape, (key, value) => (key === 'typescript' ? undefined : value)),
  ) as WalkedShape
}

/** The fields of an object shape, in the record's order. */
export function fieldsOf(shape: WalkedShape): readonly Field[] {
  return Object.entries(shape.properties ?? {}).map(([name, field]) => ({
    name,
    shape: field,
    required: shape.required?.includes(name) ?? false,
  }))
}

/** Whether two shapes are equal, including their descriptions. */
export function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

// Draft 7 lists tuple items in `items`; 2020-12 uses `prefixItems`.
function modern(value: Json): Json {
  if (Array.isArray(value)) return value.map(modern)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, modern(inner as Json)] as const)
  const plain = Object.fromEntries(entries)
  if (!Array.isArray(plain.items)) return plain
  const { items, additionalItems: _additional, ...rest } = plain
  return { ...rest, prefixItems: items as Json, items: false }
}
