// Characters that move a cursor, hide a line or turn the writing round, made visible: names of files and answers of hooks
// are shown, and may hold any. Line breaks stay.

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not reach a terminal.
const CONTROLS = /(?!\n)[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** The text with every control character as an escape, as in `\x1b[31m`. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (found) => {
    const code = found.charCodeAt(0).toString(16)
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, '0')}`
  })
}
