// What may be written in a host's configuration file, as shapes: for completion, hovers and JSON Schemas.
// They describe what the host reads and never judge: what is wrong with a file, its host's `entries` says.

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

/** One of these words, with what each means. */
export const choice = (description: string, words: readonly Word[], fallback?: string): WalkedShape => ({
  type: 'string',
  description,
  enum: words.map(({ name }) => name),
  offers: words,
  ...defined({ default: fallback }),
})

/** A time in the unit that the host counts in. */
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

/** Texts by names of the author's own. */
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

/** The word that says what kind of entry it is. */
export const kind = (name: string, description: string): WalkedShape => ({
  type: 'string',
  const: name,
  description,
})

/** A line for a shell, or a program: variables and paths can stand in it. */
export const commandLine = (description: string, variables: readonly Word[]): WalkedShape =>
  line(description, { format: 'command', offers: variables })

export const matcher = (description: string, words: readonly Word[]): WalkedShape =>
  line(description, { format: 'matcher', offers: words })

/** Words from `name -> what it stands for`. */
export const wordsOf = (words: Readonly<Record<string, string>>): readonly Word[] =>
  Object.entries(words).map(([name, about]) => ({ name, about }))

/** The events of a file, those before a tool call first, each with what its list holds. */
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

/** An entry of which nothing is said but its kind: what a host's defaults are asked with. */
export function bareEntry(event: string, of = 'command'): FoundEntry {
  return { event, kind: of, matcher: undefined, command: '', fields: {}, group: {}, at: [] }
}

/** What an event is matched by that no program of the host's tells: it is said, and nothing is offered. */
export const unmatched = (description: string): WalkedShape => ({ ...line(description), deprecated: true })
