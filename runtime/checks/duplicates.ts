// The same handler listed twice for one event: the host calls both, so everything it does happens twice.

import { type Problem, problem } from '../contract/problems.ts'
import type { View } from '../project/view.ts'

/** A problem for every handler that is the same code as an earlier one of the same event. */
export function duplicateProblems({ role, document }: View): readonly Problem[] {
  if (role.kind !== 'hook' || role.dialect.exports !== 'lists') return []
  const seen = new Set<string>()
  return document.sites.flatMap(({ events, handler, range }) => {
    const [event] = events
    if (event === undefined || handler === undefined) return []
    const key = `${event} ${handler.start} ${handler.end}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const message = `The same function is already in ${event}, so it runs twice for every event.`
    return [problem('hook.duplicate', document.path, message, { range, fix: 'Remove one of them.' })]
  })
}
