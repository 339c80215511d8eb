// When to look again: soon after a file was saved, never twice at once, and once more if something changed meanwhile.
// What is looked at, and what looking again means, is handed in.

export type Reloader = {
  /** Something changed. */
  changed(): void
  /** Looks again now, after whatever look is under way; settles when it is done. */
  now(): Promise<void>
  close(): void
}

/** Quiet this long, a save is taken for finished. */
const QUIET_MS = 20
/** Under a steady stream of saves it looks at least this often. */
const LONGEST_MS = 100
/** A watcher may miss the last of several quick saves, so what was looked at is compared with the disk a little later. */
const SECOND_LOOK_MS = 150

/** `stamp` says in one word how the files are; `look` reads them. */
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
