// Schedules snapshots of a workspace: on the first request, on the next request after a save, and after a keystroke
// once typing pauses. Two may overlap, in which case the later one counts. Requests do not wait for a snapshot caused
// by typing. The caller provides the function that takes one.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectSnapshot } from './snapshot.ts'

export type SnapshotScheduler = {
  /** The latest snapshot, or a new one if it is outdated. */
  current(): Promise<ProjectSnapshot>
  /** The latest snapshot, if there is one. */
  seen(): ProjectSnapshot | undefined
  /** Waits up to this many milliseconds for a first snapshot; returns whether there is one. */
  inTime(patienceMs: number): Promise<boolean>
  /** Invalidates the latest snapshot: the next request takes a new one, or a timer does. */
  stale(): void
  /** Takes a new snapshot after a pause. */
  soon(): void
  close(): void
}

export type LooksOptions = {
  readonly look: () => Promise<ProjectSnapshot>
  /** False if no file changes are reported. */
  readonly watched: boolean
  /** Whether anything relevant changed since the latest snapshot, checked when typing pauses; default: always true. */
  readonly isDue?: () => Promise<boolean>
  /** Receives each snapshot. `awaited`: it is the first, and a request has given up waiting for it. */
  readonly taken: (found: ProjectSnapshot, before: ProjectSnapshot | undefined, awaited: boolean) => void
}

/** Pause after the last keystroke before a new snapshot, in milliseconds. */
const PAUSE_MS = 300
/** How long a snapshot stays valid if no file changes are reported, in milliseconds. */
const UNWATCHED_MS = 2000

/** Creates the scheduler. */
export function openSnapshotScheduler({ look, watched, isDue, taken }: LooksOptions): SnapshotScheduler {
  let last: Promise<ProjectSnapshot> | undefined
  let seen: ProjectSnapshot | undefined
  let count = 0
  let looking = 0
  let lookedAt = 0
  let waiting: NodeJS.Timeout | undefined
  let isAwaited = false
  let isTypedEarly = false
  let closed = false
  return {
    current,
    seen: () => seen,
    async inTime(patienceMs) {
      if (seen !== undefined) return true
      const waited = sleep(patienceMs, false, { ref: false })
      const inTime = await Promise.race([current().then(() => true), waited])
      if (!inTime) isAwaited = true
      return inTime
    },
    stale() {
      last = undefined
      later(lookBehind)
    },
    soon,
    close() {
      closed = true
      clearTimeout(waiting)
    },
  }

  function current(): Promise<ProjectSnapshot> {
    const isOld = !watched && performance.now() - lookedAt > UNWATCHED_MS
    if (isOld && looking === 0 && last !== undefined) lookBehind()
    last ??= lookAgain()
    return last
  }

  // Takes a snapshot in the background: until it is done the previous one counts.
  function lookBehind(): void {
    const before = last
    const found = lookAgain()
    if (before === undefined) last = found
    found.then(
      () => {
        if (last === before) last = found
      },
      () => {},
    )
  }

  function lookAgain(): Promise<ProjectSnapshot> {
    clearTimeout(waiting)
    waiting = undefined
    lookedAt = performance.now()
    const number = ++count
    looking++
    const found = look()
      .finally(() => {
        looking--
      })
      .then((one) => {
        // Ignored if a later snapshot has started.
        if (!closed && number === count) {
          const before = seen
          seen = one
          taken(one, before, isAwaited)
          if (isTypedEarly) soon()
        }
        return one
      })
    // Errors are passed to the requests that wait, but not cached.
    found.catch(() => {
      if (last === found) last = undefined
    })
    return found
  }

  // Typing does not cancel a snapshot required for another reason. The first one may have read a file
  // before it was edited, and nothing is reported before it is done.
  function soon(): void {
    isTypedEarly = seen === undefined && looking > 0
    later(last === undefined ? lookBehind : () => void lookIfDue())
  }

  async function lookIfDue(): Promise<void> {
    const before = count
    // If the check fails, a snapshot is taken.
    const due = (await isDue?.().catch(() => true)) ?? true
    // A snapshot started meanwhile covers the change.
    if (due && before === count && !closed) lookBehind()
  }

  function later(act: () => void): void {
    if (closed || seen === undefined) return
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      waiting = undefined
      act()
    }, PAUSE_MS)
    waiting.unref()
  }
}
