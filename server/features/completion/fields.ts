// Completes fields, and values of fields, from the contract. Offers nothing where a shape is open.

import { isObject, type Json } from '../../../runtime/contract/json.ts'
import type { Range } from '../../../runtime/contract/problems.ts'
import {
  type Field,
  fieldsAt,
  formsOf,
  shapeAt,
  typeName,
  valuesOf,
  type WalkedShape,
} from '../../../runtime/contract/walk.ts'
import type { Spot } from '../../../runtime/documents/spots.ts'
import type { View } from '../../../runtime/project/view.ts'
import { aboutField, fieldSummary } from '../about.ts'
import { shapesOf } from '../shapesOf.ts'
import { whereOf } from '../where.ts'
import { type WrittenAt, writtenName, writtenValue } from '../written.ts'
import type { Item } from './item.ts'

type FieldSpot = Spot & { readonly kind: 'field' }
type ValueSpot = Spot & { readonly kind: 'value' }

/** The fields that can be written here, required ones first, without those already present. */
export function fieldItems(view: View, spot: FieldSpot): readonly Item[] {
  const parent = spot.path.slice(0, -1)
  const fields = new Map<string, Field>()
  for (const shape of shapesOf(view, spot.side)) {
    const own = [...fieldsAt(shape, parent), ...namedKeys(shape, parent)]
    for (const field of own) if (!fields.has(field.name)) fields.set(field.name, field)
  }
  const present = new Set(spot.siblings?.filter((name) => name !== spot.path.at(-1)))
  return [...fields.values()]
    .filter(({ name, shape }) => !present.has(name) && shape.deprecated !== true)
    .map(({ name, shape, required }) => {
      return {
        ...writtenKey(view, spot, name),
        label: name,
        kind: 'field',
        detail: typeName(shape),
        documentation: () => aboutField([...parent, name], shape, required, whereOf(spot.side)),
        // `$schema` comes last: few files use it, and it is rarely what the user wants.
        rank: name === '$schema' ? 2 : required ? 0 : 1,
      }
    })
}

/** The possible values of the field, if they are enumerable. */
export function valueItems(view: View, spot: ValueSpot): readonly Item[] {
  const values = new Map<string, { value: Json; shape: WalkedShape }>()
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

// Values of the enumerable forms of a shape that also has open forms: a boolean or null, for example.
function loneValues(shape: WalkedShape): readonly Json[] {
  return formsOf(shape).flatMap((form) => {
    const values = valuesOf(form)
    if (values !== undefined) return values
    return form.default !== undefined && !isObject(form.default) && !Array.isArray(form.default)
      ? [form.default]
      : []
  })
}

// Keys of a record with known names.
function namedKeys(schema: WalkedShape, parent: FieldSpot['path']): readonly Field[] {
  const found = shapeAt(schema, parent)
  if (found.kind !== 'known') return []
  return formsOf(found.shape).flatMap((form) => {
    const inner = Object.values(form.patternProperties ?? {})[0] ?? form.additionalProperties
    if (typeof inner !== 'object') return []
    const names = (form.propertyNames?.enum ?? []).filter((name) => typeof name === 'string')
    return names.map((name) => ({ name, shape: inner, required: false }))
  })
}

// A key in an object literal is followed by its value, so a colon is added. In data files every key is such a key.
function writtenKey({ text, document }: View, spot: FieldSpot, name: string): WrittenAt {
  const { side, quote, access } = spot
  const written = writtenName(text, spot, name)
  if (access !== 'write' || (quote !== '"' && quote !== 'bare')) return written
  const isData = side.of !== 'payload' && side.of !== 'result'
  if (!isData) return quote === '"' && isOpenKey(text, spot) ? colon(written) : written
  if (quote === 'bare') {
    const sign = document.language === 'powershell' ? ' =' : ':'
    const isSet = text.slice(spot.range.end).trimStart().startsWith(sign.trim())
    return isSet ? written : { ...written, insert: `${written.insert}${sign} ` }
  }
  const range = quoted(text, spot)
  const insert = `"${name}"`
  const whole = { range, insert, filter: insert }
  return /^\s*:/.test(text.slice(range.end)) ? whole : colon(whole)
}

function colon(written: WrittenAt): WrittenAt {
  return { ...written, insert: `${written.insert}: ` }
}

// The range including its quotes, as far as they are present.
function quoted(text: string, { range: { start, end }, quote }: FieldSpot): Range {
  return {
    start: text[start - 1] === quote ? start - 1 : start,
    end: text[end] === quote ? end + 1 : end,
  }
}

// After `{` or `,`, with no closing quote and no colon after it.
function isOpenKey(text: string, spot: FieldSpot): boolean {
  const { start, end } = quoted(text, spot)
  const before = text.slice(0, start).trimEnd().at(-1)
  const after = text.slice(end).trimStart()[0]
  return (before === '{' || before === ',') && after !== ':' && after !== ']' && end === spot.range.end
}
