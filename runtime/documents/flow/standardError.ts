// The text a program has written to standard error: combined over alternative paths, and in sequence.

export type StandardError = {
  readonly text: string
  /** Offsets of the answers that were written there. */
  readonly answers: readonly number[]
  /** More may have been written. */
  readonly unsure?: true
}

/** The output of one of these paths. */
export function errorsOnAny([first, ...others]: readonly StandardError[]): StandardError {
  if (first === undefined) return NO_ERRORS
  if (others.every((one) => one === first)) return first
  const all = [first, ...others]
  const isSame = others.every(({ text }) => text === first.text)
  // Output of only some paths is kept as unsure: an exit with an explicit status is likely on one of those paths.
  const [words = '', ...more] = new Set(all.map(({ text }) => text).filter((text) => text !== ''))
  const unsure = all.some((one) => one.unsure === true) || !isSame
  return {
    text: more.length === 0 ? words : '…',
    answers: [...new Set(all.flatMap(({ answers }) => answers))],
    ...(unsure ? { unsure: true } : {}),
  }
}

/** Earlier output followed by this. */
export function errorsAfter(before: StandardError, then: StandardError): StandardError {
  if (then === NO_ERRORS) return before
  return {
    text: before.text + then.text,
    answers: [...new Set([...before.answers, ...then.answers])],
    ...(before.unsure === true || then.unsure === true ? { unsure: true } : {}),
  }
}

export const NO_ERRORS: StandardError = { text: '', answers: [] }

/** Of a program with code that runs when it ends, which may write there. */
export const LATE_ERRORS: StandardError = { text: '', answers: [], unsure: true }
