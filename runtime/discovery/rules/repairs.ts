// Changes to a configuration file that mend what an entry's finding tells: one word in the place of another, as the
// format of the file writes it. Offered only where the change loses nothing that stands there.

import type { JsonPath } from '../../contract/entry.ts'
import type { HostRules } from '../../contract/hosts/rules.ts'
import { isObject } from '../../contract/json.ts'
import type { Problem, Range } from '../../contract/problems.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'

type File = Pick<FoundConfiguration, 'text' | 'value' | 'read'>
type Mended = Pick<Problem, 'repairs'>

/** Writes another text in the place of a value; nothing where none is meant. */
export function valueRepair({ text, read }: File, at: JsonPath, replacement: string | undefined): Mended {
  if (replacement === undefined) return {}
  const range = read.rangeOf(at)
  const word = asWritten(text.slice(range.start, range.end), replacement)
  return mended(`Change to "${replacement}"`, [{ range, text: word }])
}

/**
 * Writes another matcher of a group, and what it told beyond that as `if` of each of its entries. Offered where the file
 * is JSON and none of them has a condition.
 */
export function conditionRepair(
  file: File,
  at: JsonPath,
  replacement: string | undefined,
  rule: string,
): Mended {
  const matcher = valueRepair(file, at, replacement).repairs?.[0]
  const group = valueAt(file.value, at.slice(0, -1))
  const entries = isObject(group) && Array.isArray(group.hooks) ? group.hooks : []
  if (matcher?.kind !== 'edit' || entries.length === 0) return {}
  const conditions = entries.flatMap((entry: unknown, index) => {
    const { start } = file.read.rangeOf([...at.slice(0, -1), 'hooks', index])
    const [, blanks] = /^\{(\s*)"/.exec(file.text.slice(start)) ?? []
    if (blanks === undefined || !isObject(entry) || Object.hasOwn(entry, 'if')) return []
    const text = `${blanks}"if": ${JSON.stringify(rule)},${blanks === '' ? ' ' : ''}`
    return [{ range: { start: start + 1, end: start + 1 }, text }]
  })
  if (conditions.length < entries.length) return {}
  return mended(`Change to "${replacement}" with "if": "${rule}"`, [...matcher.edits, ...conditions])
}

/**
 * Writes another name in the place of a key; nothing where that stands there already. A time whose old name says
 * another unit than the host counts in is counted anew, or left to the author.
 */
export function keyRepair(
  { text, value, read }: File,
  at: JsonPath,
  replacement: string | undefined,
  times?: HostRules['times'],
): Mended {
  const around = valueAt(value, at.slice(0, -1))
  const key = String(at.at(-1))
  if (replacement === undefined || !isObject(around) || Object.hasOwn(around, replacement)) return {}
  const ranges = headersOf(text, at) ?? [read.rangeOf(at, true)]
  const rename = ranges.map((range) => ({
    range,
    text: asWritten(text.slice(range.start, range.end), replacement),
  }))
  const unit = /ms$|milli/i.test(key) ? 'milliseconds' : /sec(?:onds?)?$/i.test(key) ? 'seconds' : undefined
  if (times?.keys.includes(replacement) !== true || unit === undefined || unit === times.unit)
    return mended(`Change to "${replacement}"`, rename)
  const time = around[key]
  const own = typeof time !== 'number' ? undefined : unit === 'seconds' ? time * 1000 : time / 1000
  if (own === undefined || !Number.isInteger(own)) return {}
  return mended(`Change to "${replacement}": ${own}`, [
    ...rename,
    { range: read.rangeOf(at), text: String(own) },
  ])
}

/**
 * Puts other texts in the place of parts of a value, which stand there in this order; nothing where the file's way of
 * writing texts cannot hold them so.
 */
export function partsRepair(
  { text, read }: File,
  at: JsonPath,
  parts: readonly (readonly [part: string, replacement: string])[],
  title: string,
): Mended {
  const whole = read.rangeOf(at)
  const [quote = ''] = text.slice(whole.start)
  const write = (part: string) => (quote === '"' ? JSON.stringify(part).slice(1, -1) : part)
  const edits: { readonly range: Range; readonly text: string }[] = []
  let from = whole.start
  for (const [part, replacement] of parts) {
    const written = write(part)
    // The whole word, not the beginning of a longer one.
    let start = text.indexOf(written, from)
    while (start !== -1 && /\w$/.test(written) && /^\w/.test(text.slice(start + written.length)))
      start = text.indexOf(written, start + 1)
    const end = start + written.length
    if (start === -1 || end > whole.end) return {}
    if (quote !== '"' && /[\n'"]/.test(quote === "'" ? replacement.replaceAll('"', '') : replacement))
      return {}
    edits.push({ range: { start, end }, text: write(replacement) })
    from = end
  }
  return mended(title, edits)
}

function mended(title: string, edits: readonly { readonly range: Range; readonly text: string }[]): Mended {
  return { repairs: [{ kind: 'edit', title, edits }] }
}

// TOML says the names of a table in every header below it; undefined where this key stands in none.
function headersOf(text: string, at: JsonPath): readonly Range[] | undefined {
  const key = String(at.at(-1))
  const names = at.map((name) => String(name).replaceAll(/[^\w-]/g, '\\$&')).join(String.raw`[ \t]*\.[ \t]*`)
  const headers = [...text.matchAll(new RegExp(`^[ \\t]*\\[\\[?[ \\t]*${names}(?=[ \\t]*[.\\]])`, 'gm'))]
  return headers.length === 0
    ? undefined
    : headers.map(({ 0: written, index }) => {
        const end = index + written.length
        return { start: end - key.length, end }
      })
}

// In the quotes that stand there. A bare word of TOML or YAML stays bare where the new one can.
function asWritten(old: string, word: string): string {
  if (old.startsWith("'") && !/['\n]/.test(word)) return `'${word}'`
  return /^["']/.test(old) || !/^[A-Za-z][\w-]*$/.test(word) ? JSON.stringify(word) : word
}

function valueAt(value: unknown, at: JsonPath): unknown {
  return at.reduce<unknown>(
    (held, key) => (Array.isArray(held) ? held[Number(key)] : isObject(held) ? held[key] : undefined),
    value,
  )
}
