// Problems of grep's patterns: those that grep rejects with status 2 before it reads any input, and look-arounds that
// are none. Only patterns that the script writes in one piece are judged.

import { type Problem, problem } from '../../../contract/problems.ts'
import { only, plain, type ShellValue } from './value.ts'

const LOOK_AROUND = /(?<!\\)\(\?<?[=!]/
/** A list of characters: `[(?!]`. */
const CHARACTERS = /\[\^?\]?[^\]]{0,200}\]/g

/** A word that is not known, or only in part. */
const UNKNOWN = '…'

/** The problem of a pattern of `grep`, `egrep` or `fgrep`. */
export function patternProblem(
  name: string,
  values: readonly ShellValue[],
  path: string,
): Problem | undefined {
  const words = values.map((value) => plain(value) ?? UNKNOWN)
  const last = words.indexOf('--')
  const options = last === -1 ? words : words.slice(0, last)
  // GNU's grep takes the beginning of a long option, too.
  const has = (letter: string, long: string) =>
    options.some((word) =>
      word.startsWith('--') ? long.startsWith(word.slice(2)) : new RegExp(`^-[a-zA-Z]*${letter}`).test(word),
    )
  if (name === 'fgrep' || has('F', 'fixed-strings') || has('P', 'perl-regexp')) return undefined
  const isExtended = name === 'egrep' || has('E', 'extended-regexp')
  for (const value of patternsIn(values, words)) {
    const part = only(value)
    if (part?.kind !== 'text' || part.start < 0 || part.end - part.start !== part.text.length) continue
    const { text } = part
    const rangeOf = (at: number, written: string) => ({
      start: part.start + at,
      end: part.start + at + written.length,
    })
    const found = isExtended
      ? LOOK_AROUND.exec(text.replaceAll(CHARACTERS, (all) => ' '.repeat(all.length)))
      : null
    if (found !== null) {
      const message = `grep has no "${found[0]}…)" without -P, so it is no look-around here.`
      const fix = 'Use grep -P, or a second grep -v.'
      return problem('value.impossible', path, message, { range: rangeOf(found.index, found[0]), fix })
    }
    const unclosed = unclosedIn(text, isExtended)
    if (unclosed === undefined) continue
    const { at, sign } = unclosed
    const what = sign === '\\' ? 'it ends with "\\"' : `unclosed "${sign}"`
    const message = `grep rejects this pattern (${what}) and exits with status 2, so it finds nothing.`
    const range = rangeOf(at, sign)
    const fix = sign === '\\(' ? 'Write "(".' : `Write "\\${sign}", or use grep -F.`
    return { ...problem('syntax.error', path, message, { range, fix }), severity: 'warning' }
  }
  return undefined
}

/** Options whose value is the next word. */
const VALUED =
  /^(?:-[a-zA-Z]*[mABCdDf]|--(?:max-count|(?:after|before)-context|context|file|label|(?:in|ex)clude(?:-dir|-from)?))$/

// The patterns: those of `-e`, otherwise the first word that is no option. None where that is not certain.
function patternsIn(values: readonly ShellValue[], words: readonly string[]): readonly ShellValue[] {
  const last = words.indexOf('--')
  const isMarked = (_: unknown, at: number) =>
    /^(?:-[a-zA-Z]*e|--regexp)$/.test(words[at - 1] ?? '') && (last === -1 || at <= last)
  const marked = values.filter(isMarked)
  // A word that is not known may be an option: `grep $OPTIONS -e …`.
  if (marked.length > 0) return words.slice(0, values.findIndex(isMarked)).includes(UNKNOWN) ? [] : marked
  const isFirst = (word: string, at: number) => !/^-./.test(word) && !VALUED.test(words[at - 1] ?? '')
  const first = last === -1 ? words.findIndex(isFirst) : last + 1
  const before = words.slice(0, first)
  if (first === -1 || before.some((word) => /^(?:-[a-zA-Z]*[ef]|--(?:regexp|file))/.test(word))) return []
  return values.slice(first, first + 1)
}

type Unclosed = { readonly at: number; readonly sign: string }

// The first bracket of a pattern that is not closed. An unclosed list of characters takes the rest of the text.
function unclosedIn(text: string, isExtended: boolean): Unclosed | undefined {
  if (text.includes('\n')) return undefined
  const open: Unclosed[] = []
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] === '\\' ? text.slice(at, at + 2) : (text[at] as string)
    if (sign === '\\') return { at, sign }
    if (sign === '[') {
      const end = endOfList(text, at)
      if (end === undefined) return { at, sign }
      at = end
    } else if (sign === (isExtended ? '(' : '\\(')) open.push({ at, sign })
    else if (sign === (isExtended ? ')' : '\\)')) open.pop()
    if (sign.length > 1) at++
  }
  return open[0]
}

// The end of a list of characters: `[]a]`, `[^]a]`, `[[:space:](]`; undefined where it has none.
function endOfList(text: string, from: number): number | undefined {
  let at = from + 1
  if (text[at] === '^') at++
  if (text[at] === ']') at++
  for (; at < text.length; at++) {
    if (text[at] === ']') return at
    const kind = text[at] === '[' ? text[at + 1] : undefined
    if (kind !== ':' && kind !== '.' && kind !== '=') continue
    const end = text.indexOf(`${kind}]`, at + 2)
    if (end === -1) return undefined
    at = end + 1
  }
  return undefined
}
