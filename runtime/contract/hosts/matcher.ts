// The ways in which hosts interpret matchers: as a list of names or as a regular expression. Each host determines which
// of the two a text is, and what it is tested against.

import { longestTried } from '../regexLength.ts'

/** Tests a value; `invalid`: the text is not a regular expression that the host accepts. */
export type MatcherTest = { readonly matches: (value: string) => boolean; readonly invalid?: true }

const ALL: MatcherTest = { matches: () => true }

/**
 * Empty, `*` or absent: everything. A text of `names` characters only: a list. Anything else: a regular expression that
 * may match anywhere in the value.
 */
export function listOrRegex(
  matcher: string | undefined,
  {
    names,
    separators,
    regex = regexOf,
  }: {
    readonly names: RegExp
    readonly separators: RegExp
    /** Compiles a regular expression as the host does; as JavaScript where absent. */
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

/**
 * Empty, `*` or absent: everything. Anything else: a JavaScript regular expression that may match anywhere in the
 * value; an invalid one matches everything.
 */
export function regexAnywhere(matcher: string | undefined): MatcherTest {
  if (matcher === undefined || matcher === '' || matcher === '*') return ALL
  return regexTest(matcher, regexOf(matcher)) ?? { ...ALL, invalid: true }
}

// A value that is too long to test counts as matched, so that no payload keeps a guard from being asked by its length.
function regexTest(matcher: string, pattern: RegExp | undefined): MatcherTest | undefined {
  if (pattern === undefined) return undefined
  const test = boundedTest(pattern, matcher)
  const isTooLong = (value: string) => {
    const longest = longestTried(matcher, value.length)
    return longest >= 0 && value.length > longest
  }
  return { matches: (value) => isTooLong(value) || test(value) }
}

/** A value that is too long to test the pattern on counts as not matched. `source`: the pattern as written. */
export function boundedTest(pattern: RegExp, source: string = pattern.source): (value: string) => boolean {
  return (value) => value.length <= longestTried(source, value.length) && isMatch(pattern, value)
}

// The engine compiles a pattern on first use, which throws where the pattern is too large.
function isMatch(pattern: RegExp, value: string): boolean {
  try {
    return pattern.test(value)
  } catch {
    return false
  }
}

/** A JavaScript regular expression that must match the whole value. */
export function anchoredRegex(matcher: string): MatcherTest {
  const whole = `^(?:${matcher})$`
  return regexTest(whole, regexOf(whole)) ?? { matches: () => false, invalid: true }
}

/** The JavaScript regular expression; undefined where the text is not a valid one. */
function regexOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
