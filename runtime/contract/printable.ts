// Text of somebody else's as part of a message of ours. It says nothing about what the text means.

import { INVISIBLE } from './invisible.ts'

const CONTROLS = new RegExp(`[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${INVISIBLE}]|\\p{Surrogate}`, 'gu')

/** The text on one line: no line break, nothing a terminal obeys or that turns the line around, no half of a character. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`
  })
}
