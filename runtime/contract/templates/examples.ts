// Payloads to try a hook with before anything real was recorded: the usual one of its event, one that the rule of a new hook
// refuses, and one whose text is hard to handle. Each is the record's own example with another text in it.

import type { Dialect } from '../dialect.ts'
import { isObject, valueAt } from '../json.ts'
import { factsOf } from './facts.ts'

export type ExamplePayload = {
  readonly kind: 'usual' | 'refused' | 'odd'
  readonly value: Readonly<Record<string, unknown>>
}

/** Quotes, a line break, and writing beyond ASCII: what a hook that builds text by hand gets wrong. */
const ODD = 'printf \'%s\\n\' "a \\"quoted\\" word"\nls \'Übung – 文字\''

/** The usual one first; one alone where the event carries no text that a rule looks into. */
export function examplesOf(dialect: Dialect, event: string): readonly ExamplePayload[] {
  const { subject, forbidden, record } = factsOf(dialect, event, 'example', '')
  const usual = record.example as Readonly<Record<string, unknown>>
  const all: ExamplePayload[] = [{ kind: 'usual', value: usual }]
  if (subject === undefined) return all
  const place = textIn(usual, subject)
  if (place === undefined) return all
  if (record.semantics === 'veto') all.push({ kind: 'refused', value: withText(usual, place, forbidden) })
  return [...all, { kind: 'odd', value: withText(usual, place, ODD) }]
}

// Where in the field a text stands: itself, or the first of its own.
function textIn(payload: unknown, field: string): readonly string[] | undefined {
  const path = field.split('.')
  const value = valueAt(payload, field)
  if (typeof value === 'string') return path
  if (!isObject(value)) return undefined
  const own = Object.keys(value).find((key) => typeof value[key] === 'string')
  return own === undefined ? undefined : [...path, own]
}

function withText(
  payload: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  text: string,
): Readonly<Record<string, unknown>> {
  const inner = payload[key]
  return { ...payload, [key]: rest.length > 0 && isObject(inner) ? withText(inner, rest, text) : text }
}
