// Finds the last JSON object in a program's output, for hosts that tolerate other text around an answer.

import { isObject } from '../json.ts'
import { parseJson } from '../parseJson.ts'

/** Characters at the end of the output that are searched, and pairs of braces that are tried. */
const MOST_TEXT = 200_000
const MOST_TRIED = 400

/** The whole text where it is an object, else the object that ends last; undefined where there is none. */
export function lastObject(printed: string): Readonly<Record<string, unknown>> | undefined {
  const whole = parsed(printed.replace(/^\uFEFF/, ''))
  // JSON of another type may contain objects, but is not itself an object.
  if (whole !== undefined) return isObject(whole.value) ? whole.value : undefined
  const text = printed.slice(-MOST_TEXT)
  let left = MOST_TRIED
  for (let end = text.lastIndexOf('}'); end !== -1 && left > 0; end = before(text, '}', end))
    for (let start = before(text, '{', end); start !== -1 && left > 0; start = before(text, '{', start)) {
      left--
      const found = parsed(text.slice(start, end + 1))
      if (found !== undefined && isObject(found.value)) return found.value
    }
  return undefined
}

function before(text: string, sign: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf(sign, at - 1)
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) as unknown }
  } catch {
    return undefined
  }
}
