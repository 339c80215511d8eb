// The last run of a hook, and where it was seen. Pure: knows no editor, so that pages may know it as well.

import type { HookRun } from '../../runtime/contract/outcome.ts'
import { duration } from '../signs.ts'

export type LastRun = {
  readonly run: HookRun
  readonly dialect: string
  readonly event: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** What the host did with it, in words; only where it ran alone. */
  readonly effect?: string
  /** Of the texts that ran, where they were read then. */
  readonly digest?: string
  readonly how: 'replay' | 'debug' | 'test' | 'recorded'
}

/** How long it took; not told under a debugger, where that is the time of the person. */
export function durationTexts({ run, how }: LastRun): readonly string[] {
  return how === 'debug' ? [] : [duration(run.durationMs)]
}
