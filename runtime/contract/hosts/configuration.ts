// Builders for the shapes of a host's configuration file, used for completion, hovers and JSON Schemas.
// They describe what the host reads; errors in a file are reported by the host's `entries`.

import { defined } from '../defined.ts'
import type { EventRecord, EventRecords } from '../eventRecord.ts'
import type { FoundEntry } from '../host.ts'
import type { WalkedShape, Word } from '../walk.ts'

type More = Partial<WalkedShape>

export const line = (description: string, more: More = {}): WalkedShape => ({
  type: 'string',
  description,
  ...more,
})

export const whether = (description: string, fallback?: boolean): WalkedShape => ({
  type: 'boolean',
  description,
  ...defined({ default: fallback }),
})

/** One of several words, with the meaning of each. */
export const choice = (description: string, words: readonly Word[], fallback?: string): WalkedShape => ({
  type: 'string',
  description,
  enum: words.map(({ name }) => name),
  offers: words,
  ...defined({ default: fallback }),
})

/** A duration in the host's unit. */
export const time = (
  unit: 'seconds' | 'milliseconds',
  description: string,
  fallback?: number,
): WalkedShape => ({
  type: 'number',
  format: unit,
  description: `${description}, in ${unit}.`,
  ...defined({ default: fallback }),
})

export const list = (items: WalkedShape, description: string): WalkedShape => ({
  type: 'array',
  description,
  items,
})

/** Strings under keys that the author chooses. */
export const record = (description: string, inner: More = {}): WalkedShape => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string', ...inner },
})

export const table = (
  properties: Readonly<Record<string, WalkedShape>>,
  {
    required = [],
    description,
  }: { readonly required?: readonly string[]; readonly description?: string } = {},
): WalkedShape => ({
  type: 'object',
  ...defined({ description }),
  properties,
  required,
})

/** The key that contains the kind of an entry. */
export const kind = (name: string, description: string): WalkedShape => ({
  type: 'string',
  const: name,
  description,
})

/** A shell command line or a program, which may contain variables and paths. */
export const commandLine = (description: string, variables: readonly Word[]): WalkedShape =>
  line(description, { format: 'command', offers: variables })

export const matcher = (description: string, words: readonly Word[]): WalkedShape =>
  line(description, { format: 'matcher', offers: words })

/** A list of words from `name -> meaning`. */
export const wordsOf = (words: Readonly<Record<string, string>>): readonly Word[] =>
  Object.entries(words).map(([name, about]) => ({ name, about }))

/** The events of a file, those before a tool call first, each with the shape of its list. */
export function eventKeys(
  events: EventRecords,
  items: (name: string, record: EventRecord) => WalkedShape,
  named: Readonly<Record<string, string>> = Object.fromEntries(
    Object.keys(events).map((name) => [name, name]),
  ),
): WalkedShape {
  const properties = Object.entries(named).flatMap(([key, name]): [string, WalkedShape][] => {
    const one = events[name]
    if (one === undefined) return []
    return [[key, { ...list(items(name, one), one.summary), event: name }]]
  })
  const isFirst = ([, { event = '' }]: [string, WalkedShape]) => events[event]?.lifecycle === 'tool.before'
  return {
    ...table(
      Object.fromEntries([...properties.filter(isFirst), ...properties.filter((one) => !isFirst(one))]),
    ),
    description: 'The hooks by their events.',
  }
}

/** An entry with nothing but its kind, to query a host's defaults. */
export function bareEntry(event: string, of = 'command'): FoundEntry {
  return { event, kind: of, matcher: undefined, command: '', fields: {}, group: {}, at: [] }
}

/** A matcher whose possible values are not known: described, but without suggestions. */
export const unmatched = (description: string): WalkedShape => ({ ...line(description), deprecated: true })
