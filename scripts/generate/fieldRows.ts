// Lists the fields of a shape as table rows, nested ones under their dotted path.

import { fieldsOf, type WalkedShape } from './shape.ts'

/** One field: `tool_input.command`, `messages[].role`. */
export type FieldRow = {
  readonly path: string
  readonly type: string
  readonly required: boolean
  readonly meaning: string
}

/** Every field of a shape, depth first, in the record's order; nested fields follow their parent. */
export function fieldRows(shape: WalkedShape, path = ''): readonly FieldRow[] {
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap((one) => fieldRows(one, path))
  if (shape.allOf !== undefined) return shape.allOf.flatMap((one) => fieldRows(one, path))
  if (typeof shape.items === 'object') return fieldRows(shape.items, `${path}[]`)
  return fieldsOf(shape).flatMap((field) => {
    const at = path === '' ? field.name : `${path}.${field.name}`
    const row = {
      path: at,
      type: typeName(field.shape),
      required: field.required,
      meaning: field.shape.description ?? '',
    }
    return [row, ...fieldRows(field.shape, at)]
  })
}

/** A description of the type: `string`, `"main" or "subagent"`, `list of Message`. */
export function typeName(shape: WalkedShape): string {
  if (shape.typescript !== undefined && shape.typescript !== 'void') return shape.typescript
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (shape.anyOf !== undefined) return [...new Set(shape.anyOf.map(typeName))].join(' or ')
  if (shape.title !== undefined) return shape.title
  if (shape.allOf !== undefined) return shape.allOf.map(typeName).join(' and ')
  if (shape.type === 'array')
    return typeof shape.items === 'object' ? `list of ${typeName(shape.items)}` : 'list'
  if (Array.isArray(shape.type)) return shape.type.join(' or ')
  return (shape.type as string | undefined) ?? 'anything'
}
