// Regular expressions added by the settings. Patterns that could take exponential time are refused with a reason; the
// others run on long texts in pieces, so that a careless pattern is slow but never hangs.

import { longestTried } from '../contract/regexLength.ts'
import { isTokenLike, maskPlain, maskToken } from './mask.ts'

const PIECE = 16_384
/** A pattern must be usable on texts of at least this length, because secrets can be that long. */
const SHORTEST = 400

export type Patterns = {
  /** Masks every match. */
  readonly mask: (text: string) => string
  /** One line per refused pattern. */
  readonly problems: readonly string[]
}

/** Compiles the patterns of the settings. */
export function compilePatterns(sources: readonly string[]): Patterns {
  const problems: string[] = []
  const compiled: RegExp[] = []
  for (const source of sources) {
    const why = refusal(source)
    if (why === undefined) compiled.push(new RegExp(source, 'gu'))
    else problems.push(`redaction.patterns: \`${source}\` is not used: ${why}`)
  }
  return { mask: (text) => compiled.reduce(maskMatches, text), problems }
}

function maskMatches(text: string, pattern: RegExp): string {
  if (text.length <= PIECE) return text.replace(pattern, maskMatch)
  return pieces(text)
    .map((piece) => piece.replace(pattern, maskMatch))
    .join('')
}

function maskMatch(match: string): string {
  return isTokenLike(match) ? maskToken(match) : maskPlain(match)
}

// Cuts after a line break or a space if possible, because few secrets contain one.
function pieces(text: string): readonly string[] {
  const cut: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE)
    if (to < text.length) {
      const lineEnd = text.lastIndexOf('\n', to)
      const blank = lineEnd > from ? lineEnd : text.lastIndexOf(' ', to)
      if (blank > from) to = blank + 1
    }
    cut.push(text.slice(from, to))
    from = to
  }
  return cut
}

function refusal(source: string): string | undefined {
  try {
    const matchesNothing = new RegExp(source, 'u').test('')
    if (matchesNothing) return 'it matches the empty text'
  } catch (error) {
    return `${(error as Error).message.replace(/^Invalid regular expression: /, '')}`
  }
  if (/\\[1-9]|\\k</.test(source)) return 'a back reference can take exponential time; write it without one'
  if (nests(source))
    return 'a repetition of something that repeats or branches can take exponential time; write it as one repetition'
  return longestTried(source) < SHORTEST
    ? 'it can match a text in too many ways; write it with fewer repetitions and branches'
    : undefined
}

// Whether a group that contains a repetition or an alternative is itself repeated.
function nests(source: string): boolean {
  const open: boolean[] = []
  const bare = source.replaceAll(/\\./g, '_').replaceAll(/\[[^\]]*\]/g, '_')
  for (let at = 0; at < bare.length; at++) {
    const char = bare.charAt(at)
    const repeats = /^(?:[*+]|\{\d+,(?:\d+)?\})/.test(bare.slice(at, at + 24))
    if (char === '(') open.push(false)
    else if (char === ')') {
      const holds = open.pop() ?? false
      if (holds && /^(?:[*+]|\{\d+,?(?:\d+)?\})/.test(bare.slice(at + 1, at + 25))) return true
      if (holds && open.length > 0) open[open.length - 1] = true
    } else if ((repeats || char === '|') && open.length > 0) open[open.length - 1] = true
  }
  return false
}
