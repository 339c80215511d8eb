// Finds the part of a schema at a path; shared by completion, hovers and field checks.
// Never guesses: an open shape is reported as open, and callers then report nothing.

import type { TSchema } from 'typebox'
import { defined } from './defined.ts'
import type { Json } from './json.ts'

/** Keys and indexes from the whole value inwards; `*` is any item of a list, or any key of a record. */
export type Path = readonly (string | number)[]

/** The JSON Schema keywords that the records use. */
export type WalkedShape = {
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly WalkedShape[]
  readonly allOf?: readonly WalkedShape[]
  readonly items?: WalkedShape | boolean
  readonly prefixItems?: readonly WalkedShape[]
  readonly properties?: Readonly<Record<string, WalkedShape>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, WalkedShape>>
  readonly propertyNames?: WalkedShape
  readonly additionalProperties?: WalkedShape | boolean
  readonly default?: Json
  /** For author types only: TypeScript for what JSON Schema cannot express, such as an Error. */
  readonly typescript?: string
  readonly examples?: readonly Json[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** Accepted where it is used, but never offered. */
  readonly deprecated?: boolean
  /** Words to offer for a text that may also have other values. */
  readonly offers?: readonly Word[]
  /** The value is run at this event, given by the name of its record. */
  readonly event?: string
}

/** A word that can be written, and its meaning. */
export type Word = {
  readonly name: string
  readonly about: string
  /** Placeholders in the name for the author to fill in. */
  readonly fill?: readonly string[]
}

/** A field that an object may have. */
export type Field = { readonly name: string; readonly shape: WalkedShape; readonly required: boolean }

export type Found =
  /** At least one form of the shape has it. */
  | { readonly kind: 'known'; readonly shape: WalkedShape; readonly required: boolean }
  /** Anything is allowed here, or any object; nothing can be checked. `shape`: where the path ends at the open shape. */
  | { readonly kind: 'open'; readonly shape?: WalkedShape }
  /** No form of the shape has `path[at]`; `known` are the fields that are allowed there. */
  | { readonly kind: 'absent'; readonly at: number; readonly known: readonly string[] }

/** The shape at a path of a value of this schema. */
export function shapeAt(schema: TSchema | WalkedShape, path: Path): Found {
  let here: Found & { kind: 'known' } = { kind: 'known', shape: schema as WalkedShape, required: true }
  for (const [at, key] of path.entries()) {
    const next = step(here.shape, key)
    if (next === 'open') return { kind: 'open' }
    if (next === undefined) return { kind: 'absent', at, known: fieldsOf(here.shape).map(({ name }) => name) }
    here = { kind: 'known', ...next }
  }
  return isOpen(here.shape) ? { kind: 'open', shape: here.shape } : here
}

/** The fields of the object at a path; empty where it is open, absent or not an object. */
export function fieldsAt(schema: TSchema | WalkedShape, path: Path): readonly Field[] {
  const found = shapeAt(schema, path)
  return found.kind === 'known' ? fieldsOf(found.shape) : []
}

/** The fields of an object shape, in the record's order; of all its forms where it has several. */
export function fieldsOf(shape: WalkedShape): readonly Field[] {
  const known = fieldsKnown.get(shape) ?? listedFields(shape)
  fieldsKnown.set(shape, known)
  return known
}

// Shapes are immutable, and those of the records are looked up with each keystroke.
const fieldsKnown = new WeakMap<WalkedShape, readonly Field[]>()

function listedFields(shape: WalkedShape): readonly Field[] {
  const fields = new Map<string, Field>()
  const forms = formsOf(shape).filter(({ type, properties }) => type === 'object' || properties !== undefined)
  for (const form of forms) {
    for (const [name, inner] of Object.entries(form.properties ?? {})) {
      const before = fields.get(name)
      // A form without the field does not require it.
      const required = before?.required ?? forms.every((one) => one.required?.includes(name) === true)
      fields.set(name, { name, required, shape: before === undefined ? inner : either(before.shape, inner) })
    }
  }
  return [...fields.values()]
}

/** The literal values a shape allows; undefined where it also allows others. */
export function valuesOf(shape: WalkedShape): readonly Json[] | undefined {
  const values: Json[] = []
  for (const form of formsOf(shape)) {
    if (form.const !== undefined) values.push(form.const)
    else if (form.enum !== undefined) values.push(...form.enum)
    else if (form.type === 'null') values.push(null)
    else if (form.type === 'boolean') values.push(true, false)
    else return undefined
  }
  return [...new Set(values)]
}

/** True where the shape does not restrict its content. */
export function isOpen(shape: WalkedShape): boolean {
  return formsOf(shape).some(
    (form) =>
      form.const === undefined &&
      form.enum === undefined &&
      (form.type === undefined ||
        (form.type === 'object' &&
          form.properties === undefined &&
          form.patternProperties === undefined &&
          typeof form.additionalProperties !== 'object')),
  )
}

/** The simple shapes a value may have: unions split, intersections merged. */
export function formsOf(shape: WalkedShape): readonly WalkedShape[] {
  const { anyOf, allOf, type } = shape
  if (anyOf !== undefined) return anyOf.flatMap(formsOf)
  if (allOf !== undefined) {
    const [first = [{}], ...parts] = allOf.map(formsOf)
    return parts.reduce((forms, part) => forms.flatMap((one) => part.map((two) => both(one, two))), first)
  }
  return typeof type === 'object' ? type.map((one) => ({ ...shape, type: one })) : [shape]
}

/** A shape as text: `string`, `"main" | "subagent"`, `Message[]`. */
export function typeName(shape: WalkedShape): string {
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(typeName))].join(' | ')
  if (shape.title !== undefined) return shape.title
  if (shape.allOf !== undefined) return shape.allOf.map(typeName).join(' & ')
  if (shape.type === 'array') {
    const { items } = shape
    const inner = typeof items === 'object' && tupleOf(shape) === undefined ? typeName(items) : 'unknown'
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`
  }
  if (Array.isArray(shape.type)) return shape.type.join(' | ')
  return (shape.type as string | undefined) ?? 'unknown'
}

type Next = { readonly shape: WalkedShape; readonly required: boolean }

function step(shape: WalkedShape, key: string | number): Next | 'open' | undefined {
  const found: Next[] = []
  let required = true
  for (const form of formsOf(shape)) {
    if (isOpen(form)) return 'open'
    const next = stepInto(form, key)
    if (next === 'open') return 'open'
    if (next !== undefined) found.push(next)
    // An object form without the field does not require it; a null form beside an object form is ignored.
    if (next === undefined ? form.type === 'object' : !next.required) required = false
  }
  const [first, ...others] = found
  if (first === undefined) return undefined
  return { shape: others.reduce((one, two) => either(one, two.shape), first.shape), required }
}

function stepInto(form: WalkedShape, key: string | number): Next | 'open' | undefined {
  if (form.type === 'array') return item(form, key)
  if (form.type !== 'object') return undefined
  if (key === '*') {
    if (form.additionalProperties === true) return 'open'
    const inner = [...Object.values(form.properties ?? {}), ...Object.values(form.patternProperties ?? {})]
    if (typeof form.additionalProperties === 'object') inner.push(form.additionalProperties)
    const [first, ...others] = inner
    return first === undefined ? 'open' : { shape: others.reduce(either, first), required: false }
  }
  const own = Object.hasOwn(form.properties ?? {}, key) ? form.properties?.[key] : undefined
  if (own !== undefined) return { shape: own, required: form.required?.includes(String(key)) ?? false }
  const [pattern] = Object.entries(form.patternProperties ?? {}).filter(([source]) =>
    new RegExp(source).test(String(key)),
  )
  if (pattern !== undefined) return { shape: pattern[1], required: false }
  if (typeof form.additionalProperties === 'object')
    return { shape: form.additionalProperties, required: false }
  return form.additionalProperties === true ? 'open' : undefined
}

function item(form: WalkedShape, key: string | number): Next | 'open' | undefined {
  if (typeof key === 'string' && key !== '*') return undefined
  const tuple = tupleOf(form)
  const placed = typeof key === 'number' && key >= 0 ? tuple?.[key] : undefined
  if (placed !== undefined) return { shape: placed, required: true }
  const rest = form.items
  if (typeof rest === 'object' && rest !== tuple) return { shape: rest, required: false }
  if (tuple !== undefined && key === '*')
    return { shape: tuple.reduce(either, { anyOf: [] }), required: false }
  return tuple === undefined ? 'open' : undefined
}

// Draft 7 writes tuples as a list in `items`, and so does TypeBox.
function tupleOf(form: WalkedShape): readonly WalkedShape[] | undefined {
  const items: unknown = form.items
  return form.prefixItems ?? (Array.isArray(items) ? items : undefined)
}

function either(one: WalkedShape, two: WalkedShape): WalkedShape {
  if (one === two || JSON.stringify(one) === JSON.stringify(two)) return one
  return {
    anyOf: [...(one.anyOf ?? [one]), ...(two.anyOf ?? [two])],
    ...defined({ description: one.description }),
  }
}

// An intersection with a part that does not restrict an object's fields leaves them open.
function both(one: WalkedShape, two: WalkedShape): WalkedShape {
  return {
    ...one,
    ...two,
    properties: { ...one.properties, ...two.properties },
    required: [...(one.required ?? []), ...(two.required ?? [])],
    ...(isOpen(one) || isOpen(two) ? { additionalProperties: true } : {}),
  }
}
