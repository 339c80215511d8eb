// Unicode properties (`\p{…}`) of Rust's `regex` crate as JavaScript writes them. An age, of which JavaScript has no
// table, is taken to hold.

/** The source for `\p{text}`, or for `\P{text}` if negated; undefined if Rust or JavaScript has no such property. */
export function unicodeProperty(text: string, negated: boolean): string | undefined {
  const [kind = '', value = '', more] = text.split(/!?=|:/)
  if (more !== undefined) return undefined
  if (/^\s*age$/i.test(kind)) return '[\\s\\S]'
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
  return [title, name.toUpperCase(), name, `Script=${title}`]
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'v') !== undefined
  } catch {
    return false
  }
}
