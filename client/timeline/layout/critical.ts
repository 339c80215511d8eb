// The critical path of a firing: the hooks, one after the other, without which it would have been over sooner. What ran beside
// a longer one is not on it. Pure: knows no page.

import type { TimelineEvent, TimelineRun } from '../messages.ts'

export type CriticalPath = {
  /** In the order in which they ran. */
  readonly runs: readonly TimelineRun[]
  /** What the firing took beyond them, milliseconds. */
  readonly beside: number
}

/** Two clocks may disagree by a hair. */
const HAIR_MS = 0.05

/** The path; nothing is on it where no hook ran. */
export function criticalPath({ start, end, runs }: TimelineEvent): CriticalPath {
  const left = runs.filter(({ sign }) => sign !== 'skipped')
  const path: TimelineRun[] = []
  for (let until = Number.POSITIVE_INFINITY; ; ) {
    let last: TimelineRun | undefined
    for (const run of left) {
      if (run.end > until + HAIR_MS || path.includes(run)) continue
      if (last === undefined || run.end > last.end) last = run
    }
    if (last === undefined) break
    path.unshift(last)
    until = last.start
  }
  const spent = path.reduce((sum, run) => sum + run.end - run.start, 0)
  return { runs: path, beside: Math.max(0, end - start - spent) }
}

/** The next hook on it, after the one in focus; from its end, the first again. */
export function nextCritical(event: TimelineEvent, at: number): number {
  const path = criticalPath(event).runs.map((run) => event.runs.indexOf(run))
  const here = path.indexOf(at)
  return path[here + 1] ?? path[0] ?? at
}
