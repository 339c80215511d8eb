// Example payloads to try a hook with when nothing has been recorded: the event's usual one, one that a new hook's rule
// denies, and one with text that is hard to handle. Each is the record's example with other text.

import type { Dialect } from '../dialect.ts'
import { isObject, put, valueAt } from '../json.ts'
import type { ToolField } from '../tools.ts'
import { mismatchText } from '../validate.ts'
import { factsOf } from './facts.ts'

export type ExamplePayload = {
  /** `tool`: a call of another tool than the usual one. */
  readonly kind: 'usual' | 'refused' | 'odd' | 'tool'
  readonly value: Readonly<Record<string, unknown>>
}

/** Quotes, a line break and non-ASCII text: what a hook that concatenates strings gets wrong. */
const ODD = 'printf \'%s\\n\' "a \\"quoted\\" word"\nls \'Übung – 文字\''

/** The usual payload first; only that one where the event has no text for a rule to test. */
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

/** The usual payload as other tools would send it, in a folder: for hooks with a matcher for those tools. */
export function toolExamples(dialect: Dialect, event: string, folder: string): readonly ExamplePayload[] {
  const record = dialect.events[event]
  const tools = record?.tools ?? dialect.tools ?? {}
  if (record?.common.tool === undefined || record.common.input === undefined) return []
  const { tool, input, output, cwd } = record.common
  const usual = record.example as Readonly<Record<string, unknown>>
  const values = { ...EXAMPLE_VALUES, path: `${folder}/src/app.ts` }
  return Object.values(tools).flatMap(({ name, fields, patch }): readonly ExamplePayload[] => {
    if (valueAt(usual, tool) === name || patch !== undefined) return []
    const given: Record<string, unknown> = {}
    for (const [field, at] of Object.entries(fields)) put(given, at, values[field as ToolField])
    const payload = structuredClone(usual) as Record<string, unknown>
    if (cwd !== undefined) put(payload, cwd, folder)
    put(payload, tool, name)
    put(payload, input, given)
    // The example's output belongs to another tool.
    if (output !== undefined) put(payload, output, isObject(valueAt(usual, output)) ? {} : '')
    return mismatchText(record.payload, payload) === undefined ? [{ kind: 'tool', value: payload }] : []
  })
}

const EXAMPLE_VALUES: Readonly<Record<Exclude<ToolField, 'path'>, string>> = {
  command: 'npm test',
  content: 'export const price = 3\n',
  before: 'price = 2',
  after: 'price = 3',
  url: 'https://example.com/',
  pattern: 'price',
  folder: 'src',
  query: 'price rounding',
  task: 'Find where prices are rounded.',
}

// The path of the text in a field: the field itself, or its first property with text.
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
