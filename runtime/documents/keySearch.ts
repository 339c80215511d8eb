// Keys of JSON with a colon in a text or pattern that the payload's text is searched for.

import type { Range } from '../contract/problems.ts'

const KEY = /\\?"(\w+)\\?"(?=(?:\\s|\[\[:space:\]\]|\[ \]|\[ \\t\]| )*[*?]?:)/g

/** A colon and a blank that is required: neither repeated nor in brackets. */
const BLANK = /^(:)( +)(?![ *?+{\\[])/

/** A key, with the blank behind its colon without which the search does not match. */
export type SearchedKey = { readonly name: string; readonly range: Range; readonly blank?: Range }

/** The keys in a text that begins at this offset of the source. */
export function searchedKeysIn(text: string, from: number): readonly SearchedKey[] {
  return [...text.matchAll(KEY)].map(({ 0: written, 1: name = '', index }) => {
    const start = from + index + written.indexOf(name)
    const [, colon = '', blank] = BLANK.exec(text.slice(index + written.length)) ?? []
    const at = from + index + written.length + colon.length
    const range = { start, end: start + name.length }
    return blank === undefined
      ? { name, range }
      : { name, range, blank: { start: at, end: at + blank.length } }
  })
}
