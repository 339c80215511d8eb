// Which recordings are in use in this process: those written by a runtime are kept until it closes, so that pruning by
// any runtime in this process does not delete a live session's file. Does not cover other processes.

const held = new Map<string, number>()

/** The recordings held by one runtime. */
export type RecordingsInUse = {
  hold(path: string): void
  /** The number of held recordings. */
  readonly size: number
  /** Releases all of them; from then on they are pruned by age. */
  release(): void
}

/** Starts with none. */
export function openRecordingsInUse(): RecordingsInUse {
  const own = new Set<string>()
  return {
    hold(path) {
      if (own.has(path)) return
      own.add(path)
      held.set(path, (held.get(path) ?? 0) + 1)
    },
    get size() {
      return own.size
    },
    release() {
      for (const path of own) {
        const others = (held.get(path) ?? 1) - 1
        if (others > 0) held.set(path, others)
        else held.delete(path)
      }
      own.clear()
    },
  }
}

/** Whether a runtime of this process has written the recording and not closed it. */
export function isInUse(path: string): boolean {
  return held.has(path)
}
