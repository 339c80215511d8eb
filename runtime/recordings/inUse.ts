// Which recordings of this process are in use: those a runtime wrote stay until it closes, so that pruning, its
// own or another's in this process, never takes a file from under a session. Knows nothing of other processes.

const held = new Map<string, number>()

/** The recordings one runtime answers for. */
export type RecordingsInUse = {
  hold(path: string): void
  /** How many are held. */
  readonly size: number
  /** Gives them all up; what stays is then judged by age. */
  release(): void
}

/** Begins with none. */
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

/** True for a recording that some runtime of this process wrote and has not closed. */
export function isInUse(path: string): boolean {
  return held.has(path)
}
