// Appends one value to a list in a TOML text: as tables at the end of the file, or within brackets
// if the list is inline. The rest stays byte-identical. A candidate is used only if it parses as the
// old content plus the value; if none does, nothing is written.

import { isDeepStrictEqual } from 'node:util'
import { type ConfigurationList, NotWritten, notThat } from './listItem.ts'

type Table = Record<string, unknown>

/** How many closing brackets are tried, from the end; entries are usually together near the end. */
const MOST_BRACKETS = 200

/**
 * The text with the value appended to its list. Throws NotWritten if the text is not TOML, or the target is not a list.
 */
export async function tomlWithItem(whole: string, { file, at, value }: ConfigurationList): Promise<string> {
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const text = whole.slice(mark.length)
  const read = await reader()
  const before = read(text)
  if (before instanceof Error)
    throw new NotWritten(`${file} is not TOML: ${before.message}. Fix it first; nothing was written.`)
  const wanted = withValue(before, file, at, value)
  for (const candidate of candidates(text, at, value)) {
    const after = read(candidate)
    if (!(after instanceof Error) && isDeepStrictEqual(after, wanted)) return mark + candidate
  }
  throw new NotWritten(
    `"${at.join('.')}" in ${file} has a form to which no entry can be added. Add it by hand; nothing was written.`,
  )
}

/** Whether a text is valid TOML with lists of entries at a key. */
export async function holdsLists(text: string, key: string): Promise<boolean> {
  const found = (await reader())(text.replace(/^\uFEFF/, ''))
  if (found instanceof Error) return false
  const owner = found[key]
  return isTable(owner) && Object.values(owner).some((one) => Array.isArray(one))
}

async function reader(): Promise<(text: string) => Table | Error> {
  const { getStaticTOMLValue, ParseError, parseTOML } = await import('toml-eslint-parser')
  return (text) => {
    try {
      return getStaticTOMLValue(parseTOML(text, { tomlVersion: '1.0' })) as Table
    } catch (error) {
      if (error instanceof ParseError) return new Error(error.message.replace(/\.$/, ''))
      throw error
    }
  }
}

function withValue(whole: Table, file: string, at: ConfigurationList['at'], value: unknown): Table {
  const made = structuredClone(whole)
  let owner = made
  for (const [level, key] of at.slice(0, -1).entries()) {
    const next = owner[key] ?? {}
    owner[key] = next
    if (!isTable(next)) throw notThat(file, at.slice(0, level + 1), 'a table')
    owner = next
  }
  const last = String(at.at(-1))
  const list = owner[last] ?? []
  owner[last] = list
  if (!Array.isArray(list)) throw notThat(file, at, 'a list')
  list.push(value)
  return made
}

function* candidates(text: string, at: ConfigurationList['at'], value: unknown): Generator<string> {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol
  yield text + gap + tables(at, value).join(eol) + eol
  const inline = written(value)
  let left = MOST_BRACKETS
  for (let end = text.lastIndexOf(']'); end > 0 && left > 0; end = text.lastIndexOf(']', end - 1), left--) {
    const head = text.slice(0, end)
    const last = head.trimEnd().length
    const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(head.slice(0, last))?.[1] ?? ''
    const isAlone = head.slice(last).includes('\n')
    const put = (position: number, added: string) => text.slice(0, position) + added + text.slice(position)
    // After the last item, after its comma or, if a comment follows, on a separate line.
    const behind = put(last, isAlone ? `,${eol}${indent}${inline}` : `, ${inline}`)
    const ownLine = [`${eol}${indent}${inline},`, `${eol}${indent}, ${inline}`].map((one) => put(last, one))
    const mayBeComment = isAlone && head.slice(head.lastIndexOf('\n', last - 1) + 1, last).includes('#')
    yield* mayBeComment ? ownLine : [behind]
    yield* mayBeComment ? [behind] : isAlone ? ownLine : [put(last, ` ${inline}`)]
    yield put(end, inline)
  }
}

/** `[[a.b]]` and its members; lists of tables become tables of their own. */
function tables(at: ConfigurationList['at'], value: unknown): readonly string[] {
  const head = `[[${at.map((key) => keyOf(String(key))).join('.')}]]`
  const members = isTable(value) ? Object.entries(value) : []
  const isList = (one: unknown) => Array.isArray(one) && one.length > 0 && one.every(isTable)
  return [
    head,
    ...members.filter(([, one]) => !isList(one)).map(([key, one]) => `${keyOf(key)} = ${written(one)}`),
    ...members
      .filter(([, one]) => isList(one))
      .flatMap(([key, one]) =>
        (one as readonly unknown[]).flatMap((item) => ['', ...tables([...at, key], item)]),
      ),
  ]
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (isTable(value)) {
    const members = Object.entries(value).map(([key, one]) => `${keyOf(key)} = ${written(one)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  // JSON's escapes are valid in TOML, except that TOML also requires DEL to be escaped.
  return JSON.stringify(value).replaceAll('\u007F', '\\u007F')
}

function keyOf(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
