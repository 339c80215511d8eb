// Did you mean …? For verbs, dialects, events and fields alike.

import { closest, distance } from 'fastest-levenshtein'

/** The nearest candidate if it is near enough to be what was meant. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined
  const best = closest(plain(word), candidates.map(plain))
  const found = candidates.find((candidate) => plain(candidate) === best)
  if (found === undefined) return undefined
  const limit = Math.max(1, Math.floor(word.length / 3))
  const near = distance(plain(word), best) <= limit || isSwapped(plain(word), best)
  return near ? found : undefined
}

// Two neighbouring letters in the wrong order are one slip of the fingers, though two edits.
function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  const at = [...word].findIndex((letter, place) => letter !== other[place])
  const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  return at >= 0 && swapped === other
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const found = suggest(word, candidates)
  return found === undefined ? '' : ` Did you mean "${found}"?`
}

/** The text as a sentence: with a stop, unless it has an end already, as after `didYouMean`. */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

// preToolUse, pre-tool-use and pre_tool_use are one word to a person.
function plain(word: string): string {
  return word.replaceAll(/[-_\s]/g, '').toLowerCase()
}
