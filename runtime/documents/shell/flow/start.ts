// Where a walk begins: nothing known but the arguments, input unread, output the script's own.

import type { Context } from './context.ts'
import type { State } from './state.ts'
import type { Value } from './value.ts'

/** The script itself, outside of all functions and substitutions. */
export const SCRIPT: Context = {
  stdin: 'script',
  mute: false,
  captured: false,
  sure: true,
  test: false,
  depth: 0,
  returns: [],
  loops: [],
  ends: undefined,
}

/** What is known before the first line. */
export function freshState(args: readonly Value[] | undefined): State {
  return {
    vars: new Map(),
    args,
    events: undefined,
    input: 'fresh',
    printed: undefined,
    wrong: [],
    muted: false,
    fallback: [],
  }
}
