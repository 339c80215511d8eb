// Terminal colors, `ESC [ 32 m`: they end in a letter and can hide the start of a word. Text is masked without them,
// and they are put back in place afterwards. Sequences that move the cursor count as word breaks.

/** Also in the escaped forms of JSON and programs: `\u001b[`, `\x1b[`, `\033[`, `\e[`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches escape characters.
const SOME = /[\u001b\u009b]|\\(?:u00[19]b|x[19]b|033|e)\[/i
const EACH =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
  /(?:\u001b\[|\u009b|\\{1,4}(?:u001[bB]|x1[bB]|033|e)\[|\\{1,4}u009[bB])[0-9;:?]{0,32}([@-~])/g

/** Sequences that leave no gap: colors, and erasing the rest of a line, which `grep` adds to each color. */
const STYLE = /[mK]/

/** Applies `mask` to the text without colors; `mask` must preserve the length. */
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
