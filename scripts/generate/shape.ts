// A record's schema as plain JSON Schema (draft 2020-12): what the generated files are written from.
// TypeBox marks its schemas with hidden keys; nothing of that gets past this file.

import type { TSchema } from 'typebox'
import type { Json } from '../../runtime/contract/json.ts'

/** The keywords our records use. */
export type Shape = {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly items?: Shape | false
  readonly prefixItems?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly default?: Json
  /** For author types only: TypeScript for what no JSON can say, such as an Error. */
  readonly typescript?: string
}

/** One field of an object shape. */
export type Field = { readonly name: string; readonly shape: Shape; readonly required: boolean }

/** A schema without hidden keys, tuples spelled as the draft spells them. */
export function shapeOf(schema: TSchema): Shape {
  return modern(JSON.parse(JSON.stringify(schema)) as Json) as Shape
}

/** The shape without what only TypeScript understands. */
export function jsonOnly(shape: Shape): Shape {
  return JSON.parse(
    JSON.stringify(shape, (key, value) => (key === 'typescript' ? undefined : value)),
  ) as Shape
}

/** The fields of an object shape, in the record's order. */
export function fieldsOf(shape: Shape): readonly Field[] {
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
