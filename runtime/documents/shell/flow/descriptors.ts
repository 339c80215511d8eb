// Where a script's descriptors lead for the rest of it, after `exec 2> file` or `exec 3>&1`.

import type { Context, State } from './walk.ts'

/**
 * Whether what a script sends away may still reach somebody. It goes to descriptors of the script's own, which may be
 * the original ones (`exec 3>&1`, `>&3`, `> /dev/fd/3`), or into a file that the script uses later.
 */
export function savesOutput(text: string): boolean {
  if (/&(?:[3-9]|\d\d|[{$"])|\/dev\/(?:fd|tty|std)|\/proc\/|\bcoproc\b/.test(text)) return true
  for (const { 1: file = '', index, 0: all } of [...text.matchAll(SENT_AWAY)].slice(0, MOST_SENT)) {
    const end = index + all.length
    for (let at = text.indexOf(file, end); at !== -1; at = text.indexOf(file, at + file.length))
      if (!/>\s*["']?$/.test(text.slice(Math.max(end, at - 9), at))) return true
  }
  return false
}

const MOST_SENT = 8
const SENT_AWAY = /^[ \t]*exec[ \t]+[12&]?>>?[ \t]*["']?([\w$./{}-]{2,99})/gm

/** Whether text written to standard error here does not leave the script. */
export function isHushed(state: State, context: Context): boolean {
  return context.hushed || state.hushed
}
