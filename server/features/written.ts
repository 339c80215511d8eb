// How a name or a value is written at a place of a text: in its quotes, which may stand there already.
// Nothing here knows a language but the table of literals.

import type { Json } from '../../runtime/contract/json.ts'
import type { Range } from '../../runtime/contract/problems.ts'
import type { Language } from '../../runtime/documents/document.ts'
import type { Quote } from '../../runtime/documents/spots.ts'

/** A text to put in the place of a range, and what an editor compares with what is typed there. */
export type WrittenAt = { readonly range: Range; readonly insert: string; readonly filter: string }

/** What a place is like: a range of a text, and what has to stand around a name there. */
export type Slot = { readonly range: Range; readonly quote: Quote }

/** A name at a place; missing quotes come with it. */
export function writtenName(text: string, { range, quote }: Slot, name: string): WrittenAt {
  if (quote === 'bare') return { range, insert: name, filter: name }
  const inner = name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  if (isInside(text, { range, quote })) {
    // Within a text of the same quotes they are escaped, both or none.
    const mark = text[range.start - 2] === '\\' ? `\\${quote}` : quote
    const close = text.startsWith(mark, range.end) ? '' : mark
    return { range, insert: `${inner}${close}`, filter: name }
  }
  const insert = `${quote}${inner}${quote}`
  return { range, insert, filter: insert }
}

/** A value at a place; undefined where it cannot be written there. */
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

/** True where the range stands within its quotes; false where it holds them, or has none yet. */
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
