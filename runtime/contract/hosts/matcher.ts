// How hosts read matchers: a list of names or a regular expression. Which of the two a text is, and against what it is
// held, each host says for itself.

import { longestTried } from '../regexLength.ts'

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
  return pattern && { matches: boundedTest(pattern, matcher) }
}

/** What is longer than a pattern can be tried on counts as not matched. `source`: the pattern as it was written. */
export function boundedTest(pattern: RegExp, source: string = pattern.source): (value: string) => boolean {
  return (value) => value.length <= longestTried(source) && isMatch(pattern, value)
}

// A pattern is compiled when it is tried first, and may be too large for that.
function isMatch(pattern: RegExp, value: string): boolean {
  try {
    return pattern.test(value)
  } catch {
    return false
  }
}

/** A regular expression of JavaScript that has to take in the whole value. */
export function anchoredRegex(matcher: string): MatcherTest {
  const whole = `^(?:${matcher})$`
  return regexTest(whole, regexOf(whole)) ?? { matches: () => false, invalid: true }
}

/** A JavaScript regular expression, or undefined where the text is none. */
function regexOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
