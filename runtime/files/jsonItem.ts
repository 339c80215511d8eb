// Appends one value to a list in a JSON text. The rest stays byte-identical: comments, line breaks, byte order mark.

import type { Node, ParseError } from 'jsonc-parser'
import { type ConfigurationList, type ItemFormat, NotWritten, notThat } from './listItem.ts'

/**
 * The text with the value appended to its list. Throws NotWritten if the text is not JSON, or the target is not a list.
 */
export async function jsonWithItem(
  whole: string,
  { file, at, value }: ConfigurationList,
  format: Exclude<ItemFormat, 'toml'>,
): Promise<string> {
  const { parse, parseTree } = await import('jsonc-parser')
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  // A host that allows comments may still reject a file with a trailing comma; a file that it rejects is not changed.
  const errors: ParseError[] = []
  parse(text, errors, { allowTrailingComma: format === 'jsonc', disallowComments: format === 'json' })
  const [first] = errors
  if (first !== undefined) {
    const before = text.slice(0, first.offset).split('\n')
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
    throw new NotWritten(
      `${file} does not parse: the error is at ${place}. Fix it first; nothing was written.`,
    )
  }
  let owner = parseTree(text) as Node
  for (const [level, key] of at.entries()) {
    if (owner.type !== 'object') throw notThat(file, at.slice(0, level), 'an object')
    // Of two members with the same name, the last one counts.
    const next = owner.children?.findLast((one) => one.children?.[0]?.value === key)?.children?.[1]
    if (next === undefined) {
      const made = at.slice(level + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), [value])
      return mark + insert(text, owner, made, String(key))
    }
    owner = next
  }
  if (owner.type !== 'array') throw notThat(file, at, 'a list')
  return mark + insert(text, owner, value)
}

// A single insertion, because an editing library would reformat the surrounding text.
function insert(text: string, owner: Node, value: unknown, key?: string): string {
  const unit = /^\t/m.test(text) ? '\t' : ' '.repeat(/^( +)\S/m.exec(text)?.[1]?.length ?? 2)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `
  const lines = (indent: string) =>
    `${indent}${name}${JSON.stringify(value, undefined, unit).replaceAll('\n', `${eol}${indent}`)}`
  const put = (offset: number, added: string) => text.slice(0, offset) + added + text.slice(offset)
  const lineBefore = (offset: number) => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const last = owner.children?.at(-1)
  if (last !== undefined) {
    const before = lineBefore(last.offset)
    const alone = /^[ \t]*$/.test(before)
    return put(
      last.offset + last.length,
      alone ? `,${eol}${lines(before)}` : `, ${name}${JSON.stringify(value)}`,
    )
  }
  const close = owner.offset + owner.length - 1
  const outer = /^[ \t]*/.exec(lineBefore(owner.offset))?.[0] ?? ''
  const added = eol + lines(outer + unit)
  // An empty list contains only whitespace or comments, and a comment may extend to the end of its line.
  const blank = /\s*$/.exec(text.slice(owner.offset, close))?.[0] ?? ''
  return blank.includes('\n') ? put(close - blank.length, added) : put(close, `${added}${eol}${outer}`)
}
