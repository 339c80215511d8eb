// The last JSON object in what a program printed, for hosts that bear with other text around an answer.

import { isObject } from '../json.ts'

/** How much of the end is looked at, and how many beginnings and ends of objects in it are tried. */
const MOST_TEXT = 200_000
const MOST_TRIED = 400

/** The whole text where it is an object, else the object that ends last in it; undefined where there is none. */
export function lastObject(printed: string): Readonly<Record<string, unknown>> | undefined {
  const whole = parsed(printed.replace(/^\uFEFF/, ''))
  // JSON of another kind holds objects, and is none.
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
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
