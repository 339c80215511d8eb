// Recognizes values after a secret name that are not secrets: labels, translations, field names, templates, versions,
// code. Used for quoted values in text only; in a payload, a secret field name alone decides.

import { namesForeign } from './foreignNames.ts'

const SECRET_WORD = /pass(?:word|wd|phrase)?|token|secret|cookie|auth|credential|jwt|key|pwd/i
const COMPOUND = /[-_. /]|[a-z][A-Z]/
const WORDS =
  /^(?:include|omit|same-origin|true|false|null|none|nil|undefined|void|required|optional|string|str|number|boolean|object|any|foo|bar|baz|qux|abc|abcd(?:ef(?:g(?:h)?)?)?|test|example|hidden|masked|unknown|basic|bearer|oauth2?|authorization|cookies|tokens|credentials|secrets|passwords|shh+|different|passcode|clave|(.)\1+)$/i
const VERSION = /^[\^~<>=v]{0,2}\d{1,5}\.\d{1,5}(?:\.[\dx*]{1,5})?(?:[-+][\w.]{1,40})?$/
const NAMESPACE = /^[A-Za-z][a-z]*(?:[._/:][A-Za-z][A-Za-z_-]*)+$/
/** What a form asks of a field. */
const RULES = /^(?:required|nullable|sometimes|present|string|bail|confirmed)\|[\w|:,.]{1,200}$/
const CODE = /\$\{|\{\{|\[[a-z]-[a-z]|\(\?[:=!<]|^(?:\.{0,2}\/|https?:\/\/)[^:@]*$/

/** Whether a quoted value only describes a secret. A constant named `…_KEY` may be any kind of key. */
export function isLabel(value: string, name = ''): boolean {
  if (/^[A-Z_]+_KEY$/.test(name) && !/\d/.test(value) && COMPOUND.test(value)) return true
  if (WORDS.test(value) || VERSION.test(value) || CODE.test(value) || RULES.test(value)) return true
  if (/^[A-Z][a-z]*(?: [\w'-]+){4,}[.?!]$/.test(value)) return true
  if (/\d/.test(value)) return false
  if (value.length < 4 || /[\u0080-\uffff]/.test(value) || NAMESPACE.test(value)) return true
  if (/ /.test(value) && (/[.?!:,]$/.test(value) || /^[A-Z][a-z]* (?:[a-z]+[ ,]){3}/.test(value))) return true
  if (namesForeign(value)) return true
  const word = SECRET_WORD.exec(value)?.[0]
  return word !== undefined && (word.length === value.length || COMPOUND.test(value))
}
