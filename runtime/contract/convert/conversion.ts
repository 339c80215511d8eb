// The result types of a conversion between hosts: notes and new entries for each entry. Types only; nothing is written.

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

/** What becomes of one part: another spelling with the same meaning, or something that the other host cannot do. */
export type ConversionNote = {
  readonly part: ConvertedPart
  readonly kind: 'changed' | 'lost'
  /** One line, ending with a period. */
  readonly message: string
}

/** One entry of the target host, in the form that the host reads. */
export type MadeEntry = {
  readonly event: string
  readonly matcher: string | undefined
  /** The group, or the entry where the host has no groups. */
  readonly value: Readonly<Record<string, unknown>>
}

export type ConvertedEntry = {
  /** The file of the entry, as the caller named it. */
  readonly file: string
  readonly at: JsonPath
  readonly event: string
  /** A summary of the entry in one line. */
  readonly text: string
  readonly notes: readonly ConversionNote[]
  /** The new entries; empty where there is no counterpart. */
  readonly made: readonly MadeEntry[]
}

/** A list in the target file, and the values to append to it. */
export type ConvertedList = { readonly at: JsonPath; readonly values: readonly unknown[] }

/**
 * `kept`: only its place changes; `changed`: same behavior, spelled differently; `partly`: something is lost; `lost`:
 * no counterpart.
 */
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
