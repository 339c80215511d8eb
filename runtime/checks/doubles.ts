// Removes findings that repeat another one: types and spots may both report one misspelled field, with its quotes or
// without.

import type { Problem } from '../contract/problems.ts'

/** Without those that an earlier one says already at the same place, or another one of the value behind the same key. */
export function withoutDoubles(found: readonly Problem[], text: string): readonly Problem[] {
  const seen = new Set<string>()
  const starts = new Set(found.map(({ code, range, message }) => `${code} ${range?.start} ${message}`))
  const ends = new Map<string, number>()
  for (const { code, range, message } of found)
    if (range !== undefined) {
      const key = `${code} ${range.end} ${message}`
      ends.set(key, Math.max(ends.get(key) ?? 0, range.start))
    }
  return found.filter((one) => {
    const { code, range, message } = one
    // `return 0 if ok else 2`: told of the statement, and of its value.
    if (range !== undefined && range.start < (ends.get(`${code} ${range.end} ${message}`) ?? 0)) return false
    const value = behindKey(one, text)
    if (value !== undefined && starts.has(`${code} ${value} ${message}`)) return false
    const place = range === undefined ? message : `${range.start}-${range.end}`
    const quoted = range === undefined ? [] : [-1, 1].map((by) => wider(code, range, by, message))
    // The misspelt name of an event is no answer that went wrong as well.
    if (seen.has(`${code} ${place}`) || (code === 'output.unreadable' && seen.has(`event.unknown ${place}`)))
      return false
    if (quoted.some((key) => seen.has(key))) return false
    seen.add(`${code} ${place}`)
    if (range !== undefined) seen.add(wider(code, range, 0, message))
    return true
  })
}

// `decision: 'blok'`: types point to the key, and spots to the value.
function behindKey({ range }: Problem, text: string): number | undefined {
  if (range === undefined) return undefined
  BETWEEN.lastIndex = range.end
  return BETWEEN.test(text) ? BETWEEN.lastIndex : undefined
}

const BETWEEN = /["']?\s*:\s*["'`]?/y

function wider(
  code: string,
  { start, end }: NonNullable<Problem['range']>,
  by: number,
  message: string,
): string {
  return `${code} ${start - by}-${end + by} ${message}`
}
