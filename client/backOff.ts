// When to start again what has died: soon the first time, later each further time, and not at all once it dies as
// often as it is started. Knows no process and no editor.

export type BackOff = {
  /** It died: milliseconds to wait before the next start, or undefined to give up. */
  died(now: number): number | undefined
  /** Somebody asked for it by hand: all is forgiven. */
  forget(): void
}

const FIRST_MS = 250
/** Deaths further apart than this have nothing to do with each other. */
const WINDOW_MS = 3 * 60_000

/** `most` deaths within three minutes are borne. */
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
