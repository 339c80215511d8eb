// Colors of a terminal, `ESC [ 32 m`: they stand before and within what is printed, end in a letter and so hide where a word
// begins. A text is masked without them, and they are put back where they stood. What moves the cursor parts words.

/** Also as JSON and programs write the escape: `\u001b[`, `\x1b[`, `\033[`, `\e[`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SOME = /[\u001b\u009b]|\\(?:u00[19]b|x[19]b|033|e)\[/i
const EACH =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /(?:\u001b\[|\u009b|\\{1,4}(?:u001[bB]|x1[bB]|033|e)\[|\\{1,4}u009[bB])[0-9;:?]{0,32}([@-~])/g

/** Which leave no gap: colors, and the rest of a line wiped, as `grep` does beside each. */
const STYLE = /[mK]/

/** The text with `mask` applied to what it is without colors; `mask` keeps the length. */
export function maskColored(text: string, mask: (text: string) => string): string {
  if (!SOME.test(text)) return mask(text)
  const parts: string[] = []
  const taken: string[] = []
  let from = 0
  for (const { index, 0: whole, 1: final = '' } of text.matchAll(EACH)) {
    parts.push(text.slice(from, index) + (STYLE.test(final) ? '' : '\n'))
    taken.push(whole)
    from = index + whole.length
  }
  if (taken.length === 0) return mask(text)
  const bare = parts.join('') + text.slice(from)
  const masked = mask(bare)
  if (masked === bare) return text
  const written: string[] = []
  let at = 0
  for (const [n, sequence] of taken.entries()) {
    const end = at + (parts[n] ?? '').length
    const isGap = !STYLE.test(sequence.slice(-1))
    written.push(masked.slice(at, isGap ? end - 1 : end), sequence)
    at = end
  }
  return written.join('') + masked.slice(at)
}
