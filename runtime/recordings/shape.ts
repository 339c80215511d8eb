// One shape of a secret: what a token begins with, which stays, and what follows, which is masked; and the words that
// patterns of shapes are written in. Which shapes there are is for the files beside this one.

import { maskToken } from './mask.ts'

export type Shape = {
  /** The kept beginning and the masked rest, as one pattern. */
  readonly pattern: string
  /** The same for a whole text; the first group is what stays. */
  readonly whole: RegExp
  readonly mask: (body: string) => string
  /** The characters it may begin with. */
  readonly first: string
}

/** Also for what would match a common word: a digit, an upper case letter, both cases and a digit. */
export const DIGIT = '(?=[\\w-]{0,60}\\d)'
export const MIXED = '(?=[\\w-]{0,60}\\d)(?=[\\w-]{0,60}[A-Z])(?=[\\w-]{0,60}[a-z])'
export const ENDS = '(?![A-Za-z0-9])'
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
export const alnum = (from: number, to: number) => `[A-Za-z0-9]{${from},${to}}`
export const hex = (length: number) => `[0-9a-f]{${length}}${ENDS}`
export const word = (from: number, to = 512) => `[\\w-]{${from},${to}}`
export const base64 = (from: number, to = 1024) => `[A-Za-z0-9+/=_-]{${from},${to}}`

/** A shape; `first` has the characters it may begin with, where `begins` does not begin with its only one. */
export function shape(
  begins: string,
  follows: string,
  mask: (body: string) => string = maskToken,
  first = '',
): Shape {
  const whole = new RegExp(`^(${begins})(?:${follows})$`)
  return { pattern: `(?:${begins})${follows}`, whole, mask, first: first || begins.charAt(0) }
}
