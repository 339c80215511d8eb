// Fits a decoded JSON value to a schema the way Go's encoding/json decodes it into a struct: field names match
// case-insensitively, null leaves a field unchanged, text becomes valid Unicode. Does not validate.

import type { TSchema } from 'typebox'
import { isObject } from './json.ts'
import { fieldsAt, type Path } from './walk.ts'

type Shape = {
  readonly type?: string
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
}

/** The value with each field renamed to the schema's spelling. A key without a matching field is left unchanged. */
export function asGoStruct(schema: TSchema, value: unknown): unknown {
  return fitted(schema as Shape, value)
}

/** A path into an answer, with each key as the schema spells it. */
export function asSpelled(schema: TSchema, path: Path): Path {
  const found: (string | number)[] = []
  for (const key of path) {
    const names = fieldsAt(schema, found).map(({ name }) => name)
    found.push(names.includes(String(key)) ? key : (sameName(names, String(key)) ?? key))
  }
  return found
}

function fitted(shape: Shape, value: unknown): unknown {
  const { type, properties, items } = notNull(shape)
  if (typeof value === 'string') return type === 'string' ? value.toWellFormed() : value
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => element(items, item))
  return isObject(value) && properties !== undefined ? fields(properties, value) : value
}

function fields(properties: Readonly<Record<string, Shape>>, value: Record<string, unknown>): object {
  const found = new Map<string, unknown>()
  for (const [key, item] of Object.entries(value)) {
    const name = Object.hasOwn(properties, key) ? key : (sameName(Object.keys(properties), key) ?? key)
    // A later null does not overwrite an earlier value.
    if (item !== null || !found.has(name)) found.set(name, fitted(properties[name] ?? {}, item))
  }
  return Object.fromEntries(found)
}

// Go allocates list elements first, so null leaves a string element empty.
function element(shape: Shape, item: unknown): unknown {
  return item === null && notNull(shape).type === 'string' ? '' : fitted(shape, item)
}

function sameName(names: readonly string[], key: string): string | undefined {
  return names.find((name) => name.length === key.length && new RegExp(`^${name}$`, 'iu').test(key))
}

function notNull(shape: Shape): Shape {
  return shape.anyOf?.find(({ type }) => type !== 'null') ?? shape
}
