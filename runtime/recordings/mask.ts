// Masks one secret: replaces every letter and digit, but keeps length, alphabet and separators, so that a guard that
// looks for tokens still finds one. The mask is deterministic, and a mask is not masked again.
// What counts as a secret is decided in secrets.ts and keys.ts.

import { hash } from 'node:crypto'

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()

type Alphabet = { readonly chars: string; readonly marker: string; readonly classes: readonly string[] }

const hex = alphabet('0123456789abcdef', '0', [DIGITS, 'abcdef'])
const hexUpper = alphabet('0123456789ABCDEF', '0', [DIGITS, 'ABCDEF'])
const digits = alphabet(DIGITS, '0', [])
const lower = alphabet(LOWER, 'x', [])
const upper = alphabet(UPPER, 'X', [])
const lowerDigits = alphabet(LOWER + DIGITS, 'x', [DIGITS, LOWER])
const upperDigits = alphabet(UPPER + DIGITS, 'X', [DIGITS, UPPER])
const letters = alphabet(LOWER + UPPER, 'x', [UPPER, LOWER])
const base62 = alphabet(LOWER + UPPER + DIGITS, 'x', [DIGITS, UPPER, LOWER])
const ALPHABETS = [hex, hexUpper, digits, lower, upper, lowerDigits, upperDigits, letters, base62]

// A long mask is marker, nonce, tail. The tail is derived from the nonce, so a mask can be told from a secret.
const MARKERS = 4
const NONCE = 4
const LONG = 16

/** Masks letters and digits; other characters are kept. */
export function maskToken(token: string): string {
  return masked(token, /[A-Za-z0-9]/g)
}

/**
 * Like `maskToken`, but for each run of letters and digits separately: for tokens whose parts use different alphabets.
 */
export function maskRuns(token: string): string {
  return token.replaceAll(/[A-Za-z0-9]+/g, maskToken)
}

/** Masks base64 text; line breaks are kept, whether literal or escaped. */
export function maskBase64(text: string): string {
  return masked(text, /(?<!\\)[A-Za-z0-9]/g)
}

/** Masks a secret that a person may have chosen: only its length is kept. */
export function maskPlain(secret: string): string {
  const fill = /[a-z]/.test(secret) ? 'x' : /[A-Z]/.test(secret) ? 'X' : /[0-9]/.test(secret) ? '0' : '*'
  return fill.repeat(secret.length)
}

/** Whether a value looks generated: long, made of token characters, with letters and digits. */
export function isTokenLike(value: string): boolean {
  return (
    /^[A-Za-z0-9\-_.+/=:~%]{16,4096}$/.test(value) &&
    /[0-9]/.test(value) &&
    /[A-Za-z]/.test(value) &&
    value.replaceAll(/[^A-Za-z0-9]/g, '').length >= LONG
  )
}

function masked(text: string, maskable: RegExp): string {
  const body = text.match(maskable)?.join('') ?? ''
  if (body === '' || isMask(body)) return text
  const filled = fill(body)
  let at = 0
  return text.replaceAll(maskable, () => filled.charAt(at++))
}

function fill(body: string): string {
  const into = alphabetOf(body)
  if (body.length < LONG) return into.marker.repeat(body.length)
  const nonce = spell(hash('sha256', body, 'buffer'), into.chars).slice(0, NONCE)
  return into.marker.repeat(MARKERS) + nonce + tail(nonce, into, body.length - MARKERS - NONCE)
}

function isMask(body: string): boolean {
  const marker = body.charAt(0)
  if (body.length < LONG || body.slice(0, MARKERS) !== marker.repeat(MARKERS)) return false
  const nonce = body.slice(MARKERS, MARKERS + NONCE)
  const rest = body.slice(MARKERS + NONCE)
  return ALPHABETS.some((one) => one.marker === marker && tail(nonce, one, rest.length) === rest)
}

// Starts with one character of each class, so that a check such as "has a digit" still succeeds.
function tail(nonce: string, { chars, classes }: Alphabet, length: number): string {
  let text = ''
  for (let block = 0; text.length < length; block++) {
    const bytes = hash('sha256', `${chars}:${nonce}:${block}`, 'buffer')
    text += block === 0 ? classes.map((some, i) => some.charAt((bytes[i] ?? 0) % some.length)).join('') : ''
    text += spell(bytes, chars)
  }
  return text.slice(0, length)
}

function spell(bytes: Uint8Array, chars: string): string {
  let text = ''
  for (const byte of bytes) text += chars.charAt(byte % chars.length)
  return text
}

function alphabetOf(body: string): Alphabet {
  const hasDigit = /[0-9]/.test(body)
  const hasLower = /[a-z]/.test(body)
  const hasUpper = /[A-Z]/.test(body)
  if (!hasLower && !hasUpper) return digits
  if (hasDigit && /^[0-9a-f]+$/.test(body)) return hex
  if (hasDigit && /^[0-9A-F]+$/.test(body)) return hexUpper
  if (hasLower && hasUpper) return hasDigit ? base62 : letters
  if (hasLower) return hasDigit ? lowerDigits : lower
  return hasDigit ? upperDigits : upper
}

function alphabet(chars: string, marker: string, classes: readonly string[]): Alphabet {
  return { chars, marker, classes }
}
