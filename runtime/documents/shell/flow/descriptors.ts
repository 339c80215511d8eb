// Where a script's descriptors lead for the rest of it, after `exec 2> file` or `exec 3>&1`.

import type { Context, State } from './walk.ts'

/**
 * Whether a script sends output to descriptors of its own, which may be the original ones: `exec 3>&1`, `>&3`,
 * `> /dev/fd/3`.
 */
export function savesOutput(text: string): boolean {
  return /&(?:[3-9]|\d\d|[{$"])|\/dev\/(?:fd|tty|std)|\/proc\/|\bcoproc\b/.test(text)
}

/** Whether text written to standard error here does not leave the script. */
export function isHushed(state: State, context: Context): boolean {
  return context.hushed || state.hushed
}
