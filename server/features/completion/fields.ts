// Fields that can stand at a spot, and values that a field can have there, as the contract has them.
// Nothing is offered where a shape is open.

import { isObject, type Json } from '../../../runtime/contract/json.ts'
import {
  type Field,
  fieldsAt,
  formsOf,
  type Shape,
  shapeAt,
  typeName,
  valuesOf,
} from '../../../runtime/contract/walk.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import type { View } from '../../project/view.ts'
import { aboutField, fieldSummary } from '../about.ts'
import { shapesOf } from '../shapesOf.ts'
import { whereOf } from '../where.ts'
import { writtenName, writtenValue } from '../written.ts'
import type { Item } from './item.ts'

type FieldSpot = Spot & { readonly kind: 'field' }
type ValueSpot = Spot & { readonly kind: 'value' }

/** The fields that can be written here: required ones first, none that stands beside it already. */
export function fieldItems(view: View, spot: FieldSpot): readonly Item[] {
  const parent = spot.path.slice(0, -1)
  const fields = new Map<string, Field>()
  for (const shape of shapesOf(view, spot.side)) {
    const own = [...fieldsAt(shape, parent), ...namedKeys(shape, parent)]
    for (const field of own) if (!fields.has(field.name)) fields.set(field.name, field)
  }
  const present = new Set(spot.siblings?.filter((name) => name !== spot.path.at(-1)))
  return [...fields.values()]
    .filter(({ name }) => !present.has(name))
    .map(({ name, shape, required }) => {
      const written = writtenName(view.text, spot, name)
      return {
        ...written,
        insert: `${written.insert}${separator(view.text, spot)}`,
        label: name,
        kind: 'field',
        detail: typeName(shape),
        documentation: () => aboutField([...parent, name], shape, required, whereOf(spot.side)),
        rank: required ? 0 : 1,
      }
    })
}

/** The values that the field can have, where they can be counted. */
export function valueItems(view: View, spot: ValueSpot): readonly Item[] {
  const values = new Map<string, { value: Json; shape: Shape }>()
  for (const shape of shapesOf(view, spot.side)) {
    const found = shapeAt(shape, spot.path)
    if (found.kind !== 'known') continue
    for (const value of valuesOf(found.shape) ?? loneValues(found.shape))
      values.set(JSON.stringify(value), { value, shape: found.shape })
  }
  return [...values.values()].flatMap(({ value, shape }) => {
    const written = writtenValue(view.text, spot, value, view.document.language)
    if (written === undefined) return []
    const label = typeof value === 'string' ? value : written.insert
    return [
      {
        ...written,
        label,
        kind: 'value',
        detail: shape.default !== undefined && shape.default === value ? 'the default' : undefined,
        documentation: () => fieldSummary(shape),
        rank: 0,
      },
    ]
  })
}

// What some forms of a shape allow, beside forms that allow anything: a boolean or null.
function loneValues(shape: Shape): readonly Json[] {
  return formsOf(shape).flatMap((form) => {
    const values = valuesOf(form)
    if (values !== undefined) return values
    return form.default !== undefined && !isObject(form.default) && !Array.isArray(form.default)
      ? [form.default]
      : []
  })
}

// Keys of a record whose names are known.
function namedKeys(schema: Shape, parent: FieldSpot['path']): readonly Field[] {
  const found = shapeAt(schema, parent)
  if (found.kind !== 'known') return []
  return formsOf(found.shape).flatMap((form) => {
    const inner = Object.values(form.patternProperties ?? {})[0] ?? form.additionalProperties
    if (typeof inner !== 'object') return []
    const names = (form.propertyNames?.enum ?? []).filter((name) => typeof name === 'string')
    return names.map((name) => ({ name, shape: inner, required: false }))
  })
}

// A quoted key of an object that is being built wants its value next.
function separator(text: string, { range, quote, access }: FieldSpot): string {
  if (access !== 'write' || quote !== '"') return ''
  const end = text.startsWith(quote, range.end) ? range.end + 1 : range.end
  const start = text[range.start - 1] === quote ? range.start - 1 : range.start
  const closed = end > range.end
  const before = text.slice(0, start).trimEnd().at(-1)
  const after = text.slice(end).trimStart()[0]
  const isKey = (before === '{' || before === ',') && after !== ':' && after !== ']'
  return isKey && !closed ? ': ' : ''
}
