// The words of a text for `env -S`, which has quotes and escapes of its own.

/** Stands for a `$` that is literal: elsewhere `env -S` expands `${NAME}`. */
export const LITERAL_DOLLAR = '\u{f0001}'

const CONTROLS: Readonly<Record<string, string>> = { f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', _: ' ' }

/** The words, without quotes and escapes. */
export function splitString(text: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  const endWord = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string
    const next = text[at + 1] ?? ''
    if (sign === '\\' && (quote !== "'" || /['\\]/.test(next))) {
      at++
      if (next === 'c') break
      if (next === '_' && quote === '') endWord()
      else word = (word ?? '') + (CONTROLS[next] ?? (next === '$' ? LITERAL_DOLLAR : next))
    } else if (sign === quote) quote = ''
    else if (quote === '' && /["']/.test(sign)) {
      quote = sign
      word ??= ''
    } else if (quote === '' && /\s/.test(sign)) endWord()
    else if (quote === '' && sign === '#' && word === undefined) break
    else word = (word ?? '') + (sign === '$' && quote === "'" ? LITERAL_DOLLAR : sign)
  }
  endWord()
  return words
}
