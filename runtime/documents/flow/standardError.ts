// What a program has written to standard error: joined over several ways, and in sequence.

export type StandardError = {
  readonly text: string
  /** Where an answer went there. */
  readonly answers: readonly number[]
  /** There may be more of it. */
  readonly unsure?: true
}

/** What one of these ways has said. */
export function errorsOnAny([first, ...others]: readonly StandardError[]): StandardError {
  if (first === undefined) return NO_ERRORS
  if (others.every((one) => one === first)) return first
  const all = [first, ...others]
  const isSame = others.every(({ text }) => text === first.text)
  // What only some of them have said, the others have not: whoever ends with a status of its own is likely one of these.
  const [words = '', ...more] = new Set(all.map(({ text }) => text).filter((text) => text !== ''))
  const unsure = all.some((one) => one.unsure === true) || !isSame
  return {
    text: more.length === 0 ? words : '…',
    answers: [...new Set(all.flatMap(({ answers }) => answers))],
    ...(unsure ? { unsure: true } : {}),
  }
}

/** What was errors, and then this. */
export function errorsAfter(before: StandardError, then: StandardError): StandardError {
  if (then === NO_ERRORS) return before
  return {
    text: before.text + then.text,
    answers: [...new Set([...before.answers, ...then.answers])],
    ...(before.unsure === true || then.unsure === true ? { unsure: true } : {}),
  }
}

export const NO_ERRORS: StandardError = { text: '', answers: [] }
