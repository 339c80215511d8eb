// A payload under construction, in the shape of an event: tracks which fields were set and which still come from the
// event's example.

import type { EventRecord } from '../eventRecord.ts'
import { put, rowOf, valueAt } from '../json.ts'
import { mismatchText } from '../validate.ts'
import { fieldsOf, valuesOf, type WalkedShape } from '../walk.ts'

export type Draft = {
  readonly record: EventRecord
  readonly made: Record<string, unknown>
  /** Top-level fields that were set. */
  readonly filled: Set<string>
}

export function draftOf(record: EventRecord): Draft {
  return { record, made: structuredClone(record.example) as Record<string, unknown>, filled: new Set() }
}

/**
 * Sets a value at a dotted path if the event's schema accepts it there, and returns whether it did; otherwise changes
 * nothing.
 */
export function say({ record, made, filled }: Draft, path: string, value: unknown): boolean {
  const top = path.split('.')[0] as string
  const before = structuredClone(made[top])
  const had = Object.hasOwn(made, top)
  put(made, path, structuredClone(value))
  if (mismatchText(record.payload, made) === undefined) {
    filled.add(top)
    return true
  }
  if (had) made[top] = before
  else delete made[top]
  return false
}

/** Copies the fields whose names match in both events, ignoring case and underscores, with their values translated. */
export function sayAlike(draft: Draft, payload: unknown, source: EventRecord): void {
  const names = new Map<string, string>()
  for (const name of Object.keys(shapesOf(source))) {
    const usual = usualName(source, name)
    if (!names.has(usual) || usual === alike(name)) names.set(usual, name)
  }
  for (const name of Object.keys(shapesOf(draft.record))) {
    const own = names.get(alike(name)) ?? names.get(usualName(draft.record, name))
    const value = own === undefined || draft.filled.has(name) ? undefined : valueAt(payload, own)
    if (own !== undefined && value !== undefined) sayWord(draft, name, usualWord(source, own, value))
  }
}

/** Sets a field to a common value in the record's own spelling; returns whether the record accepts one. */
export function sayWord(draft: Draft, name: string, word: unknown): boolean {
  const own = Object.entries(draft.record.words?.values?.[name] ?? {}).filter(([, usual]) => usual === word)
  return [word, ...own.map(([one]) => one)].some((one) => say(draft, name, one))
}

/** The common spelling of a field's value. */
export function usualWord({ words }: EventRecord, name: string, value: unknown): unknown {
  const own = words?.values?.[name]
  return own !== undefined && typeof value === 'string' ? (rowOf(own, value) ?? value) : value
}

function usualName({ words }: EventRecord, name: string): string {
  return alike(words?.fields?.[name] ?? name)
}

/**
 * The payload without optional fields that were not set, and the names of the required ones that come from the example.
 */
export function finished({ record, made, filled }: Draft): {
  readonly payload: Record<string, unknown>
  readonly ofExample: readonly string[]
} {
  const shapes = shapesOf(record)
  const needed = (record.payload as WalkedShape).required ?? []
  const unfilled = Object.keys(made).filter((name) => !filled.has(name))
  const optional = unfilled.filter((name) => shapes[name] !== undefined && !needed.includes(name))
  const payload = { ...made }
  for (const name of optional) delete payload[name]
  if (mismatchText(record.payload, payload) !== undefined) return { payload: made, ofExample: unfilled }
  const ofExample = unfilled.filter((name) => !optional.includes(name) && !isGiven(shapes[name]))
  return { payload, ofExample }
}

// Only one value is possible.
function isGiven(shape: WalkedShape | undefined): boolean {
  return shape !== undefined && valuesOf(shape)?.length === 1
}

function shapesOf({ payload }: EventRecord): Readonly<Record<string, WalkedShape>> {
  return Object.fromEntries(fieldsOf(payload as WalkedShape).map(({ name, shape }) => [name, shape]))
}

function alike(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
