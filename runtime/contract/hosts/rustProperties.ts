// Unicode properties (`\p{…}`) and sets (`\w`) of Rust's `regex` crate as JavaScript writes them. An age and a
// kind of break, of which JavaScript has no tables, are taken to hold.

import { rowOf } from '../json.ts'

const UNTABLED = /^(?:age|wb|word_?break|sb|sentence_?break)$/i

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
  const [name, of] = [value === '' ? kind : value, value === '' ? '' : kind].map((one) =>
    one
      .trim()
      .replace(/^is[\s_-]*/i, '')
      .replaceAll(/[\s_-]+/g, '_')
      .toLowerCase(),
  ) as [string, string]
  const title = name.replaceAll(/(?<![a-z])[a-z]/g, (sign) => sign.toUpperCase())
  if (/^(?:sc|script)$/.test(of)) return [`Script=${title}`]
  if (/^(?:scx|script_extensions)$/.test(of)) return [`Script_Extensions=${title}`]
  if (of !== '' && !/^(?:gc|general_category)$/.test(of)) return []
  const joined = name.replaceAll('_', '')
  return [
    ...[title, name.toUpperCase(), name, `Script=${title}`],
    joined.charAt(0).toUpperCase() + joined.slice(1),
    title.replace(/^(?:Xi|I)d(?=_)/, (id) => id.toUpperCase()),
    CATEGORIES.get(joined) ?? title,
  ]
}

/** Names of several words, by the same without their separators. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  ['Uppercase', 'Lowercase', 'Titlecase', 'Cased', 'Modifier', 'Other']
    .map((kind) => `${kind}_Letter`)
    .concat(['Decimal_Number', 'Letter_Number', 'Other_Number', 'White_Space', 'Connector_Punctuation'])
    .map((name) => [name.replaceAll('_', '').toLowerCase(), name]),
)

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'v') !== undefined
  } catch {
    return false
  }
}
