// Builds edits of a configuration file that fix an entry's finding: one word replaced by another, written as the format
// of the file requires. Offered only where the edit loses nothing of the existing text.

import type { JsonPath } from '../../contract/entry.ts'
import type { HostRules } from '../../contract/hosts/rules.ts'
import { isObject } from '../../contract/json.ts'
import type { Problem, Range } from '../../contract/problems.ts'
import type { FoundConfiguration } from '../configurationFiles.ts'

type File = Pick<FoundConfiguration, 'text' | 'value' | 'read'>
type Mended = Pick<Problem, 'repairs'>

/** Replaces a value; empty if there is no replacement. */
export function valueRepair({ text, read }: File, at: JsonPath, replacement: string | undefined): Mended {
  if (replacement === undefined) return {}
  const range = read.rangeOf(at)
  const word = asWritten(text.slice(range.start, range.end), replacement)
  return mended(`Change to "${replacement}"`, [{ range, text: word }])
}

/**
 * Replaces the matcher of a group, and adds the condition that it also contained as `if` to each of its entries.
 * Offered where the file is JSON and no entry has a condition.
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
 * Renames a key; empty if the new name exists already. If the old name of a time states another unit than the host's,
 * the value is converted; no edit is offered if the result is not an integer.
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
 * Replaces parts of a value, given in the order of the text; empty if a part is not found, or if a replacement cannot
 * be written in the quotes of the value.
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

// TOML repeats the name of a table in every header below it; undefined if no header contains this key.
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

// The word in the quotes of the old one. A bare word of TOML or YAML stays bare if the new one can.
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
