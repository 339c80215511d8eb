// How hosts read matchers: a list of names or a regular expression. Which of the two a text is, and against what it is
// held, each host says for itself.

/** Whether a value is matched; `invalid`: the text is no regular expression of the host's. */
export type MatcherTest = { readonly matches: (value: string) => boolean; readonly invalid?: true }

const ALL: MatcherTest = { matches: () => true }

/** Empty, `*` or absent: everything. A text of `names` signs only: a list. Anything else: a regular expression found anywhere in the value. */
export function listOrRegex(
  matcher: string | undefined,
  {
    names,
    separators,
    regex = regexOf,
  }: {
    readonly names: RegExp
    readonly separators: RegExp
    /** What the host makes of a regular expression; JavaScript's where it says nothing. */
    readonly regex?: (text: string) => RegExp | undefined
  },
): MatcherTest {
  if (matcher === undefined || matcher === '' || matcher === '*') return ALL
  if (names.test(matcher)) {
    const items = new Set(matcher.split(separators).map((item) => item.trim()))
    return { matches: (value) => items.has(value) }
  }
  return regexTest(matcher, regex(matcher)) ?? { matches: () => false, invalid: true }
}

/** Empty, `*` or absent: everything. Anything else: a regular expression of JavaScript found anywhere in the value; one that is none matches everything. */
export function regexAnywhere(matcher: string | undefined): MatcherTest {
  if (matcher === undefined || matcher === '' || matcher === '*') return ALL
  return regexTest(matcher, regexOf(matcher)) ?? { ...ALL, invalid: true }
}

function regexTest(matcher: string, pattern: RegExp | undefined): MatcherTest | undefined {
  if (pattern === undefined) return undefined
  const most = longestTried(matcher)
  return { matches: (value) => value.length <= most && pattern.test(value) }
}

/** A regular expression of JavaScript that has to take in the whole value. */
export function anchoredRegex(matcher: string): MatcherTest {
  const pattern = regexOf(`^(?:${matcher})$`)
  if (pattern === undefined) return { matches: () => false, invalid: true }
  const most = longestTried(matcher)
  return { matches: (value) => value.length <= most && pattern.test(value) }
}

/**
 * How long a value a pattern is tried on. JavaScript's regular expressions try every way to match, and a repetition
 * inside a repetition has more ways than anybody can wait for; what is longer counts as not matched.
 */
function longestTried(pattern: string): number {
  // Of each open group, whether something in it repeats or can be read in several ways.
  const open = [false]
  let closed = { end: -1, varies: false }
  let repetitions = 0
  let nested = false
  for (const { 0: piece, index } of pattern.matchAll(PIECES)) {
    if (piece === '(') open.push(false)
    else if (piece === ')') {
      closed = { end: index + 1, varies: open.pop() === true }
      if (closed.varies) open[open.length - 1] = true
    } else if (/^[|*+{]/.test(piece)) {
      if (piece !== '|') repetitions++
      if (piece !== '|' && closed.end === index && closed.varies) nested = true
      open[open.length - 1] = true
    }
  }
  if (nested) return 24
  return repetitions > 8 ? 48 : (LONGEST[repetitions] ?? 256)
}

/** By the number of repetitions: each more multiplies the ways to try by the length. */
const LONGEST: readonly number[] = [1_000_000, 10_000, 600]

/** What counts in a regular expression; escaped signs and classes are passed over as wholes. */
const PIECES = /\\.|\[(?:\\.|[^\]])*\]|[()|*+]|\{\d*,\d*\}/gs

/** A JavaScript regular expression, or undefined where the text is none. */
function regexOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
