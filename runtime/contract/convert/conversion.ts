// What a conversion from one host to another found out about each entry, before anything is written. Types and words only.

import type { JsonPath } from '../entry.ts'

/** The part of an entry that a note is about. */
export type ConvertedPart =
  | 'event'
  | 'matcher'
  | 'kind'
  | 'condition'
  | 'timeout'
  | 'command'
  | 'variable'
  | 'payload'
  | 'answer'
  | 'key'

/** What becomes of one part: another spelling of the same, or something that the other host does not do. */
export type ConversionNote = {
  readonly part: ConvertedPart
  readonly kind: 'changed' | 'lost'
  /** One line, ending with a full stop. */
  readonly message: string
}

/** One entry of the other host, as its own reader will find it. */
export type MadeEntry = {
  readonly event: string
  readonly matcher: string | undefined
  /** The group, or the entry where the host has no groups. */
  readonly value: Readonly<Record<string, unknown>>
}

export type ConvertedEntry = {
  /** The file it stands in, as it was named. */
  readonly file: string
  readonly at: JsonPath
  readonly event: string
  /** What it is about, for one line. */
  readonly text: string
  readonly notes: readonly ConversionNote[]
  /** What it becomes; empty where it has no counterpart. */
  readonly made: readonly MadeEntry[]
}

/** A list of the target file, and what is added at its end. */
export type ConvertedList = { readonly at: JsonPath; readonly values: readonly unknown[] }

/** `kept`: nothing but its place changes; `changed`: it does the same in other words; `partly`: something is lost; `lost`: there is no counterpart. */
export type ConversionState = 'kept' | 'changed' | 'partly' | 'lost'

export function stateOf({ made, notes }: Pick<ConvertedEntry, 'made' | 'notes'>): ConversionState {
  if (made.length === 0) return 'lost'
  if (notes.some(({ kind }) => kind === 'lost')) return 'partly'
  return notes.length > 0 ? 'changed' : 'kept'
}

export const changed = (part: ConvertedPart, message: string): ConversionNote => ({
  part,
  kind: 'changed',
  message,
})

export const lost = (part: ConvertedPart, message: string): ConversionNote => ({
  part,
  kind: 'lost',
  message,
})
