// The files of code that awk, sed, jq and yq are given in options: by themselves, joined to other letters or to their
// value (`sed -nf x`, `sed -fx`, `awk --file=x`). Reads words only.

type Letters = {
  /** The rest of the word, or the next word, is a file of code. */
  readonly files: string
  /** It is another value. */
  readonly values: string
  /** The rest of the word is a value, which may be empty. */
  readonly joined: string
  /** Long options that name a file of code, as far as they need to be written. */
  readonly long: RegExp
}

const PROGRAMS: readonly (readonly [program: RegExp, letters: Letters])[] = [
  [
    /awk$/,
    { files: 'fEil', values: 'Fve', joined: 'dDLopW', long: /^--(?:fil|ex|inc|lo)[\w-]*(?:=(.*))?$/s },
  ],
  [/sed$/, { files: 'f', values: 'el', joined: 'i', long: /^--fi[\w-]*(?:=(.*))?$/s }],
  [/^[jy]q$/, { files: 'fL', values: '', joined: '', long: /^--from-file(?:=(.*))?$/s }],
]

/** Whether it is a program whose code is a word or a file that an option names. */
export function isTextProgram(name: string): boolean {
  return /^(?:g|m|n)?awk$|^(?:[gs]?sed|jq|yq)$/.test(name)
}

/** An option with a file of code, by its place among the words; without `text` the file is the next word. */
export type FileOption = { readonly at: number; readonly text?: string }

/** The options of a program that name files of code. An unknown word counts as none. */
export function fileOptions(name: string, words: readonly (string | undefined)[]): readonly FileOption[] {
  const letters = PROGRAMS.find(([program]) => program.test(name))?.[1]
  if (letters === undefined) return []
  return words.flatMap((word = '', at) => {
    const found = word.startsWith('--') ? ofLong(letters, word) : ofLetters(letters, word)
    if (found === undefined) return []
    return [{ at, ...(found === '' ? {} : { text: found }) }]
  })
}

/** Options of `awk -W`, which are long ones in other words; those named here load nothing. */
export function isHiddenOption(name: string, words: readonly (string | undefined)[], at: number): boolean {
  const [, joined] = /^-W(.*)$/s.exec(words[at] ?? '') ?? []
  if (joined === undefined || !name.endsWith('awk')) return false
  return !/^(?:interactive|posix|version|help|usage)/.test(joined === '' ? (words[at + 1] ?? '') : joined)
}

// The text joined to the option, empty where the next word is the file.
function ofLong({ long }: Letters, word: string): string | undefined {
  const match = long.exec(word)
  return match === null ? undefined : (match[1] ?? '')
}

function ofLetters({ files, values, joined }: Letters, word: string): string | undefined {
  if (!word.startsWith('-')) return undefined
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    if (files.includes(letter)) return word.slice(at + 1)
    if (values.includes(letter) || joined.includes(letter)) return undefined
  }
  return undefined
}
