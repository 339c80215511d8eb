// Prints a shape as TypeScript: readable, with doc comments and with named types for shared shapes.

import { type Field, fieldsOf, type WalkedShape } from './walk.ts'

/**
 * Every titled shape below the given ones, by title, in the order found. Throws where two different shapes share a
 * title.
 */
export function titled(roots: readonly WalkedShape[]): Map<string, WalkedShape> {
  const found = new Map<string, WalkedShape>()
  for (const root of roots) visit(root)
  return found

  function visit(shape: WalkedShape): void {
    for (const inner of below(shape)) visit(inner)
    if (shape.title === undefined) return
    const before = found.get(shape.title)
    if (before === undefined) found.set(shape.title, shape)
    else if (!same(bare(before), bare(shape)))
      throw new Error(`two different shapes are called ${shape.title}`)
  }
}

/** `export interface …` or `export type …` for a titled shape, with its doc comment. */
export function declaration(
  name: string,
  shape: WalkedShape,
  base?: { readonly name: string; readonly shape: WalkedShape },
): string {
  const head = comment(shape.description, '')
  if (shape.type !== 'object' || shape.properties === undefined) {
    const { title: _title, ...untitled } = shape
    return `${head}export type ${name} = ${typeText(untitled)}\n`
  }
  const inherited = new Map(fieldsOf(base?.shape ?? {}).map((field) => [field.name, field]))
  const own = fieldsOf(shape).filter((field) => !same(inherited.get(field.name), field))
  const clause = base === undefined ? '' : ` extends ${base.name}`
  if (own.length === 0) return `${head}export interface ${name}${clause} {}\n`
  return `${head}export interface ${name}${clause} {\n${own.map((field) => fieldText(field, '  ')).join('\n')}\n}\n`
}

/** A type expression: the name of a titled shape, or the type itself. */
export function typeText(shape: WalkedShape, indent = ''): string {
  if (shape.typescript !== undefined) return shape.typescript
  if (shape.title !== undefined) return shape.title
  if (shape.const !== undefined) return literal(shape.const)
  if (shape.enum !== undefined) return shape.enum.map(literal).join(' | ')
  if (shape.anyOf !== undefined) return union(shape.anyOf.map((one) => typeText(one, indent)))
  if (shape.allOf !== undefined) return shape.allOf.map((one) => wrapped(typeText(one, indent))).join(' & ')
  if (Array.isArray(shape.type)) return union(shape.type.map((type) => typeText({ ...shape, type }, indent)))
  if (shape.type === 'array') return arrayText(shape, indent)
  if (shape.type === 'object') return objectText(shape, indent)
  if (shape.type === 'integer') return 'number'
  return (shape.type as string | undefined) ?? 'unknown'
}

/** One field of an interface, with its doc comment. */
export function fieldText(field: Field, indent: string): string {
  const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : literal(field.name)
  const type = typeText(field.shape, indent)
  return `${comment(field.shape.description, indent)}${indent}${name}${field.required ? '' : '?'}: ${type}`
}

/** A doc comment, or an empty text where there is no description. */
export function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '* /').split('\n')
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** A value as TypeScript writes it, strings in single quotes. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function arrayText(shape: WalkedShape, indent: string): string {
  if (shape.prefixItems !== undefined)
    return `[${shape.prefixItems.map((one) => typeText(one, indent)).join(', ')}]`
  if (typeof shape.items !== 'object') return 'unknown[]'
  return `${wrapped(typeText(shape.items, indent))}[]`
}

function objectText(shape: WalkedShape, indent: string): string {
  const fields = fieldsOf(shape)
  if (fields.length > 0) {
    const more = shape.additionalProperties === true ? [`${indent}  [name: string]: unknown`] : []
    const lines = [...fields.map((field) => fieldText(field, `${indent}  `)), ...more]
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  const pattern = Object.values(shape.patternProperties ?? {})[0]
  const value =
    pattern ?? (typeof shape.additionalProperties === 'object' ? shape.additionalProperties : undefined)
  return `Record<string, ${value === undefined ? 'unknown' : typeText(value, indent)}>`
}

function union(parts: readonly string[]): string {
  return [...new Set(parts)].join(' | ')
}

function wrapped(type: string): string {
  return / [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type
}

function below(shape: WalkedShape): readonly WalkedShape[] {
  return [
    ...Object.values(shape.properties ?? {}),
    ...Object.values(shape.patternProperties ?? {}),
    ...(shape.anyOf ?? []),
    ...(shape.allOf ?? []),
    ...(shape.prefixItems ?? []),
    ...(typeof shape.items === 'object' ? [shape.items] : []),
    ...(typeof shape.additionalProperties === 'object' ? [shape.additionalProperties] : []),
  ]
}

function same(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two)
}

// The same shape may have another description in each place.
function bare(shape: WalkedShape): WalkedShape {
  const { description: _description, ...rest } = shape
  return rest
}
