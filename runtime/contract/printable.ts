// Text of somebody else's as part of a message of ours. It says nothing about what the text means.

/** The text on one line: no line break, nothing a terminal obeys or that turns the line around, no half of a character. */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not get through.
    /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
