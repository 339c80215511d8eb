// Escapes foreign text for use in a message. Does not interpret the text.

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
