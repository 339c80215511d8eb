// Which questions about a version of a text are asked without a time limit, which costs as much as an answer: those that
// were answered at once about the version before, where a letter at most has come or gone since.

/** What a question may have taken, in milliseconds, to be asked without a limit next time. */
const AT_ONCE_MS = 100

/** What was asked about one version of a text. */
export type AnsweredVersion = {
  readonly text: string
  /** How long each question took at most, in milliseconds; one about a place is told by its offset. */
  readonly took: Map<Question, number>
}

/** A question about the whole text, or what can be written at an offset. */
export type Question = 'judged' | 'fields' | number

/** Whether a question about `text` needs no time limit, by what was asked about the version before. */
export function isQuick(question: Question, text: string, before: AnsweredVersion | undefined): boolean {
  if (before === undefined || !isKeystroke(before.text, text)) return false
  const near = typeof question === 'number' ? [question - 1, question, question + 1] : [question]
  return near.some((one) => (before.took.get(one) ?? Number.POSITIVE_INFINITY) < AT_ONCE_MS)
}

// One character of a name or a dot at most, put in or taken out.
function isKeystroke(before: string, text: string): boolean {
  const [short, long] = before.length < text.length ? [before, text] : [text, before]
  if (short.length === long.length) return short === long
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short.charCodeAt(at) === long.charCodeAt(at)) at++
  return /[\w$.]/.test(long[at] ?? '') && short.slice(at) === long.slice(at + 1)
}
