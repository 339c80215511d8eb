// Schedules rediscovery: shortly after a file was saved, never concurrently, and again if something
// changed meanwhile. The caller defines what is checked and read.

export type Reloader = {
  /** Reports a change. */
  changed(): void
  /** Looks again now, after a look in progress; settles when done. */
  now(): Promise<void>
  close(): void
}

/** A save counts as finished after this many milliseconds without a change. */
const QUIET_MS = 20
/** Longest delay in milliseconds while saves keep coming. */
const LONGEST_MS = 100
/**
 * A watcher may miss the last of several quick saves, so the files are compared again after this time, in milliseconds.
 */
const SECOND_LOOK_MS = 150

/** `stamp` returns a text that changes with the files; `look` reads them. */
export function openReloader(options: {
  readonly look: () => Promise<void>
  readonly stamp: () => string
  readonly failed: (error: unknown) => void
}): Reloader {
  let waiting: NodeJS.Timeout | undefined
  let since = 0
  let second: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let closed = false
  return { changed, now, close }

  function changed(): void {
    if (closed) return
    const at = performance.now()
    if (waiting === undefined) since = at
    clearTimeout(waiting)
    waiting = setTimeout(fire, Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - at)))
  }

  function fire(): void {
    now().catch(options.failed)
  }

  function now(): Promise<void> {
    clearTimeout(waiting)
    waiting = undefined
    const next = looking.then(look, look)
    looking = next
    return next
  }

  async function look(): Promise<void> {
    if (closed) return
    clearTimeout(second)
    const before = options.stamp()
    await options.look()
    if (closed) return
    second = setTimeout(() => {
      if (options.stamp() !== before) changed()
    }, SECOND_LOOK_MS).unref()
  }

  function close(): void {
    closed = true
    clearTimeout(waiting)
    clearTimeout(second)
  }
}
