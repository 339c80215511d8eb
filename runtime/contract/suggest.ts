// "Did you mean …?" suggestions for verbs, dialects, events and fields.

import { closest, distance } from 'fastest-levenshtein'

/** The nearest candidate, if it is close enough to be what the author intended. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const plainWord = plain(word)
  const limit = Math.max(1, Math.floor(word.length / 3))
  // Each letter of a length difference costs at least one edit.
  const alike = candidates.filter((one) => Math.abs(plainCandidate(one).length - plainWord.length) <= limit)
  if (alike.length === 0) return undefined
  const best = closest(plainWord, alike.map(plainCandidate))
  // Of several spellings of the same word, the one closest to what was written.
  const same = alike.filter((candidate) => plainCandidate(candidate) === best)
  if (same.length === 0) return undefined
  const near = distance(plainWord, best) <= limit || isSwapped(plainWord, best)
  const written = word.toLowerCase()
  return near ? (same.find((one) => one.toLowerCase() === written) ?? closest(word, same)) : undefined
}

// Two swapped neighboring letters are a single typing error, but count as two edits.
function isSwapped(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  const at = [...word].findIndex((letter, place) => letter !== other[place])
  const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
  return at >= 0 && swapped === other
}

/** ` Did you mean "x"?`, or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const found = suggest(word, candidates)
  return found === undefined ? '' : ` Did you mean "${found}"?`
}

/** The error for an unknown agent; part of a name is enough for a suggestion: `claude`. */
export function unknownAgent(named: string, known: readonly string[]): string {
  const word = named.toLowerCase()
  const akin = word === '' ? undefined : known.find((id) => id.startsWith(word) || word.startsWith(id))
  const hint = akin === undefined ? didYouMean(word, known) : ` Did you mean "${akin}"?`
  return `there is no agent "${named}".${hint} Known: ${known.join(', ')}.`
}

/** The word that an author probably intended, as a hint and as replacement text; empty where it is not known. */
export function meaning(word: string | undefined): { readonly fix?: string; readonly replacement?: string } {
  return word === undefined ? {} : { fix: `Did you mean "${word}"?`, replacement: word }
}

/** The same where the intended word is certain. */
export function writing(word: string): { readonly fix: string; readonly replacement: string } {
  return { fix: `Write "${word}".`, replacement: word }
}

/** Longer words are not compared: they cannot be names, and comparing them takes too long. */
const LONGEST = 1000

/** ` Did you mean "x"?`, or else the three closest: ` The nearest are x, y and z.` */
export function nearest(word: string, candidates: readonly string[]): string {
  const replacement = didYouMean(word, candidates)
  if (replacement !== '' || candidates.length < 3 || word.length > LONGEST) return replacement
  const words = new Set(wordsOf(word))
  const rank = (name: string) => {
    const shared = wordsOf(name).filter((one) => words.has(one)).length
    return distance(plain(word), plain(name)) - 100 * shared
  }
  const [one, two, three] = [...new Set(candidates)].toSorted((a, b) => rank(a) - rank(b))
  return ` The nearest are ${one}, ${two} and ${three}.`
}

function wordsOf(name: string): readonly string[] {
  const apart = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return apart.split(/[^a-z]+/)
}

/** The text as a sentence: with a period, unless it already ends in punctuation, as after `didYouMean`. */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

// preToolUse, pre-tool-use and pre_tool_use count as the same word.
function plain(word: string): string {
  return word.replaceAll(/[-_\s]/g, '').toLowerCase()
}

// Candidates are the few names of a contract, but one text may look up each of them a hundred thousand times.
const MOST_KEPT = 10_000
const kept = new Map<string, string>()

function plainCandidate(word: string): string {
  const known = kept.get(word)
  if (known !== undefined) return known
  if (kept.size >= MOST_KEPT) kept.clear()
  const made = plain(word)
  kept.set(word, made)
  return made
}
