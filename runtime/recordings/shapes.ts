// Finds secrets that are recognizable by their own format. tokenStarts.ts finds where one may start, developerShapes.ts
// and serviceShapes.ts define the formats, and keys.ts handles names before a value.

import { DEVELOPER_SHAPES } from './developerShapes.ts'
import { maskToken } from './mask.ts'
import { SERVICE_SHAPES } from './serviceShapes.ts'
import type { Shape } from './shape.ts'
import { eachTokenStart } from './tokenStarts.ts'

const SHAPES: readonly Shape[] = [...DEVELOPER_SHAPES, ...SERVICE_SHAPES]

/** The first character of a token -> a pattern for all tokens that start with it. */
const TOKENS = new Map(
  [...new Set(SHAPES.flatMap(({ first }) => [...first]))].map((char) => {
    const patterns = SHAPES.filter(({ first }) => first.includes(char)).map(({ pattern }) => pattern)
    return [char, new RegExp(patterns.join('|'), 'y')]
  }),
)

/** Masks every token except for its kept start. */
export function maskTokens(text: string): string {
  let done = ''
  let from = 0
  eachTokenStart(text, (at) => {
    const tokens = at < from ? undefined : TOKENS.get(text.charAt(at))
    if (tokens === undefined) return
    tokens.lastIndex = at
    const token = tokens.exec(text)?.[0]
    if (token === undefined) return
    done += text.slice(from, at) + maskOne(token)
    from = at + token.length
  })
  return from === 0 ? text : done + text.slice(from)
}

/** Whether a text consists of exactly one token. */
export function isToken(text: string): boolean {
  return SHAPES.some(({ whole }) => whole.test(text))
}

function maskOne(token: string): string {
  for (const { whole, mask } of SHAPES) {
    const kept = whole.exec(token)?.[1]
    if (kept === undefined) continue
    const body = token.slice(kept.length)
    return isPlaceholder(body) ? token : kept + mask(body)
  }
  return maskToken(token)
}

// `ghp_xxxxxxxxxxxx`, as used in documentation.
function isPlaceholder(body: string): boolean {
  return new Set(body).size <= 3
}
