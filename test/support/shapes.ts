// Values made from schemas, and mutations that make them invalid, for the contract's mutation tests. Interprets JSON
// Schema independently of the validator, so that the two cannot share a mistake.

import { isObject } from '../../runtime/contract/json.ts'

export type Shape = {
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly examples?: readonly unknown[]
}

export type Mutation = { readonly path: string; readonly how: 'dropped' | 'retyped'; readonly value: unknown }

/** Whether the schema accepts anything. */
export function isOpen(shape: Shape): boolean {
  return (
    shape.type === undefined && shape.const === undefined && !shape.enum && !shape.anyOf && !shape.properties
  )
}

/** The schema itself and every schema below it, with dotted paths. */
export function everyShape(shape: Shape, path = ''): readonly (readonly [string, Shape])[] {
  const below = (key: string | number, inner: Shape) =>
    everyShape(inner, path === '' ? `${key}` : `${path}.${key}`)
  return [
    [path, shape] as const,
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => below(name, field)),
    ...(shape.anyOf ?? []).flatMap((branch) => everyShape(branch, path)),
    ...(shape.items === undefined ? [] : below('0', shape.items)),
  ]
}

/** A value of this shape with every optional field and no empty list; takes what `value` provides. */
export function full(shape: Shape, value?: unknown): unknown {
  if (shape.anyOf !== undefined) return full(branchOf(shape, value), value)
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return value ?? shape.enum[0]
  if (shape.properties !== undefined) {
    const given = isObject(value) ? value : {}
    const fields = Object.entries(shape.properties).map(([name, field]) => [name, full(field, given[name])])
    return { ...given, ...Object.fromEntries(fields) }
  }
  if (shape.type === 'array') {
    const items = Array.isArray(value) && value.length > 0 ? value : [undefined]
    return items.map((item) => full(shape.items ?? {}, item))
  }
  return value ?? shape.examples?.[0] ?? SAMPLES[shape.type ?? 'string'] ?? null
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'text',
  number: 1,
  integer: 1,
  boolean: true,
  object: {},
}

/** Mutations of a full value, one at a time on every path: a required field dropped, or a field retyped. */
export function* mutations(shape: Shape, value: unknown, path = ''): Generator<Mutation> {
  if (isOpen(shape)) return
  if (path !== '') yield { path, how: 'retyped', value: retyped(shape) }
  const branch = shape.anyOf === undefined ? shape : branchOf(shape, value)
  if (branch !== shape) {
    for (const mutation of mutations(branch, value, path)) if (mutation.path !== path) yield mutation
    return
  }
  if (shape.properties !== undefined && isObject(value)) {
    for (const [name, field] of Object.entries(shape.properties)) {
      const at = path === '' ? name : `${path}.${name}`
      if (shape.required?.includes(name) === true) {
        const { [name]: _dropped, ...rest } = value
        yield { path: at, how: 'dropped', value: rest }
      }
      for (const mutation of mutations(field, value[name], at))
        yield { ...mutation, value: { ...value, [name]: mutation.value } }
    }
  }
  if (shape.type === 'array' && shape.items !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const mutation of mutations(shape.items, item, path === '' ? `${index}` : `${path}.${index}`)) {
        yield { ...mutation, value: value.with(index, mutation.value) }
      }
    }
  }
}

// A value whose type no branch of the shape accepts.
function retyped(shape: Shape): unknown {
  const types = typesOf(shape)
  const found = [7, 'retyped', true, [], {}].find((candidate) => !types.has(typeOf(candidate)))
  return found ?? null
}

function typesOf(shape: Shape): ReadonlySet<string> {
  if (shape.anyOf !== undefined) return new Set(shape.anyOf.flatMap((branch) => [...typesOf(branch)]))
  if (shape.const !== undefined) return new Set([typeOf(shape.const)])
  if (shape.enum !== undefined) return new Set(shape.enum.map(typeOf))
  if (shape.properties !== undefined) return new Set(['object'])
  return new Set(shape.type === undefined ? [] : [shape.type === 'integer' ? 'number' : shape.type])
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

// The branch that a value belongs to: the one whose constants it has, else the first of its type.
function branchOf(shape: Shape, value: unknown): Shape {
  const branches = shape.anyOf ?? []
  const ofType = branches.filter((branch) => typesOf(branch).has(typeOf(value)))
  const found = ofType.find((branch) => carries(branch, value)) ?? branches[0]
  if (found === undefined) throw new Error('a union without branches')
  return found
}

function carries(branch: Shape, value: unknown): boolean {
  if (branch.anyOf !== undefined) return branch.anyOf.some((one) => carries(one, value))
  if (branch.const !== undefined) return branch.const === value
  if (!isObject(value)) return true
  return Object.entries(branch.properties ?? {}).every(
    ([name, field]) => !isConstant(field) || carries(field, value[name]),
  )
}

function isConstant(shape: Shape): boolean {
  return shape.const !== undefined || shape.anyOf?.every(isConstant) === true
}
