// The definition of one shape of a secret: the start of a token, which is kept, and the rest, which is masked; and
// building blocks for patterns. developerShapes.ts and serviceShapes.ts list the shapes.

import { maskToken } from './mask.ts'

export type Shape = {
  /** The kept start and the masked rest, as one pattern. */
  readonly pattern: string
  /** Same for a whole text; the first group is the kept part. */
  readonly whole: RegExp
  readonly mask: (body: string) => string
  /** The characters that it may start with. */
  readonly first: string
}

/** Lookaheads that exclude common words: a digit; or a digit, an upper and a lower case letter. */
export const DIGIT = '(?=[\\w-]{0,60}\\d)'
export const MIXED = '(?=[\\w-]{0,60}\\d)(?=[\\w-]{0,60}[A-Z])(?=[\\w-]{0,60}[a-z])'
export const ENDS = '(?![A-Za-z0-9])'
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
export const alnum = (from: number, to: number) => `[A-Za-z0-9]{${from},${to}}`
export const hex = (length: number) => `[0-9a-f]{${length}}${ENDS}`
export const word = (from: number, to = 512) => `[\\w-]{${from},${to}}`
export const base64 = (from: number, to = 1024) => `[A-Za-z0-9+/=_-]{${from},${to}}`

/** Creates a shape. `first` lists the characters it may start with, unless that is the first character of `begins`. */
export function shape(
  begins: string,
  follows: string,
  mask: (body: string) => string = maskToken,
  first = '',
): Shape {
  const whole = new RegExp(`^(${begins})(?:${follows})$`)
  return { pattern: `(?:${begins})${follows}`, whole, mask, first: first || begins.charAt(0) }
}
