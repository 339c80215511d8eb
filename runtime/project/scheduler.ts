// When a workspace is looked at: at the first question, after a save at the next one, after a keystroke when the typing
// pauses. Two looks may overlap; the later one counts. After a keystroke nobody waits for a look. What a look is, is
// handed in.

import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectSnapshot } from './snapshot.ts'

export type SnapshotScheduler = {
  /** The last look; a new one where it no longer counts. */
  current(): Promise<ProjectSnapshot>
  /** What was seen last, if anything was. */
  seen(): ProjectSnapshot | undefined
  /** True when there was a look, after waiting so long for it. */
  inTime(patienceMs: number): Promise<boolean>
  /** What was seen no longer counts: the next question looks again, and if none comes, we do. */
  stale(): void
  /** Looks again when nothing happens for a while. */
  soon(): void
  close(): void
}

export type LooksOptions = {
  readonly look: () => Promise<ProjectSnapshot>
  /** False where nobody says which files change on the disk. */
  readonly watched: boolean
  /** Whether there is anything to see since the last look, when the typing pauses; there is unless somebody says so. */
  readonly isDue?: () => Promise<boolean>
  /** Takes what was seen. `awaited`: it is the first look, and somebody could not wait for it. */
  readonly taken: (found: ProjectSnapshot, before: ProjectSnapshot | undefined, awaited: boolean) => void
}

/** So long after the last keystroke hooks are looked at again. */
const PAUSE_MS = 300
/** So long a look counts where nobody says what changes. */
const UNWATCHED_MS = 2000

/** Looks at a workspace as often as it takes. */
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

  // A look that nobody waits for: until it is done the one before counts, and what it finds is told.
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
        // A later look has seen more.
        if (!closed && number === count) {
          const before = seen
          seen = one
          taken(one, before, isAwaited)
          if (isTypedEarly) soon()
        }
        return one
      })
    // A fault is told to whoever asked, and not kept.
    found.catch(() => {
      if (last === found) last = undefined
    })
    return found
  }

  // A look that is called for by more than typing is not called off by it. The first one may have read a file before it
  // was typed in, and nobody is told anything before it is done.
  function soon(): void {
    isTypedEarly = seen === undefined && looking > 0
    later(last === undefined ? lookBehind : () => void lookIfDue())
  }

  async function lookIfDue(): Promise<void> {
    const before = count
    // Whoever cannot tell looks.
    const due = (await isDue?.().catch(() => true)) ?? true
    // Another one that began meanwhile sees it too.
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
