// The critical path of a firing: the sequence of hook runs that determined its duration. A run alongside a longer one
// is not on it. Pure: does not use the page.

import type { TimelineEvent, TimelineRun } from '../messages.ts'

export type CriticalPath = {
  /** In the order in which they ran. */
  readonly runs: readonly TimelineRun[]
  /** Milliseconds that the firing took beyond these runs. */
  readonly beside: number
}

/** Tolerance between two clocks, in milliseconds. */
const HAIR_MS = 0.05

/** The path; empty if no hook ran. */
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

/** Index of the next run on the path after the focused one; wraps around to the first. */
export function nextCritical(event: TimelineEvent, at: number): number {
  const path = criticalPath(event).runs.map((run) => event.runs.indexOf(run))
  const here = path.indexOf(at)
  return path[here + 1] ?? path[0] ?? at
}
