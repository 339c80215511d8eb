// What two readers see alike is said once: types and spots may both see one misspelt field, with its quotes or without.

import type { Problem } from '../contract/problems.ts'

/** Without those that an earlier one says already, at the same place. */
export function withoutDoubles(found: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  return found.filter(({ code, range, message }) => {
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

function wider(
  code: string,
  { start, end }: NonNullable<Problem['range']>,
  by: number,
  message: string,
): string {
  return `${code} ${start - by}-${end + by} ${message}`
}
