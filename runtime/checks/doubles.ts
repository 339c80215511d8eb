// Removes findings that repeat other ones.

import type { Problem } from '../contract/problems.ts'

/**
 * Drops a finding if an earlier one has the same code and range, or a narrower one has the same message and end. An
 * info gives way to any other.
 */
export function withoutDoubles(all: readonly Problem[]): readonly Problem[] {
  const isInfo = ({ severity }: Problem) => severity === 'info'
  const found = [...all].sort((one, two) => Number(isInfo(one)) - Number(isInfo(two)))
  const seen = new Set<string>()
  const ends = new Map<string, number>()
  for (const { code, range, message } of found)
    if (range !== undefined) {
      const key = `${code} ${range.end} ${message}`
      ends.set(key, Math.max(ends.get(key) ?? 0, range.start))
    }
  return found.filter(({ code, range, message }) => {
    // `return 0 if ok else 2` is reported for the statement and for its value; the value's finding is kept.
    if (range !== undefined && range.start < (ends.get(`${code} ${range.end} ${message}`) ?? 0)) return false
    const place = range === undefined ? message : `${range.start}-${range.end}`
    // A misspelled event name that is printed is not reported as an unreadable answer as well.
    if (seen.has(`${code} ${place}`) || (code === 'output.unreadable' && seen.has(`event.unknown ${place}`)))
      return false
    seen.add(`${code} ${place}`)
    return true
  })
}
