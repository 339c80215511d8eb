// Removes findings that repeat another one.

import type { Problem } from '../contract/problems.ts'

/** Without those that an earlier one says already at the same place, or another one at the end of it. */
export function withoutDoubles(found: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>()
  const ends = new Map<string, number>()
  for (const { code, range, message } of found)
    if (range !== undefined) {
      const key = `${code} ${range.end} ${message}`
      ends.set(key, Math.max(ends.get(key) ?? 0, range.start))
    }
  return found.filter(({ code, range, message }) => {
    // `return 0 if ok else 2`: told of the statement, and of its value.
    if (range !== undefined && range.start < (ends.get(`${code} ${range.end} ${message}`) ?? 0)) return false
    const place = range === undefined ? message : `${range.start}-${range.end}`
    // The misspelt name of an event is no answer that went wrong as well.
    if (seen.has(`${code} ${place}`) || (code === 'output.unreadable' && seen.has(`event.unknown ${place}`)))
      return false
    seen.add(`${code} ${place}`)
    return true
  })
}
