// Repairs of a key or value of a configuration: the nearest known word, the type the schema expects, the nearest number
// in range. Offered only where one reading is far more likely than all others.

import type { TSchema } from 'typebox'
import type { Range, Repair } from '../contract/problems.ts'
import { suggest } from '../contract/suggest.ts'
import { formsOf, valuesOf, type WalkedShape } from '../contract/walk.ts'

/** Formats a value in the language of the file. */
export type Write = (value: string | number | boolean) => string

/** Renames a key to the most similar known key. */
export function intendedKey(
  name: string,
  known: readonly string[],
  range: Range,
  write: Write,
): readonly Repair[] {
  const nearest = suggest(name, known)
  return nearest === undefined ? [] : [replace(`Change to "${nearest}"`, range, write(nearest))]
}

/** Replaces a value that does not fit with the most likely one that does. */
export function intendedValue(
  schema: TSchema | WalkedShape,
  value: unknown,
  range: Range,
  write: Write,
): readonly Repair[] {
  const forms = formsOf(schema as WalkedShape)
  const [form] = forms
  if (form === undefined) return []
  const words = (valuesOf(schema as WalkedShape) ?? []).filter((one) => typeof one === 'string')
  const nearest =
    typeof value === 'string' && words.length > 0
      ? suggest(value, words)
      : forms.length === 1
        ? one(form, value)
        : undefined
  return nearest === undefined || nearest === value
    ? []
    : [replace(`Change to ${write(nearest)}`, range, write(nearest))]
}

/** A repair that replaces a range with one text. */
export function replace(title: string, range: Range, text: string): Repair {
  return { kind: 'edit', title, edits: [{ range, text }] }
}

function one(
  { type, minimum, maximum, format }: WalkedShape,
  value: unknown,
): string | number | boolean | undefined {
  if (type === 'boolean') return typeof value === 'string' ? BOOLEANS.get(value.toLowerCase()) : undefined
  if (type !== 'integer' && type !== 'number') {
    return type === 'string' && (typeof value === 'number' || typeof value === 'boolean')
      ? String(value)
      : undefined
  }
  const number = typeof value === 'string' ? numberIn(value, format === 'milliseconds') : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const near = Math.min(Math.max(number, minimum ?? number), maximum ?? number)
  return type === 'integer' ? Math.round(near) : near
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on', 'y'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', 'n'].map((word) => [word, false] as const),
])

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000 }

// `5000`, and for milliseconds also `5s` and `2 min`.
function numberIn(text: string, isTime: boolean): number | undefined {
  const [, digits = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|sec|m|min)?\s*$/.exec(text) ?? []
  if (digits === '' || (unit !== '' && !isTime)) return undefined
  return Number(digits) * (UNITS[unit] ?? 1)
}
