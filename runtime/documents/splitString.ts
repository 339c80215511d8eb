// The words of a text for `env -S`, which has quotes and escapes of its own, and the same words as a shell line.

/** Stands for a `$` that is literal: elsewhere `env -S` expands `${NAME}`. */
const LITERAL_DOLLAR = '\u{f0001}'

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

/** The shell line that gives `env` the same words. */
export function splitLine(text: string): string {
  return ['env', ...splitString(text).map(shellWord)].join(' ')
}

/** A word for a shell: `env -S` expands `${NAME}`, and every other character is literal. */
export function shellWord(word: string): string {
  if (/^[\w./=:@%+,-]+$/.test(word)) return word
  return `'${word.replaceAll("'", "'\\''")}'`
    .replaceAll(/\$\{(\w+)\}/g, `'"\${$1}"'`)
    .replaceAll(LITERAL_DOLLAR, '$')
}

/** The option of `env` for a whole command, alone or with its value: `-iS`, `--split-string=`, `--sp`. */
const SPLITS = /^(?:-[0iv]*S|--s[a-z-]*(?:=|$))/

/** The command that a word of `env`, or the word after `-S`, holds. */
export function splitOf(text: string, before: string | undefined): string | undefined {
  const [option] = SPLITS.exec(text) ?? []
  if (option !== undefined) return text === option ? undefined : text.slice(option.length)
  return before !== undefined && SPLITS.exec(before)?.[0] === before ? text : undefined
}
