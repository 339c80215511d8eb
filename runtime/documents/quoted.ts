// Maps the characters of a string to their offsets in a configuration file, through the escapes of JSON, TOML and YAML.
// Undefined where any of them cannot be mapped.

import type { Range } from '../contract/problems.ts'

export type WrittenString = {
  /** The offset of each character of the value, and last the offset at which the value ends. */
  readonly starts: readonly number[]
  /** Encodes a text in the notation used there. */
  readonly encoded: (text: string) => string
}

/** How a value is written at a range, its quotes included; undefined where its characters cannot be located. */
export function writtenAs(text: string, { start, end }: Range, value: string): WrittenString | undefined {
  const raw = text.slice(start, end)
  for (const read of [escaped, literal, block]) {
    const found = read(raw, value)
    if (found === undefined) continue
    return { starts: found.starts.map((at) => start + at), encoded: found.encoded }
  }
  return undefined
}

const SIMPLE: Readonly<Record<string, string>> = {
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const ESCAPE = /^\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|([^\r\n]))/
const FOLDED = /^\\[ \t]*\r?\n\s*/

// `"…"` of all three formats, `"""…"""` of TOML.
function escaped(raw: string, value: string): WrittenString | undefined {
  const quote = /^"""|^"/.exec(raw)?.[0]
  if (quote === undefined) return undefined
  const [opening = quote] = quote === '"' ? [quote] : (/^"""(?:\r?\n)?/.exec(raw) ?? [])
  const last = raw.endsWith(quote) && raw.length >= opening.length + quote.length ? quote.length : 0
  const starts: number[] = []
  let decoded = ''
  let at = opening.length
  const stop = raw.length - last
  while (at < stop) {
    if (raw[at] !== '\\') {
      starts.push(at)
      decoded += raw[at]
      at++
      continue
    }
    const folded = quote === '"""' ? FOLDED.exec(raw.slice(at))?.[0] : undefined
    if (folded !== undefined) {
      at += folded.length
      continue
    }
    const [code = '\\', hex, long, single = '\\'] = ESCAPE.exec(raw.slice(at, at + 10)) ?? []
    const number = hex ?? long
    const char =
      number === undefined ? (SIMPLE[single] ?? single) : String.fromCodePoint(Number.parseInt(number, 16))
    for (let unit = 0; unit < char.length; unit++) starts.push(at)
    decoded += char
    at += code.length
  }
  starts.push(stop)
  if (decoded !== value) return undefined
  const isOneLine = quote === '"'
  return {
    starts,
    encoded: (text) => {
      const json = JSON.stringify(text).slice(1, -1)
      return isOneLine ? json : json.replaceAll('\\"', '"').replaceAll('\\n', '\n')
    },
  }
}

// `'…'` and `'''…'''` of TOML, `'…'` of YAML without doubled quotes, and text without quotes.
function literal(raw: string, value: string): WrittenString | undefined {
  const at = raw.indexOf(value)
  const around = raw.length - value.length
  if (value === '' || at === -1 || around > 8) return undefined
  const starts = Array.from({ length: value.length + 1 }, (_, unit) => at + unit)
  return { starts, encoded: (text) => text }
}

// `|` and `>` of YAML: the value has its lines without their indentation, and `>` joins them.
function block(raw: string, value: string): WrittenString | undefined {
  const header = /^[|>][-+\d]{0,2}[ \t]*(?:#.*)?\r?\n/.exec(raw)?.[0]
  if (header === undefined || value === '') return undefined
  const lines = raw.slice(header.length).split('\n')
  const widths = lines.flatMap((line) => (line.trim() === '' ? [] : [line.length - line.trimStart().length]))
  const indent = ' '.repeat(widths.reduce((least, one) => Math.min(least, one), widths[0] ?? 0))
  const starts: number[] = []
  let at = afterIndent(header.length)
  for (let unit = 0; unit < value.length; unit++) {
    const char = value[unit]
    // Of the line breaks around an empty line, `>` keeps one.
    while (isBreak(at) && char !== '\n' && !(char === ' ' && raw[0] === '>' && !isBreak(next(at))))
      at = next(at)
    // The line break at the end of the value is behind the range.
    const isEnd = at >= raw.length && char === '\n'
    if (!isBreak(at) && raw[at] !== char && !isEnd) return undefined
    starts.push(Math.min(at, raw.length))
    at = isBreak(at) ? next(at) : at + 1
  }
  starts.push(Math.min(at, raw.length))
  return { starts, encoded: (text) => text.replaceAll('\n', `\n${indent}`) }

  function isBreak(one: number): boolean {
    return raw[one] === '\n' || raw.startsWith('\r\n', one)
  }

  function next(one: number): number {
    return afterIndent(one + (raw[one] === '\r' ? 2 : 1))
  }

  function afterIndent(one: number): number {
    let end = one
    while (end < one + indent.length && raw[end] === ' ') end++
    return end
  }
}
