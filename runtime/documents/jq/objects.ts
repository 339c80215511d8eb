// Parses objects and strings of a jq program, finished or not.

import { defined } from '../../contract/defined.ts'
import type { Range } from '../../contract/problems.ts'
import type { Parsing } from './parsing.ts'
import { type EntryTerm, INTERPOLATION, type ObjectTerm, type Term, UNKNOWN } from './term.ts'

/** `{…}`; a missing closing brace is assumed at the end. */
export function objectTerm(parser: Parsing): ObjectTerm {
  const scan = parser.scan
  const start = scan.at++
  const entries: EntryTerm[] = []
  let whole = true
  let blankFrom: number | undefined = scan.at
  let blank: Range | undefined
  for (;;) {
    const next = scan.peek()
    if (next === '}') {
      if (blankFrom !== undefined) blank = { start: blankFrom, end: scan.at }
      scan.at++
      break
    }
    if (next === '') {
      // A key is expected here.
      if (/[{,]\s*$/.test(scan.text)) entries.push(emptyKey(scan.text.length))
      whole = false
      break
    }
    if (next === ',') {
      scan.at++
      blankFrom = scan.at
      continue
    }
    blankFrom = undefined
    const before = scan.at
    const found = entry(parser)
    if (found === undefined) whole = false
    else entries.push(found)
    if (scan.at === before) scan.at++
    const after = scan.peek()
    if (after !== ',' && after !== '}') whole = false
  }
  return { kind: 'object', range: { start, end: scan.at }, entries, whole, ...defined({ blank }) }
}

function entry(parser: Parsing): EntryTerm | undefined {
  const scan = parser.scan
  const start = scan.at
  const next = scan.peek()
  if (next === '"') {
    const { value: key, range } = textTerm(parser)
    const named = { ...defined({ key }), range, quote: '"' as const }
    return scan.take(':') ? { ...named, value: parser.pipe(false) } : named
  }
  if (next === '$') {
    scan.at++
    const name = scan.match(/\w*/y) ?? ''
    const range = { start: start + 1, end: scan.at }
    return { key: name, variable: name, range, quote: 'bare' }
  }
  if (next === '(') {
    const key = parser.primary()
    const range = { start, end: scan.at }
    const value = scan.take(':') ? parser.pipe(false) : UNKNOWN
    return key.kind === 'text' && key.value !== undefined
      ? { key: key.value, range: key.range, quote: '"', value }
      : { computed: key, range, quote: 'bare', value }
  }
  const key = scan.match(/[A-Za-z_]\w*/y)
  if (key === undefined || scan.text[scan.at] === INTERPOLATION) return undefined
  const range = { start, end: start + key.length }
  return scan.take(':')
    ? { key, range, quote: 'bare', value: parser.pipe(false) }
    : { key, range, quote: 'bare' }
}

/** `"…"`, with its interpolations. */
export function textTerm(parser: Parsing): Term & { readonly kind: 'text' } {
  const scan = parser.scan
  const start = ++scan.at
  const parts: Term[] = []
  let value: string | undefined = ''
  const texts = ['']
  const add = (text: string) => texts.push(`${texts.pop()}${text}`)
  for (;;) {
    const char = scan.text[scan.at]
    if (char === undefined || char === '"') break
    if (char === '\\' && scan.text[scan.at + 1] === '(') {
      scan.at += 2
      parts.push(parser.pipe())
      scan.take(')')
      value = undefined
      texts.push('')
    } else if (char === '\\') {
      const code = scan.match(/\\(?:u[\da-fA-F]{4}|[\s\S]?)/y) ?? ''
      if (value !== undefined) value += unescaped(code)
      add(unescaped(code))
    } else {
      scan.at++
      value = char === INTERPOLATION || value === undefined ? undefined : value + char
      add(char)
    }
  }
  const range = { start, end: scan.at }
  if (scan.at < scan.text.length) scan.at++
  return { kind: 'text', ...defined({ value, between: betweenAll(texts) }), range, parts }
}

// What stands between the parts of a text; undefined where it differs, or where something stands around them.
function betweenAll([first, between, ...more]: readonly string[]): string | undefined {
  const isPlain = between !== undefined && !between.includes(INTERPOLATION)
  const isSame = first === '' && more.at(-1) === '' && more.slice(0, -1).every((one) => one === between)
  return isPlain && isSame ? between : undefined
}

function emptyKey(at: number): EntryTerm {
  return { key: '', range: { start: at, end: at }, quote: 'bare' }
}

function unescaped(code: string): string {
  if (code.length === 6) return String.fromCharCode(Number.parseInt(code.slice(2), 16))
  const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
  return plain[code[1] ?? ''] ?? code[1] ?? ''
}
