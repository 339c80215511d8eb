// Formats a name or value for insertion at a place, adding missing quotes. Language-specific only in the table of
// literals.

import type { Json } from '../../runtime/contract/json.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import type { Language } from '../../runtime/documents/document.ts'
import type { Quote } from '../../runtime/documents/spots.ts'

/** The text to insert in place of a range, and the text to filter by. */
export type WrittenAt = { readonly range: Range; readonly insert: string; readonly filter: string }

/** A place for a name: a range, and the quotes required around it. */
export type Slot = { readonly range: Range; readonly quote: Quote }

/** A name at a place; missing quotes are added. */
export function writtenName(text: string, { range, quote }: Slot, name: string): WrittenAt {
  if (quote === 'bare') return { range, insert: name, filter: name }
  const inner = name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  if (isInside(text, { range, quote })) {
    // Inside a string with the same quotes, both quotes are escaped or neither is.
    const mark = text[range.start - 2] === '\\' ? `\\${quote}` : quote
    const close = text.startsWith(mark, range.end) ? '' : mark
    return { range, insert: `${inner}${close}`, filter: name }
  }
  const insert = `${quote}${inner}${quote}`
  return { range, insert, filter: insert }
}

/** A value at a place; undefined if it cannot be written there. */
export function writtenValue(
  text: string,
  slot: Slot,
  value: Json,
  language: Language,
): WrittenAt | undefined {
  if (typeof value === 'string') return writtenName(text, slot, value)
  if (slot.quote !== 'bare' && isInside(text, slot)) return undefined
  const insert = LITERALS[language]?.get(value) ?? JSON.stringify(value)
  return { range: slot.range, insert, filter: insert }
}

/** Whether the range is already inside its quotes; false if it includes them or they are missing. */
function isInside(text: string, { range, quote }: Slot): boolean {
  return text[range.start - 1] === quote && !(range.end > range.start && text[range.start] === quote)
}

const LITERALS: { readonly [L in Language]?: ReadonlyMap<Json, string> } = {
  python: new Map<Json, string>([
    [true, 'True'],
    [false, 'False'],
    [null, 'None'],
  ]),
}
