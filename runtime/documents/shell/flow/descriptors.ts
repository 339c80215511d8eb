// Where a script's descriptors lead for the rest of it, after `exec 2> file` or `exec 3>&1`.

import { child, type SyntaxNode } from '../../treeSitter.ts'
import type { Context, OtherOutput, State } from './walk.ts'

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

/** Where output goes here, if not to the standard output that the script began with. */
export function sinkIn({ muted }: State, { mute }: Context): OtherOutput | false {
  return mute === 'original' ? false : mute || muted
}

/** Applies redirections for the rest of the script: `exec 3>&1 1>&2`, `exec >log`, `exec 1>&3`. */
export function redirectRest(redirects: readonly SyntaxNode[], inner: Context, state: State): void {
  for (const one of redirects) {
    const descriptor = child(one, 'descriptor')?.text ?? '1'
    const isOriginal = !state.muted && !inner.captured && /^\d>\s?&1$/.test(one.text)
    if (isOriginal && descriptor !== '1' && descriptor !== '2') state.copied = descriptor
    else if (descriptor === state.copied) state.copied = undefined
    if (descriptor === '1' && inner.mute) state.muted = inner.mute === 'original' ? false : inner.mute
  }
}
