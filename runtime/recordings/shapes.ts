// Secrets that show by their own look, by who gives them out. Where one may begin, beginnings.ts says; what it looks like
// stands in developerShapes.ts and serviceShapes.ts. Names in front of a value are for keys.ts.

import { DEVELOPER_SHAPES } from './developerShapes.ts'
import { maskToken } from './mask.ts'
import { SERVICE_SHAPES } from './serviceShapes.ts'
import type { Shape } from './shape.ts'
import { eachTokenStart } from './tokenStarts.ts'

const SHAPES: readonly Shape[] = [...DEVELOPER_SHAPES, ...SERVICE_SHAPES]

/** The first character of a token -> the tokens that begin with it. */
const TOKENS = new Map(
  [...new Set(SHAPES.flatMap(({ first }) => [...first]))].map((char) => {
    const patterns = SHAPES.filter(({ first }) => first.includes(char)).map(({ pattern }) => pattern)
    return [char, new RegExp(patterns.join('|'), 'y')]
  }),
)

/** Masks every token; what it begins with stays. */
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

/** True when a text is one token and nothing else. */
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

// `ghp_xxxxxxxxxxxx`, as documents show it.
function isPlaceholder(body: string): boolean {
  return new Set(body).size <= 3
}
