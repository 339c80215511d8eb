// Decides which requests about a text run without a time limit, because the limit costs as much as an answer: those
// that were answered at once for the previous version, if at most one character was added or removed since.

/** A request below this time, in milliseconds, runs without a limit next time. */
const AT_ONCE_MS = 100

/** The requests about one version of a text. */
export type AnsweredVersion = {
  readonly text: string
  /** The longest time of each request, in milliseconds; a request about a place is keyed by its offset. */
  readonly took: Map<Question, number>
}

/** A request about the whole text, or for completions at an offset. */
export type Question = 'judged' | 'fields' | number

/** Whether a request about `text` needs no time limit, judged by the requests about the version before. */
export function isQuick(question: Question, text: string, before: AnsweredVersion | undefined): boolean {
  if (before === undefined || !isKeystroke(before.text, text)) return false
  const near = typeof question === 'number' ? [question - 1, question, question + 1] : [question]
  return near.some((one) => (before.took.get(one) ?? Number.POSITIVE_INFINITY) < AT_ONCE_MS)
}

// At most one character of a name or a dot was added or removed.
function isKeystroke(before: string, text: string): boolean {
  const [short, long] = before.length < text.length ? [before, text] : [text, before]
  if (short.length === long.length) return short === long
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short.charCodeAt(at) === long.charCodeAt(at)) at++
  return /[\w$.]/.test(long[at] ?? '') && short.slice(at) === long.slice(at + 1)
}
