// Unicode properties (`\p{…}`) and sets (`\w`, `[:alpha:]`) of Rust's `regex` crate as JavaScript writes them. An age and
// a kind of break, of which JavaScript has no tables, are taken to hold.

import { rowOf } from '../json.ts'

const UNTABLED = /^(?:age|wb|word_?break|sb|sentence_?break)$/i

const NAMED_CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\x00-\\x7F',
  blank: '\\t ',
  cntrl: '\\x00-\\x1F\\x7F',
  digit: '0-9',
  graph: '\\x21-\\x7E',
  lower: 'a-z',
  print: '\\x20-\\x7E',
  punct: '\\x21-\\x2F\\x3A-\\x40\\x5B-\\x60\\x7B-\\x7E',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
}

/** `[:alpha:]` or `[:^alpha:]`; with another name, Rust reads a class of these signs. */
export const ASCII_CLASS = new RegExp(`\\[:\\^?(?:${Object.keys(NAMED_CLASSES).join('|')}):\\]`, 'y')

export function asciiClass(text: string): string | undefined {
  const signs = rowOf(NAMED_CLASSES, text.replaceAll(/[[\]:^]/g, ''))
  return signs && `[${text.includes('^') ? '^' : ''}${signs}]`
}

/** Rust's `\d`, `\s` and `\w` comprise more than ASCII; as in JavaScript, a capital letter negates them. */
const SETS: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  s: '\\p{White_Space}',
  w: '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}',
}

/** The source for `\d`, `\S` and the like; undefined for the sign of anything else. */
export function unicodeSet(sign: string): string | undefined {
  const signs = rowOf(SETS, sign.toLowerCase())
  return signs === undefined ? undefined : `[${sign in SETS ? '' : '^'}${signs}]`
}

/** The source for `\p{text}`, or for `\P{text}` if negated; undefined if Rust or JavaScript has no such property. */
export function unicodeProperty(text: string, negated: boolean): string | undefined {
  const [kind = '', value = '', more] = text.split(/!?=|:/)
  if (more !== undefined) return undefined
  if (UNTABLED.test(kind.trim())) return '[\\s\\S]'
  const letter = negated !== text.includes('!=') ? 'P' : 'p'
  return propertyNames(kind, value)
    .map((name) => `\\${letter}{${name}}`)
    .find(isPattern)
}

// What JavaScript may call it: Rust ignores case and blanks in a name, as well as a leading `is`, and needs no `Script=`.
function propertyNames(kind: string, value: string): readonly string[] {
  const written = (value === '' ? kind : value).trim()
  const [name, of] = [written, value === '' ? '' : kind].map((one) =>
    one
      .trim()
      .replace(/^is[\s_-]*/i, '')
      .replaceAll(/[\s_-]+|(?<=[a-z])(?=[A-Z])/g, '_')
      .toLowerCase(),
  ) as [string, string]
  const title = name.replaceAll(/(?<![a-z])[a-z]/g, (sign) => sign.toUpperCase())
  if (/^(?:sc|script)$/.test(of)) return [`Script=${title}`, `Script=${written}`]
  if (/^(?:scx|script_extensions)$/.test(of))
    return [`Script_Extensions=${title}`, `Script_Extensions=${written}`]
  if (of !== '' && !/^(?:gc|general_category)$/.test(of)) return []
  const joined = name.replaceAll('_', '')
  return [
    ...[title, name.toUpperCase(), name, written, `Script=${title}`, `Script=${written}`],
    ...[
      joined.charAt(0).toUpperCase() + joined.slice(1),
      title.replace(/^(?:Xi|I)d(?=_)/, (id) => id.toUpperCase()),
    ],
    ...(CATEGORIES.get(joined) ?? []),
  ]
}

/** Names of general categories without their separators. */
const CATEGORIES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'Uppercase_Letter',
    'Lowercase_Letter',
    'Titlecase_Letter',
    'Cased_Letter',
    'Modifier_Letter',
    'Other_Letter',
  ]
    .concat(['Decimal_Number', 'Letter_Number', 'Other_Number', 'White_Space', 'Connector_Punctuation'])
    .map((name) => [name.replaceAll('_', '').toLowerCase(), [name]]),
)

// Without the flag `v`, by which JavaScript has properties of several characters.
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== undefined
  } catch {
    return false
  }
}
