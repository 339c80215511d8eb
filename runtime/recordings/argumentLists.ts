// Finds secrets among the arguments of a program that are written as a list: `["mysql", "--password", "…"]` in code and
// in JSON, `['curl', '-u', 'name:…']` as data. Joined with blanks they are a command line, and are read as one.

import { PERSONAL } from './forms.ts'
import type { SecretKeys } from './keys.ts'
import { isLabel } from './labels.ts'
import { isTokenLike } from './mask.ts'
import { argumentValues } from './places.ts'
import { isReference, maskValue } from './secrets.ts'
import { byStart, type TextSpan } from './spans.ts'

/** A value within the argument at `index`. */
type ArgumentSpan = TextSpan & { readonly index: number }

// The quotes of all words are alike, and may be escaped.
const WORD = '[^"\'\\\\\\n]{1,512}'
const LIST = new RegExp(
  `(?<quote>\\\\{0,3}["'])${WORD}\\k<quote>(?:,\\s{0,40}\\k<quote>${WORD}\\k<quote>){1,60}`,
  'g',
)

/** The values in lists that the text contains. */
export function* listedValues(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  if (!/["']-/.test(text)) return
  for (const { index: at, 0: list, groups } of text.matchAll(LIST)) {
    const quote = groups?.quote ?? ''
    const words: string[] = []
    const starts: number[] = []
    for (let from = quote.length; from < list.length; ) {
      const end = list.indexOf(quote, from)
      words.push(list.slice(from, end))
      starts.push(at + from)
      const next = list.indexOf(quote, end + quote.length)
      from = next === -1 ? list.length : next + quote.length
    }
    for (const { index, start, end } of valuesOfArguments(words)) {
      const from = starts[index] ?? 0
      yield { start: from + start, end: from + end }
    }
    for (const [index, word] of words.entries()) {
      const name = words[index - 1] ?? ''
      const start = starts[index] ?? 0
      if (/^--?[\w-]+$/.test(name) && isSecretKey(name, word) && isValue(word))
        yield { start, end: start + word.length }
    }
  }
}

/** The list with these values masked; the same list if there are none. */
export function maskedArguments(
  list: readonly unknown[],
  found: (value: string, mask: string) => void,
): readonly unknown[] {
  const words = list.map((item) => (typeof item === 'string' ? item : ''))
  let masked: unknown[] | undefined
  for (const { index, start, end } of valuesOfArguments(words)) {
    const value = (words[index] ?? '').slice(start, end)
    const mask = maskValue(value)
    if (mask === value) continue
    found(value, mask)
    masked ??= [...list]
    // A word may hold several values. A mask has the length of its value.
    const word = String(masked[index])
    masked[index] = word.slice(0, start) + mask + word.slice(end)
  }
  return masked ?? list
}

function valuesOfArguments(words: readonly string[]): readonly ArgumentSpan[] {
  if (!words.some((word) => word.startsWith('-'))) return []
  // Blanks within an argument would end it.
  const line = ` ${words.map((word) => word.replaceAll(/[\s|;&]/g, '_')).join(' ')}`
  const starts: number[] = []
  let at = 1
  for (const word of words) {
    starts.push(at)
    at += word.length + 1
  }
  let index = 0
  let last = 0
  return [...argumentValues(line)].sort(byStart).flatMap(({ start, end }) => {
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= start) index++
    const from = starts[index] ?? 0
    if (start < last) return []
    last = end
    const isWithin = from <= start && end <= from + (words[index]?.length ?? 0)
    return isWithin ? [{ index, start: start - from, end: end - from }] : []
  })
}

// Lists in code also describe options, so the value must look like one.
function isValue(word: string): boolean {
  return (
    !word.startsWith('-') &&
    (PERSONAL.test(word) || isTokenLike(word)) &&
    !/\s/.test(word) &&
    !isReference(word) &&
    !isLabel(word)
  )
}
