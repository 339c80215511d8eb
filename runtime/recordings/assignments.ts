// Finds secrets in text by the name before them: `TOKEN=…`, `"password": "…"`, `Cookie: …`, `--secret …`.
// The text may be source code, so a value that could be code (a type, a call, a variable) is left unchanged.

import { listedValues } from './argumentLists.ts'
import { foreignName, namesForeign } from './foreignNames.ts'
import { PERSONAL } from './forms.ts'
import { type SecretKeys, SUFFIX } from './keys.ts'
import { isLabel } from './labels.ts'
import { lineValue } from './lineValues.ts'
import { isTokenLike } from './mask.ts'
import { placedValues } from './places.ts'
import { isReference, maskValue } from './secrets.ts'
import { byStart, endOf, endOfQuoted, spanned, type TextSpan } from './spans.ts'

const NAME = new RegExp(
  `(?:token|secrets?|secret_key_base|passw(?:or)?d|passphrase|passcode|pass|pwd|auth|key(?:[-_]?data)?|authorization|cookies?|credentials?|jwt|otp|sessionid|sessid|connect\\.sid|_pat|mnemonic|phrase|psk|bearer|dsn_?secret|pw(?:ord)?|secret_?id|session)${SUFFIX}{0,2}(?=[\\\\"'\`\\]\\s:=])`,
  'gi',
)

const FOREIGN_NAME = foreignName(`${SUFFIX}{0,2}`)

const HEADER_LINE = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)$/i
const HEADER_WORD =
  /^(?:[A-Z][\w-]*-|x-)[\w-]*(?:T(?:oken|OKEN)|K(?:ey|EY)|S(?:ecret|ECRET)|token|key|secret|[Pp]ass(?:word|wd)?|PASS(?:WORD)?)$/

// Unlikely in code: a digit, or a mixed-case word followed by a special character.
const MADE_UP = /[0-9]|^(?=\w*[A-Z]\w*[a-z]\w*[A-Z])(?=\w*[a-z])\w{6,}[$#%^*@~]/

// `token: &str = "…"`.
const TYPED = /^\s{0,4}[&\w<>[\].?|]{1,40}\s{0,4}=\s{0,4}(\\{0,3}["'`])/

// After these, a name and `=` are data, not code.
const SETS = /(?:^|\s)(?:export|-d|--data(?:-[a-z]+)?|-F|--form(?:-string)?|-e|--env|--build-arg)[ =]$/

/** Masks the values after secret names; `found` receives each value and its mask. */
export function maskAssignments(
  text: string,
  isSecretKey: SecretKeys,
  found: (value: string, mask: string) => void,
): string {
  let done = ''
  let from = 0
  const spans = [
    ...namedValues(text, NAME, isSecretKey),
    ...(namesForeign(text) ? namedValues(text, FOREIGN_NAME, isSecretKey) : []),
    ...placedValues(text, isSecretKey),
    ...listedValues(text, isSecretKey),
  ]
  for (const { start, end } of spans.sort(byStart)) {
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

function* namedValues(text: string, names: RegExp, isSecretKey: SecretKeys): Generator<TextSpan> {
  const name = new RegExp(names)
  for (let match = name.exec(text); match !== null; match = name.exec(text)) {
    const keyEnd = match.index + match[0].length
    const keyStart = startOfName(text, match.index)
    const key = text.slice(keyStart, keyEnd)
    if (!isSecretKey(key)) continue
    const span = valueAfter(text, keyStart, keyEnd, isSecretKey)
    if (span === undefined) continue
    const value = text.slice(span.start, span.end)
    if (value === key || isReference(value) || !isSecretKey(key, value)) continue
    yield span
    name.lastIndex = Math.max(span.end, keyEnd)
  }
}

function startOfName(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < 64 && isNamePart(text.charCodeAt(start - 1))) start--
  // In escaped text, the `n` of `\n` is not part of the name.
  if (start > 0 && text.charAt(start - 1) === '\\' && /[nrt]/.test(text.charAt(start))) start++
  return Math.min(start, at)
}

// Equivalent to `[\w.-]`; a function for speed, because it runs on every character before a name.
function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 46 ||
    code === 45
  )
}

function valueAfter(
  text: string,
  keyStart: number,
  keyEnd: number,
  isSecretKey: SecretKeys,
): TextSpan | undefined {
  const between =
    /^(\\{0,3}["'`]?\]?)(\s{0,24})(=>|[?:+]=|[:= ])([ \t]{5,24}|\s{0,4})(?:[@$NbruRBU]{1,2}(?=\\{0,3}["']))?(\\{0,3}["'`])?/.exec(
      text.slice(keyEnd, keyEnd + 60),
    )
  if (between === null) return undefined
  const [whole, closing = '', space = '', sign = '', gap = '', quote] = between
  const [start, isLong] = openingAt(text, keyEnd + whole.length, quote)
  const key = text.slice(keyStart, keyEnd)
  const before = text.charAt(keyStart - 1)
  const isOption = /^--?\w/.test(key) && closing === ''
  if (sign === ' ' && !isOption)
    return quote === undefined ? bareValue(text, key, start) : constantValue(text, start, quote)
  if (quote !== undefined) {
    const end = endOfQuoted(text, start, quote)
    if (isLong) return isLabel(text.slice(start, end), key) ? undefined : spanned(start, end)
    const isVariable = sign === '=' && space === '' && gap === '' && /^[A-Z]/.test(key)
    const talks = !isVariable && isLabel(text.slice(start, end), key)
    return talks || closesText(text, start, end, quote) ? undefined : spanned(start, end)
  }
  if (sign === ' ') return unlessLabel(text, unlessCode(text, start, /[\s"'`;|&<>\\]/, /^[^-]/))
  // `TOKEN ?= …` in make, `${TOKEN:=…}` in a shell; a value that could be a name in code does not count.
  if (/^[?:+]=$/.test(sign)) {
    const span = unlessCode(text, start, /[\s;&,"'`(){}<>|\\]/, MADE_UP)
    return span !== undefined && isTokenLike(text.slice(span.start, span.end)) ? span : undefined
  }
  if (sign === '=' && space === '' && gap === '') {
    if (text.charAt(start) === '=') return undefined
    const plain =
      isOption ||
      /^(?:[A-Z]\w*|_[a-z]\w*)$/.test(key) ||
      /[?&#"'=]/.test(before) ||
      SETS.test(text.slice(Math.max(0, keyStart - 20), keyStart))
    return unlessCode(text, start, /[\s&;,"'`(){}<>|\\]/, plain ? /./ : /[0-9]|[^\w.]/)
  }
  if (sign === '=' && closing === '' && !/[\r\n]/.test(space + gap))
    return lineValue(text, key, keyStart, start, isSecretKey)
  if (sign !== ':') return undefined
  const typed = TYPED.exec(text.slice(start - gap.length, start + 80))
  if (typed !== null) {
    const from = start - gap.length + typed[0].length
    return unlessLabel(text, spanned(from, endOfQuoted(text, from, typed[1] ?? '')))
  }
  // After a quoted name, only quoted values and numbers count.
  if (/["']/.test(closing) && !/\d/.test(text.charAt(start))) return undefined
  if (HEADER_LINE.test(key)) {
    return unlessCode(text, start, /["'`]/.test(before) ? /["'`\r\n\\]/ : /[\r\n\\]/, /[0-9=]/)
  }
  const isQuoted = before !== '' && /["'`]/.test(before)
  if (HEADER_WORD.test(key)) return unlessCode(text, start, /[\s"'`,;\\]/, isQuoted ? /./ : /[0-9]/)
  // `key: value`, alone on its line or between quotes.
  const span = unlessCode(text, start, /[\s"'`,;\\]/, MADE_UP)
  if (span === undefined || text.charAt(span.end) === openedBy(text, keyStart)) return span
  const after = text.slice(span.end, span.end + 80)
  const isLine = /^["'`]?[ \t]*(?:#.*)?(?:[\r\n\\]|$)/.test(after) || endsEscaped(text, keyStart, after)
  return isLine ? span : undefined
}

// The last line of a text that is itself in quotes: `"db:\\n  password: …"}`.
function endsEscaped(text: string, keyStart: number, after: string): boolean {
  return (
    /^\\{0,3}["']\s{0,8}[}\],]/.test(after) &&
    /\\n[ \t]*(?:- )?$/.test(text.slice(Math.max(0, keyStart - 40), keyStart))
  )
}

// The quote of a text that begins with the name, which may be indented.
function openedBy(text: string, keyStart: number): string | undefined {
  return /(["'`])[ \t]*(?:- )?$/.exec(text.slice(Math.max(0, keyStart - 40), keyStart))?.[1]
}

// `rclone config create r s3 secret_access_key …`, `nmcli … password …`: plain
// command words, so the value must look secret.
function bareValue(text: string, key: string, start: number): TextSpan | undefined {
  const span = unlessCode(text, start, /[\s"'`;|&<>()\\]/, /\d/)
  if (span === undefined) return undefined
  const value = text.slice(span.start, span.end)
  const isSecret = /^pass(?:word|wd|phrase)$/i.test(key)
    ? PERSONAL.test(value) && /^[^:/=.]{8,64}$/.test(value)
    : /^[a-z]+(?:[_-][a-z]+)+$/i.test(key) && value.length >= 20 && isTokenLike(value)
  return isSecret && !isLabel(value) ? span : undefined
}

// `#define TOKEN "…"`, `:api-key "…"`, `(setq api-key "…")`: only values that look generated count.
function constantValue(text: string, start: number, quote: string): TextSpan | undefined {
  const span = spanned(start, endOfQuoted(text, start, quote))
  return span !== undefined && isTokenLike(text.slice(span.start, span.end))
    ? unlessLabel(text, span)
    : undefined
}

// Three quotes open a multi-line text, as in Python and TOML.
function openingAt(text: string, start: number, quote: string | undefined): readonly [number, boolean] {
  const long = quote === '"' ? /^""(?!")\\?\r?\n?/ : quote === "'" ? /^''(?!')\r?\n?/ : undefined
  const more = long?.exec(text.slice(start, start + 8))?.[0]
  return more === undefined
    ? [start, false]
    : [
        start + more.length,
        text.startsWith((quote ?? '').repeat(3), endOfQuoted(text, start + more.length, quote ?? '')),
      ]
}

// `input("Password: ")`, `"token: " + token`: the quote ends a prompt or message, so no value follows.
function closesText(text: string, start: number, end: number, quote: string): boolean {
  const value = text.slice(start, end)
  const isClosed = text.startsWith(quote, end)
  return isClosed ? /^\s*[+%]\s/.test(value) : /^(?:[)\],;}]|\s*$|\s+\w{1,40}\s*$)/.test(value)
}

// Undefined for values shorter than three characters, followed by a call, or without the required look.
function unlessCode(text: string, start: number, ends: RegExp, look: RegExp): TextSpan | undefined {
  const end = endOf(text, start, ends)
  const value = text.slice(start, end)
  return value.length >= 3 &&
    text.charAt(end) !== '(' &&
    look.test(value) &&
    !/^(?:\.[*+]|process\.env|os\.environ|[\w$.]*[=!]==?[\w$'"(]|[\w$.]{1,6}===?$|[\w$.]+(?:\|\||\?))|^(?:true|false|null|void|undefined)$/.test(
      value,
    )
    ? { start, end }
    : undefined
}

function unlessLabel(text: string, span: TextSpan | undefined): TextSpan | undefined {
  return span !== undefined && isLabel(text.slice(span.start, span.end)) ? undefined : span
}
