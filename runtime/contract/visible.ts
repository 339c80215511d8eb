// Escapes characters that move the cursor, hide a line or reverse the text direction: file names and answers of hooks
// are displayed and may contain any of them. Line breaks are kept.

import { INVISIBLE } from './invisible.ts'

const CONTROLS = new RegExp(`(?!\\n)[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029${INVISIBLE}]`, 'gu')

/** The text with every control character as an escape, as in `\x1b[31m`. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (found) => {
    const code = (found.codePointAt(0) ?? 0).toString(16)
    if (code.length > 4) return `\\u{${code}}`
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`
  })
}
