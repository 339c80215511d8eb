// Finds secrets in text by the name in front of them: `TOKEN=…`, `"password": "…"`, `Cookie: …`, `--secret …`.
// Source code is text too, so a value that may be code (a type, a call, a variable) is left alone.

import { isReference, maskValue } from './secrets.ts'

const NAME =
  /(?:token|secrets?|passw(?:or)?d|passphrase|passcode|pwd|(?:api|access|private|secret|signing|account|encryption)[-_.]?key|authorization|cookies?|credentials?|jwt)(?![A-Za-z0-9])/gi

const HEADER_LINE = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i
const HEADER_WORD = /^(?:[A-Z][\w-]*-|x-)[\w-]*(?:Token|Key|Secret|token|key|secret)$/
const LONGEST = 4096

/** Masks what stands behind a secret name; `found` hears each value before it goes. */
export function maskAssignments(
  text: string,
  isSecretKey: (key: string) => boolean,
  found: (value: string, mask: string) => void,
): string {
  let done = ''
  let from = 0
  for (const { start, end } of [...namedValues(text, isSecretKey), ...userOptions(text)].sort(byStart)) {
    if (start < from) continue
    const value = text.slice(start, end)
    const mask = maskValue(value)
    if (mask === value) continue
    found(value, mask)
    done += text.slice(from, start) + mask
    from = end
  }
  return from === 0 ? text : done + text.slice(from)
}

type Span = { readonly start: number; readonly end: number }

function* namedValues(text: string, isSecretKey: (key: string) => boolean): Generator<Span> {
  const name = new RegExp(NAME)
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const keyEnd = match.index + match[0].length
    const keyStart = startOfName(text, match.index)
    if (!isSecretKey(text.slice(keyStart, keyEnd))) continue
    const span = valueAfter(text, keyStart, keyEnd)
    if (span === undefined || isReference(text.slice(span.start, span.end))) continue
    yield span
    name.lastIndex = Math.max(span.end, keyEnd)
  }
}

function startOfName(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 64 && /[\w.-]/.test(text.charAt(start - 1))) start--
  // In escaped text the `n` of a line end is no part of the name.
  if (start > 0 && text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start++
  return Math.min(start, at)
}

function valueAfter(text: string, keyStart: number, keyEnd: number): Span | undefined {
  const between = /^(\\{0,3}["'`]?\]?)(\s{0,4})(=>|:=|[:= ])(\s{0,4})(\\{0,3}["'`])?/.exec(
    text.slice(keyEnd, keyEnd + 20),
  )
  if (between === null) return undefined
  const [whole, closing = '', space = '', sign = '', gap = '', quote] = between
  const start = keyEnd + whole.length
  const key = text.slice(keyStart, keyEnd)
  const isOption = /^--?\w/.test(key) && closing === ''
  if (sign === ' ' && !isOption) return undefined
  if (quote !== undefined) return spanned(start, endOfQuoted(text, start, quote))
  if (sign === ' ') return unlessCode(text, start, /[\s"'`;|&<>\\]/, /^[^-]/)
  if (sign === '=' && space === '' && gap === '') {
    const plain = isOption || /^[A-Z][A-Z0-9_]*$/.test(key) || /[?&]/.test(text.charAt(keyStart - 1))
    return unlessCode(text, start, /[\s&;,"'`(){}<>|\\]/, plain ? /./ : /[0-9]|[^\w.]/)
  }
  if (sign !== ':') return undefined
  if (HEADER_LINE.test(key)) {
    const around = text.charAt(keyStart - 1)
    return unlessCode(text, start, /["'`]/.test(around) ? /["'`\r\n\\]/ : /[\r\n\\]/, /[0-9=]/)
  }
  if (HEADER_WORD.test(key)) return unlessCode(text, start, /[\s"'`,;\\]/, /[0-9]/)
  // `key: value`, alone on its line.
  const span = unlessCode(text, start, /[\s"'`,;\\]/, /[0-9]/)
  return span !== undefined && /^[ \t]*(?:#.*)?(?:[\r\n\\]|$)/.test(text.slice(span.end, span.end + 80))
    ? span
    : undefined
}

// Shorter than three characters, followed by a call or a member, or of the wrong look: not a value.
function unlessCode(text: string, start: number, ends: RegExp, look: RegExp): Span | undefined {
  const end = endOf(text, start, ends)
  const value = text.slice(start, end)
  return value.length >= 3 &&
    text.charAt(end) !== '(' &&
    look.test(value) &&
    !/^(?:process\.env|os\.environ)/.test(value)
    ? { start, end }
    : undefined
}

function endOf(text: string, start: number, ends: RegExp): number {
  const limit = Math.min(text.length, start + LONGEST)
  let end = start
  while (end < limit && !ends.test(text.charAt(end))) end++
  return end
}

// The closing quote is escaped exactly as often as the opening one.
function endOfQuoted(text: string, start: number, quote: string): number {
  const limit = Math.min(text.length, start + LONGEST)
  for (let end = start; end < limit; end++) {
    if (text.charAt(end) === '\n') return end
    if (text.charAt(end) !== quote.at(-1)) continue
    let escapes = 0
    while (end - escapes > start && text.charAt(end - escapes - 1) === '\\') escapes++
    if (escapes <= quote.length - 1) return end - escapes
  }
  return limit
}

function* userOptions(text: string): Generator<Span> {
  if (!text.includes(' -u') && !text.includes(' --user')) return
  for (const match of text.matchAll(/ (?:-u|--user)[ =]["']?[^\s:"'/]{1,128}:([^\s"'/]{3,256})/g)) {
    const end = match.index + match[0].length
    const value = match[1] ?? ''
    if (!isReference(value)) yield { start: end - value.length, end }
  }
}

function spanned(start: number, end: number): Span | undefined {
  return end > start ? { start, end } : undefined
}

function byStart(one: Span, two: Span): number {
  return one.start - two.start
}
