// Restart policy for a child process: restart quickly at first, wait longer after each further exit, and give up when
// exits become too frequent. Pure: starts no process and does not use the editor.

export type BackOff = {
  /** Call on each exit; returns milliseconds to wait before the next start, or undefined to give up. */
  died(now: number): number | undefined
  /** Clears the history, after the user restarts it by hand. */
  forget(): void
}

const FIRST_MS = 250
/** Exits further apart than this are counted as unrelated. */
const WINDOW_MS = 3 * 60_000

/** Allows `most` exits within three minutes. */
export function backOff(most = 4): BackOff {
  let deaths: readonly number[] = []
  return {
    died(now) {
      deaths = [...deaths.filter((at) => now - at < WINDOW_MS), now]
      return deaths.length > most ? undefined : FIRST_MS * 4 ** (deaths.length - 1)
    },
    forget() {
      deaths = []
    },
  }
}
