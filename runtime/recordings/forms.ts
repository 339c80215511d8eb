// Finds secrets in text by the syntax around them: statements of shells and databases, blocks of configuration files.
// Each row is a literal that the text must contain, and a pattern whose `value` is masked; if the pattern has a `name`,
// only if that name is secret. Every pattern is bounded and starts at a literal.

import { defined } from '../contract/defined.ts'
import { namesForeign } from './foreignNames.ts'
import type { SecretKeys } from './keys.ts'
import { isLabel } from './labels.ts'
import { isReference } from './secrets.ts'
import { spanned, type TextSpan } from './spans.ts'

type Form = { readonly has: string; readonly pattern: RegExp; readonly look?: RegExp }

// Quotes and line breaks may be escaped, and a tool may have added line numbers.
const Q = '\\\\{0,3}["\']'
const NOT_QUOTED = '[^\\s"\'`;|&<>\\\\]{3,512}'
const QUOTED = '[^"\'\\\\\\r\\n]{3,512}'
// The lookbehind follows the literal, where it is cheap.
const starts = (literal: string) => `${literal}(?<=(?:\\b|\\\\[nrt])${literal})`
// A literal preceded by a name, matched by a lookbehind.
const behind = (between: string, literal: string) => `${literal}(?<=(?<name>\\w{2,64})${between}${literal})`
const TAB = '(?:\\t|\\\\{1,3}t)'
const LINE = '(?:\\s|\\\\[nrt]|(?<=\\n\\s{0,8}|\\\\n\\s{0,8})\\d{1,6}(?:\\t|→|\\\\t|:)){1,40}'
const TELLING = /[0-9]|[a-z][A-Z]|[^\w\s.,:;()'"-]/

/** A secret name of this form is a name, not a value: passwords have digits or special characters within. */
const NAMELIKE = /^[A-Za-z_.-]+\d?$/

// Typical of passwords chosen by people: letters, a digit, and mixed case or a special character.
export const PERSONAL = /^(?=.*\d)(?=.*[A-Za-z])(?:.*[a-z].*[A-Z]|.*[A-Z].*[a-z]|.*[!#$%&*+@^~?]).*[^.]$/

/** Upper and lower case and at least three digits, which is unusual for a name. */
const RANDOM = /^(?=.*[A-Z])(?=.*[a-z])(?=(?:.*\d){3})/

const PROSE_VALUE = `${Q}?(?<value>[^\\s"'\`\\\\<>(),;]{8,64})`

const FORMS: readonly Form[] = [
  // Shells: fish, csh, Windows, and Docker's oldest form.
  form(
    'set -',
    `${starts('set')}(?: {1,4}-{1,2}[\\w-]{1,12}){1,4} {1,4}(?<name>\\w{2,64}) {1,4}${Q}?(?<value>${NOT_QUOTED})`,
  ),
  form('setenv', `${starts('setenv')} {1,4}(?<name>\\w{2,64}) {1,4}${Q}?(?<value>${NOT_QUOTED})`),
  form('setx', `${starts('setx')} {1,4}(?<name>\\w{2,64}) {1,4}${Q}?(?<value>${NOT_QUOTED})`),
  form('ENV ', `${starts('ENV')} {1,4}(?<name>\\w{2,64}) {1,4}${Q}?(?<value>${NOT_QUOTED})`),
  form('ConvertTo-SecureString', `ConvertTo-SecureString(?: -String)? {1,4}${Q}(?<value>${QUOTED})`),
  form(
    '<<<',
    `--?(?:with-token|password-stdin|passphrase-fd 0|pass stdin)\\b[^\\n<]{0,40}<<< {0,4}${Q}?(?<value>${NOT_QUOTED})`,
  ),
  form(
    'echo ',
    `${starts('echo')} {1,4}(?:-n {1,4})?${Q}?(?<value>${NOT_QUOTED})${Q}? {0,4}\\| {0,4}(?:sudo {1,4}-S|[^\\n|;&]{0,200}--(?:password-stdin|with-token|passphrase-fd)|secret-tool store|(?:sudo )?cryptsetup)`,
  ),
  form(
    'printf ',
    `${starts('printf')} {1,4}(?:${Q}%s(?:\\\\{1,2}n)?${Q} {1,4})?${Q}?(?<value>${NOT_QUOTED})${Q}? {0,4}\\| {0,4}(?:sudo {1,4}-S|[^\\n|;&]{0,200}--(?:password-stdin|with-token|passphrase-fd))`,
  ),
  // Answers to a program's prompt in `expect` scripts.
  form(
    'expect',
    `${starts('expect')} [^\\n]{0,80}?[Pp]ass(?:word|phrase|code)[^\\n]{0,40}${LINE}send(?: --?)? {1,4}(?<open>${Q})(?<value>[^"'\\\\\\s]{3,256})`,
  ),
  form(
    'chpasswd',
    `\\b[\\w.-]{1,64}:(?<value>[^\\s"'\`\\\\|:]{3,256})(?:\\\\{1,2}n)?${Q}? {0,4}\\| {0,4}(?:sudo {1,4})?chpasswd`,
  ),
  form(
    'Unseal Key',
    `Unseal Key \\d{1,3}(?: \\([^)\\n]{1,40}\\))?: {0,4}(?<value>[A-Za-z0-9+/]{40,64}={0,2})`,
  ),
  // Databases.
  form('PASSWORD', `${starts('PASSWORD')} {1,4}'(?<value>[^'\\r\\n]{3,256})'`),
  form(
    'SET PASSWORD',
    `SET PASSWORD(?: FOR [^\\n=;]{1,128})? {0,4}= {0,4}(?:PASSWORD\\()?(?<open>${Q})(?<value>[^'"\\r\\n\\\\]{3,256})\\k<open>`,
  ),
  // `PWD` alone is a working directory; among the settings of a connection it is a password.
  ...[
    `;\\s{0,4}PWD=\\{?(?<value>[^\\s;"'\\\\{}/]{3,256})`,
    `\\bPWD=(?<value>[^\\s;"'\\\\{}/]{3,256})(?=;\\s{0,4}(?:UID|SERVER|Server|Driver|DRIVER|Database|DATABASE)=)`,
  ].map((pattern) => form('PWD=', pattern, TELLING)),
  form(
    'IDENTIFIED',
    `${starts('IDENTIFIED')} (?:WITH \\w{1,40} )?(?:BY|AS) (?:PASSWORD )?${Q}(?<value>[^'"\\r\\n\\\\]{3,256})`,
  ),
  form('requirepass', `${starts('requirepass')} {1,4}${Q}?(?<value>${NOT_QUOTED})`, TELLING),
  form('masterauth', `${starts('masterauth')} {1,4}${Q}?(?<value>${NOT_QUOTED})`, TELLING),
  form(
    'AUTH ',
    `(?:^|[\\n>"']|\\\\n|\\d[\\t→]) {0,4}AUTH {1,4}(?:\\w{1,40} {1,4})?(?<value>[^\\s"'\\\\]{6,256})(?=\\s|["'\\\\]|$)`,
    /\d/,
  ),
  form('jdbc:oracle', `jdbc:oracle:\\w{1,8}:[\\w.-]{1,64}/${Q}?(?<value>[^\\s"'@\\\\]{1,128})${Q}?@`),
  form(
    ':54',
    `(?:^|[\\n"'\`]|\\\\n|\\d[\\t→])[ ]{0,8}[\\w.*-]{1,128}:54\\d\\d:[\\w*-]{1,64}:[\\w*-]{1,64}:(?<value>[^\\s"'\\\\:]{3,256})(?=\\s|["'\\\\]|$)`,
  ),
  form('@tcp(', `\\b[\\w.-]{1,64}:(?<value>[^\\s"'\`@/:]{3,128})@tcp\\(`),
  form('net use ', `net use [^\\n|;&]{0,160}?/user:[^\\s]{1,128} {1,4}(?<value>[^\\s/"'][^\\s"']{3,128})`),
  // T-SQL and Bicep.
  form('PASSWORD', `${starts('PASSWORD')} {0,4}= {0,4}N'(?<value>[^'\\r\\n]{3,256})'`),
  form(
    'param ',
    `${starts('param')} {1,4}(?<name>\\w{2,64}) {1,4}string {0,4}= {0,4}${Q}(?<value>${QUOTED})`,
    TELLING,
  ),
  // Default values for unset variables. The name is matched backwards from the literal.
  ...['??', '||', 'or'].map((sign) =>
    form(
      sign === 'or' ? ' or ' : sign,
      `${behind(`(?:${Q})?[\\])]{0,2}\\s{0,4}`, sign.replaceAll(/[?|]/g, '\\$&'))}\\s{0,4}${Q}(?<value>[^\\s"'\\\\]{12,512})`,
      /\d/,
    ),
  ),
  form(' As String', `${behind('', ' As String')} {0,4}= {0,4}${Q}(?<value>${QUOTED})`, TELLING),
  // Lua.
  form('[[', `${behind(' {0,4}= {0,4}', '\\[\\[')}(?<value>[^\\]\\r\\n]{6,512})\\]\\]`, TELLING),
  // Calls that take a secret as an unnamed argument.
  form('createHmac', `createHmac\\(${Q}[\\w-]{2,20}${Q},\\s{0,4}${Q}(?<value>[^\\s"'\\\\]{8,512})`, TELLING),
  form(
    'jwt.',
    `jwt\\.(?:sign|verify|encode|decode)\\([\\w.]{1,64},\\s{0,4}${Q}(?<value>[^\\s"'\\\\]{8,512})`,
    TELLING,
  ),
  form('auth=(', `auth=\\(${Q}[^"'\\\\]{1,64}${Q},\\s{0,4}${Q}(?<value>[^\\s"'\\\\]{6,512})`, TELLING),
  form(
    'getConnection(',
    `getConnection\\([^,()\\n]{1,200},\\s{0,4}${Q}[^"'\\\\]{1,64}${Q},\\s{0,4}${Q}(?<value>[^\\s"'\\\\]{6,512})`,
    TELLING,
  ),
  form('_SALT', `_(?:SALT|KEY)${Q},\\s{0,4}${Q}(?<value>[^"'\\r\\n]{16,128})`, TELLING),
  form(
    'form-data',
    `name=${Q}(?<name>[\\w.-]{2,64})${Q}(?:\\\\[rn]|[\\r\\n]){2,8}(?<value>[^\\s"'\\\\]{3,512})`,
  ),
  form(
    '</name>',
    `<name>(?<name>[\\w.-]{2,64})</name>\\s{0,40}<value>(?<value>[^\\s<>]{6,512})(?=</)`,
    TELLING,
  ),
  form(
    'buildConfigField',
    `buildConfigField\\(?\\s{0,4}${Q}String${Q},\\s{0,4}${Q}(?<name>\\w{2,64})${Q},\\s{0,4}["'\\\\]{1,12}(?<value>[^\\s"'\\\\$]{6,512})`,
  ),
  // A multi-part form.
  form(
    'value=',
    `key=(?<name>[\\w.-]{2,64})${Q}? {1,4}(?:-F|-d|--form|--data) {1,4}${Q}?value=(?<value>${NOT_QUOTED})`,
  ),
  // "my API key is …", "use token …".
  form(
    'key',
    `key(?<=(?:[Aa][Pp][Ii]|[Aa]ccess|[Ss]ecret|[Ll]icense) key)(?:'s| is| was)?:? {1,3}${Q}?(?<value>[\\w.+/=-]{20,512})`,
    RANDOM,
  ),
  form('oken', `oken(?: is| was)?:? {1,3}${Q}?(?<value>[\\w.+/=-]{20,512})`, RANDOM),
  form('net use ', `net use(?: \\w:)? \\\\[^\\s\n|;&]{1,160} (?<value>[^\\s/"'*][^\\s"']{3,128}) /user:`),
  form('psk ', `${starts('psk')} {1,4}${Q}?(?<value>[^\\s"'\\\\]{8,64})`, TELLING),
  // `storePassword '…'`, `setPassword("…")`, "the password is …".
  form(
    'assword',
    `assword(?: {1,4}|\\(\\s{0,4})(?<open>${Q})(?<value>[^"'\\s\\\\]{6,128})\\k<open>`,
    TELLING,
  ),
  form('assword', `assword (?:is|was)(?: now)?:? {1,2}${PROSE_VALUE}`, PERSONAL),
  form('assword for', `assword for (?:user )?${Q}?[\\w.@-]{1,64}${Q}?: {1,2}${PROSE_VALUE}`, PERSONAL),
  form('=%s', `${behind('', '=%s')}(?:\\\\{1,2}n)?${Q} {1,4}${Q}?(?<value>${NOT_QUOTED})`),
  // Lists of them.
  form(
    '[',
    `\\[(?<=(?<name>\\w{2,64})s?${Q}? {0,4}[=:] {0,4}\\[)\\s{0,16}${Q}(?<value>[\\w.+/=-]{20,512})${Q}`,
    RANDOM,
  ),
  // What stands behind the id of a key of AWS.
  form(
    'IA',
    `A[KS]IA[A-Z0-9]{16}["'\\\\]{0,4}(?:,? |,|:)\\s{0,4}["'\\\\]{0,4}(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    TELLING,
  ),
  // A file of cookies.
  form(
    '/',
    `(?:TRUE|FALSE)${TAB}/[^\\s\\\\]{0,200}${TAB}(?:TRUE|FALSE)${TAB}\\d{1,12}${TAB}[^\\s\\\\]{1,64}${TAB}(?<value>[^\\s"\\\\]{8,4096})`,
    TELLING,
  ),
  // Calls with a name and a value.
  form(
    '(',
    `\\(\\s{0,4}(?<open>${Q})[#.]?(?<name>[\\w.-]{2,64})\\k<open>\\s{0,4},\\s{0,16}(?<quote>${Q})(?<value>[^"'\\\\\\r\\n]{6,512})\\k<quote>`,
    TELLING,
  ),
  // Configuration.
  form(
    'variable',
    `${starts('variable')} {1,4}${Q}(?<name>[\\w-]{2,64})${Q} {0,4}\\{[^{}]{0,500}?\\bdefault {0,16}= {0,4}${Q}(?<value>${QUOTED})`,
  ),
  form(
    'name:',
    `${starts('name:')} {1,4}${Q}?(?<name>\\w{2,64})${Q}?${LINE}value: {1,4}${Q}?(?<value>${NOT_QUOTED})`,
  ),
  form(
    '<string>',
    `<key>(?<name>[\\w.-]{2,64})</key>${LINE.replace('{1,40}', '{0,40}')}<string>(?<value>[^<>\\r\\n]{3,512})</string>`,
  ),
  form('CDATA', `<(?<name>[\\w:.-]{2,64})(?:\\s[^<>]{0,128})?><!\\[CDATA\\[(?<value>[^\\]<>]{3,512})\\]\\]>`),
  form(
    'value=',
    `(?:key|name)=(?<open>${Q})(?<name>[\\w.:-]{2,64})\\k<open>\\s{1,8}value=\\k<open>(?<value>[^"'<>\\\\\\r\\n]{3,512})`,
  ),
  form('psk', `${starts('psk')} {0,4}= {0,4}${Q}?(?<value>[^\\s"'\\\\]{8,64})`, TELLING),
  form(
    '| ',
    `\\| {0,40}\`?(?<name>[\\w.-]{2,64})\`? {0,40}\\| {0,40}\`?(?<value>[^\\s|\`<>"'\\\\]{6,512})\`? {0,40}\\|`,
    /\d/,
  ),
  // A key as JSON: its private parts.
  form(
    'kty',
    `(?<open>${Q})(?:d|p|q|dp|dq|qi|k)\\k<open>\\s{0,4}:\\s{0,4}\\k<open>(?<value>[\\w-]{16,2048})`,
  ),
]

// The same phrases in other languages.
const FOREIGN_FORMS: readonly Form[] = [
  form('wort', `(?:[Pp]ass|[Kk]enn)wort (?:ist|lautet|war):? {1,2}${PROSE_VALUE}`, PERSONAL),
  form('ontraseña', `[Cc]ontraseña (?:es|era):? {1,2}${PROSE_VALUE}`, PERSONAL),
  form('ot de passe', `[Mm]ot de passe (?:est )?:? {0,2}${PROSE_VALUE}`, PERSONAL),
]

/** The values found by these forms. */
export function* formValues(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  const forms = namesForeign(text) ? [...FORMS, ...FOREIGN_FORMS] : FORMS
  for (const { has, pattern, look } of forms) {
    if (!text.includes(has)) continue
    for (const match of text.matchAll(pattern)) {
      const { name, value = '' } = match.groups ?? {}
      if (name !== undefined && !isSecretKey(name, value)) continue
      if (isReference(value) || isLabel(value) || look?.test(value) === false) continue
      if (NAMELIKE.test(value) && isSecretKey(value)) continue
      const [start, end] = match.indices?.groups?.value ?? [0, 0]
      const span = spanned(start, end)
      if (span !== undefined) yield span
    }
  }
  if (/(?:\b|\\[nr])kind: {1,4}Secret\b/.test(text)) yield* secretManifest(text)
  yield* blocks(text, isSecretKey)
}

const DATA = /(?:\b|(?<=\\[nr]))(?:data|stringData):(?=\s|\\n)/g
const ENTRY =
  /(?:\r?\n|\\r\\n|\\n)(?:\s{0,8}\d{1,6}(?:\t|→|\\t|:))?[ ]{1,16}([\w.-]{1,128}): {1,4}(\\{0,3}["']?)([^\s"'\\]{4,4096})/y

// Kubernetes Secrets: the values of all entries, whatever their names.
function* secretManifest(text: string): Generator<TextSpan> {
  for (const { index, 0: data } of text.matchAll(DATA)) {
    ENTRY.lastIndex = index + data.length
    let last = text.charAt(ENTRY.lastIndex) === '\r' ? ++ENTRY.lastIndex : ENTRY.lastIndex
    for (let entry = ENTRY.exec(text); entry !== null; entry = ENTRY.exec(text)) {
      const value = entry[3] ?? ''
      last = ENTRY.lastIndex
      if (!isReference(value)) yield { start: last - value.length, end: last }
      // Skips a closing quote and the carriage return of the line break.
      ENTRY.lastIndex += /^(?:\\{0,3}["'])?(?:\r|\\r)?/.exec(text.slice(last, last + 8))?.[0].length ?? 0
    }
  }
}

const BLOCK = new RegExp(`: {0,4}[|>][+-]?${LINE}(?<value>[^\\s"'\\\\]{6,4096})`, 'dg')

// `password: |` with the value on the next line.
function* blocks(text: string, isSecretKey: SecretKeys): Generator<TextSpan> {
  if (!text.includes(': |') && !text.includes(': >')) return
  for (const match of text.matchAll(BLOCK)) {
    const name = /[\w.-]{2,64}$/.exec(text.slice(Math.max(0, match.index - 64), match.index))?.[0] ?? ''
    const value = match.groups?.value ?? ''
    const [start, end] = match.indices?.groups?.value ?? [0, 0]
    if (isSecretKey(name, value) && !isReference(value) && TELLING.test(value)) yield { start, end }
  }
}

function form(has: string, pattern: string, look?: RegExp): Form {
  return { has, pattern: new RegExp(pattern, 'dg'), ...defined({ look }) }
}
