// Finds secrets in unquoted configuration lines, `name = value`: credentials files, `.ini`, `.properties`, WireGuard.
// Such a line may also be code, so a value that could be a variable counts only if the neighboring lines are not code.

import { holdsSecretNumber, type SecretKeys } from './keys.ts'
import { isReference } from './secrets.ts'
import { endOf, type TextSpan } from './spans.ts'

// A line break, possibly escaped in nested text.
const LINE_END = /\r?\n|\r|(?:\\+r)?\\+n|\\+r/
const SECTION = /(?:^|["'`])\s*\[[^[\]=()]{1,200}\]\s*$/
// Includes a prompt with the command that printed the following lines.
const COMMENT = /^\s*(?:[#;]|\/\/|[$%>] )/
const PLAIN_LINE = /^\s*[\w.\-/ ]{1,100}\s*=\s*[^(){}[\]"'`;]*$/
// Text quoted within other text starts and ends within a line of it.
const OPENING = /^.*[:,[{(]\s*\\*["'`]/
const CLOSING = /\\*["'`](?:[}\]),].*)?$/
/** A line number, as tools print it before a line. */
const NUMBER = /^\s{0,8}\d{1,6}(?:\t|\\+t|→|:|\|| \|)/
/** The first and last line of a shell's here-document: `cat <<EOF > file`, `EOF`. */
const HEREDOC = /<<[-~]?\s*\\*["']?\w{1,40}|^\s*[A-Z_]{1,40}\s*$/
const FARTHEST = 200
const MOST_ABOVE = 600

const LINE_REST = /^\s*(?:[#;]\s.*)?$|^\\*["'`]/

// Values that are usual in code: variables and literals.
const VARIABLE = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/
const LITERAL = /^(?:true|false|none|null|nil|undefined|yes|no|on|off|required|optional|string|str|number)$/i
// A parameter, a pointer, the rest of an operator.
const OPERATOR = /^(?:[:@?&*!]\w*$|[=<>~|+-])/
const PATH = /^(?:~|\.{1,2})?\//

/** The value after `name =` if that is a configuration line; `start` is where the value starts. */
export function lineValue(
  text: string,
  key: string,
  keyStart: number,
  start: number,
  isSecretKey: SecretKeys,
): TextSpan | undefined {
  const before = linesBefore(text, keyStart, FARTHEST).at(-1) ?? ''
  if (!/^(?:\s*|.*(?:\\t|[:>|→\t"'`]|\d-)\s*)$/.test(before)) return undefined
  const end = endOf(text, start, /[\s"'`()[\]{};,<>\\]/)
  const rest = text.slice(end, end + FARTHEST).split(LINE_END, 1)[0] ?? ''
  const value = text.slice(start, end)
  const span = { start, end }
  if (isSection(text, keyStart))
    return rest.trim() === '' || /^\s[#;]/.test(rest) ? unless(span, value) : whole()
  if (value.length < 3 || !LINE_REST.test(rest) || OPERATOR.test(value)) return undefined
  if (/^\d+$/.test(value) && !holdsSecretNumber(key, Number(value))) return undefined
  if (!VARIABLE.test(value)) return unless(span, value)
  if (value.includes('.') || LITERAL.test(value) || isSecretKey(value) || isMember(key, value))
    return undefined
  return isRandom(value) || hasPlainNeighbours(text, keyStart, end) ? span : undefined

  // Passwords chosen by people may contain any characters.
  function whole(): TextSpan | undefined {
    const all =
      text
        .slice(start, start + FARTHEST)
        .split(LINE_END, 1)[0]
        ?.trimEnd() ?? ''
    return /[;{(]$/.test(all) ? undefined : unless({ start, end: start + all.length }, all)
  }
}

// Unlikely for a variable name: long, mixed case, with several digits.
function isRandom(value: string): boolean {
  return (
    value.length >= 20 &&
    /[A-Z]/.test(value) &&
    /[a-z]/.test(value) &&
    (value.match(/\d/g) ?? []).length >= 3 &&
    !/[_$]/.test(value)
  )
}

// `self.password = hunter2` is code, `db.password = hunter2` a property.
function isMember(key: string, value: string): boolean {
  return (
    key.includes('.') &&
    (!/\d/.test(value) || /^(?:self|this|cls|args|opts|options|params|req|ctx)\./.test(key))
  )
}

function unless(span: TextSpan, value: string): TextSpan | undefined {
  return value.length < 3 || LITERAL.test(value) || isReference(value) || isPath(value) ? undefined : span
}

// Base64 may start with a slash, but a path rarely mixes cases and digits without a dot.
function isPath(value: string): boolean {
  return (
    PATH.test(value) &&
    !(/[A-Z]/.test(value) && /[a-z]/.test(value) && /[0-9]/.test(value) && !value.includes('.'))
  )
}

// Whether the lines above, up to the section header, are settings.
function isSection(text: string, at: number): boolean {
  const above = linesBefore(text, at, MOST_ABOVE).slice(0, -1).reverse()
  const head = above.findIndex((line) => SECTION.test(line))
  return head !== -1 && above.slice(0, head).every(isPlain)
}

function hasPlainNeighbours(text: string, start: number, end: number): boolean {
  const above = linesBefore(text, start, 2 * FARTHEST).at(-2) ?? ''
  const below = text.slice(end, end + 2 * FARTHEST).split(LINE_END)[1] ?? ''
  return isPlain(above.replace(OPENING, '')) && isPlain(below.replace(CLOSING, ''))
}

function isPlain(line: string): boolean {
  return (
    line.trim() === '' ||
    SECTION.test(line) ||
    COMMENT.test(line) ||
    PLAIN_LINE.test(line) ||
    HEREDOC.test(line)
  )
}

/** The lines before a position; the last one is the start of the position's own line. */
function linesBefore(text: string, at: number, most: number): readonly string[] {
  return text
    .slice(Math.max(0, at - most), at)
    .split(LINE_END)
    .map((line) => line.replace(NUMBER, ''))
}
