// A record's schema as plain JSON Schema (draft 2020-12): what the generated files are written from.
// TypeBox marks its schemas with hidden keys; nothing of that gets past this file.

import type { TSchema } from 'typebox'
import type { Json } from '../../runtime/contract/json.ts'
import type { Field, WalkedShape } from '../../runtime/contract/walk.ts'

export type { Field, WalkedShape }

/** A schema without hidden keys, tuples spelled as the draft spells them. */
export function shapeOf(schema: TSchema): WalkedShape {
  return modern(JSON.parse(JSON.stringify(schema)) as Json) as WalkedShape
}

/** The shape without what only TypeScript understands. */
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

/** True when two shapes are one and the same, descriptions included. */
export function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

// Draft 7 wrote tuples as a list in `items`; 2020-12 has `prefixItems`.
function modern(value: Json): Json {
  if (Array.isArray(value)) return value.map(modern)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, modern(inner as Json)] as const)
  const plain = Object.fromEntries(entries)
  if (!Array.isArray(plain.items)) return plain
  const { items, additionalItems: _additional, ...rest } = plain
  return { ...rest, prefixItems: items as Json, items: false }
}
