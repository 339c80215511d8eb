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
  const pattern = regex(matcher)
  if (pattern === undefined) return { matches: () => false, invalid: true }
  return { matches: (value) => pattern.test(value) }
}

/** A JavaScript regular expression, or undefined where the text is none. */
function regexOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text)
  } catch {
    return undefined
  }
}
