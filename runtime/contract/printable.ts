// Puts foreign text into a message: on one line, and escaped. Does not interpret the text.

import { INVISIBLE } from './invisible.ts'

const CONTROLS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${INVISIBLE}]|\\p{Surrogate}`, 'gu')

/**
 * The text on one line: line breaks, terminal controls, direction overrides and lone surrogates become `\u` escapes.
 */
export function printable(text: string): string {
  return text.replace(CONTROLS, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`
  })
}

/** The text with each line break, and the blanks around it, replaced by `by`. */
export function joinLines(text: string, by = ' '): string {
  // One repetition: a pattern with blanks before and after the break takes time quadratic in a run of blanks.
  return text.replaceAll(/\s+/g, (blanks) => (LINE_BREAK.test(blanks) ? by : blanks))
}

const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/
