// The last run of a hook and where it was observed. Pure: does not use the editor, so that web pages can import it.

import type { HookRun } from '../../runtime/contract/outcome.ts'
import { duration } from '../signs.ts'

export type LastRun = {
  readonly run: HookRun
  readonly dialect: string
  readonly event: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Description of what the host did with it; present only where the hook ran alone. */
  readonly effect?: string
  /** Digest of the hook's texts when it ran, if they could be read. */
  readonly digest?: string
  readonly how: 'replay' | 'debug' | 'test' | 'recorded'
}

/** The duration; omitted under a debugger, where it is mostly the user's pauses. */
export function durationTexts({ run, how }: LastRun): readonly string[] {
  return how === 'debug' ? [] : [duration(run.durationMs)]
}
