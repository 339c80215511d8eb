// Did you mean …? For verbs, dialects, events and fields alike.

import { closest, distance } from 'fastest-levenshtein'

/** The nearest candidate if it is near enough to be what was meant. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined
  const best = closest(plain(word), candidates.map(plain))
  const found = candidates.find((candidate) => plain(candidate) === best)
  const limit = Math.max(1, Math.floor(word.length / 3))
  return found !== undefined && distance(plain(word), best) <= limit ? found : undefined
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const found = suggest(word, candidates)
  return found === undefined ? '' : ` Did you mean "${found}"?`
}

// preToolUse, pre-tool-use and pre_tool_use are one word to a person.
function plain(word: string): string {
  return word.replaceAll(/[-_\s]/g, '').toLowerCase()
}
