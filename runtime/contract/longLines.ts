// Leaves out long lines of a text before patterns are tried on it: such a line is data or generated code, and many
// patterns take time quadratic in the length of a line.

/** Lines of more than 2000 characters. Anchored, because otherwise each character of a line begins a new try. */
const LONG_LINE = /^.{2001,}/gm

/** The text with long lines replaced by blanks; all offsets stay the same. */
export function blankLongLines(text: string): string {
  return text.replaceAll(LONG_LINE, (line) => ' '.repeat(line.length))
}
