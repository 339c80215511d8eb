// The options of interpreters, as far as they decide which of the words that follow is the script: short options stand
// together (`bash -euo pipefail x`), and some take the rest of their word or the next one as a value.

import { takesNextWord } from './nodeOptions.ts'

/** Programs that run the script, or the code, that they are given. */
export const INTERPRETER =
  /^(?:(?:python|pypy)[\d.]*|(?:ba|da|k|z|a|fi)?sh|node|nodejs|bun|tsx|ts-node|deno|ruby|perl|php|lua)$/

export type OptionUse = {
  /**
   * What the option brings: `code` or a `module`, as text; code from the standard input; `nothing`: the program ends
   * without running any.
   */
  readonly brings?: 'code' | 'module' | 'input' | 'nothing'
  /** The code or the name of the module, where it stands in the same word; otherwise it is a word that follows. */
  readonly text?: string
  /** How many of the words that follow are values of settings. */
  readonly values: number
}

/** Letters of short options. */
type Letters = {
  /** Their value, the rest of the word or the next one, is code, a module, a setting. */
  readonly code?: string
  readonly module?: string
  readonly settings?: string
  /** Their value is the rest of the word, which may be empty. */
  readonly joined?: string
  /** The program ends without running a script. */
  readonly ends?: string
  /** Long options that take the next word, besides those of Node. */
  readonly long?: RegExp
}

const FAMILIES: readonly (readonly [program: RegExp, letters: Letters])[] = [
  [/^py/, { code: 'c', module: 'm', settings: 'WX', ends: 'hV?', long: /^--check-hash-based-pycs$/ }],
  [/^perl/, { code: 'eE', settings: 'I', joined: 'DFVdixmM', ends: 'hv' }],
  [
    /^ruby/,
    { code: 'e', settings: 'CEIr', joined: 'FKTWix', ends: 'h', long: /^--(?:ex|in)?(?:ternal-)?encoding$/ },
  ],
  [/^php/, { code: 'rBRE', settings: 'Scdgtz', ends: 'hvim' }],
  [/^lua/, { code: 'e', settings: 'l' }],
  [/^node/, { settings: 'C', ends: 'hv' }],
  [
    /^bun/,
    { settings: 'Fcdl', ends: 'hv', long: /^--(?:config|cwd|filter|loader|port|shell|tsconfig-override)$/ },
  ],
  [
    /^deno/,
    { settings: 'Lc', ends: 'hV', long: /^--(?:cert|config|ext|import-map|location|lock|log-level|seed)$/ },
  ],
  [
    /^ts/,
    {
      settings: 'CDIOP',
      ends: 'hv',
      long: /^--(?:compiler(?:-options)?|cwd|ignore(?:-diagnostics)?|project|scope-dir|tsconfig)$/,
    },
  ],
]

/** How an interpreter reads a word of its command line that begins with `-` or `+`. */
export function readOption(program: string, word: string): OptionUse {
  if (/^--(?:version|help)$/.test(word)) return { brings: 'nothing', values: 0 }
  if (/sh$/.test(program)) return ofShell(program, word)
  const letters = FAMILIES.find(([name]) => name.test(program))?.[1] ?? {}
  return word.startsWith('--') || /^(?:node|bun|deno|ts)/.test(program)
    ? ofWord(letters, word)
    : ofLetters(letters, word)
}

/** The script that stands in the word of its option: `php -fx.php`. */
export function joinedScript(program: string, word: string): string | undefined {
  return /^php/.test(program) ? /^-[nqeCsw]*[fF](.+)$/s.exec(word)?.[1] : undefined
}

/** Whether a script runs besides the code that an option brings: `lua -e CODE x`, `php -B CODE -F x`. */
export function runsScriptBesides(program: string, option: string): boolean {
  return program === 'lua' || (/^php/.test(program) && /^-[BRE]/.test(option))
}

// `-euo pipefail`, `-ceu`, `+O nullglob`: each `o` and `O` takes a word of its own, and the code stands behind them.
function ofShell(program: string, word: string): OptionUse {
  const isFish = /fish$/.test(program)
  const [, joined] = /^--(?:init-)?command(?:=(.*))?$/s.exec(word) ?? []
  if (joined !== undefined) return { brings: 'code', text: joined, values: 0 }
  if (/^--(?:init-)?command$/.test(word) || (isFish && /^-\w*[cC]/.test(word)))
    return { brings: 'code', values: 0 }
  if (word.startsWith('--')) return { values: /^--(?:rcfile|init-file|emulate)$/.test(word) ? 1 : 0 }
  const values = word.match(isFish ? /[dfop]$/ : /[oO]/g)?.length ?? 0
  if (/^-\w*c/.test(word)) return { brings: 'code', values }
  return { values, ...(/^-\w*s/.test(word) ? { brings: 'input' as const } : {}) }
}

// Options of Node, and of the runners that resemble it, do not stand together, except for `-pe`.
function ofWord({ long, settings = '', ends = '' }: Letters, word: string): OptionUse {
  if (/^(?:-e|-p|-pe|--eval|--print)$/.test(word)) return { brings: 'code', values: 0 }
  const [, text] = /^--(?:eval|print)=(.*)$/s.exec(word) ?? []
  if (text !== undefined) return { brings: 'code', text, values: 0 }
  const letter = /^-\w$/.test(word) ? word.slice(1) : '-'
  if (ends.includes(letter)) return { brings: 'nothing', values: 0 }
  return { values: settings.includes(letter) || long?.test(word) === true || takesNextWord(word) ? 1 : 0 }
}

function ofLetters(letters: Letters, word: string): OptionUse {
  const { code = '', module = '', settings = '', joined = '', ends = '' } = letters
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at)
    const rest = word.slice(at + 1)
    if (joined.includes(letter)) break
    if (ends.includes(letter)) return { brings: 'nothing', values: 0 }
    if (settings.includes(letter)) return { values: rest === '' ? 1 : 0 }
    const brings = code.includes(letter) ? 'code' : module.includes(letter) ? 'module' : undefined
    if (brings !== undefined) return { brings, values: 0, ...(rest === '' ? {} : { text: rest }) }
  }
  return { values: 0 }
}
