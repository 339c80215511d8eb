// Shells that write each command or line to standard error before it runs: what a script writes there is never empty.

import type { View } from '../project/view.ts'
import type { EntryCall } from './callEnds.ts'
import type { EndSpot } from './unintendedEnds.ts'

/** Whether the shell may trace the script: by its first line, by `set`, or by a command that starts it. */
export function isTraced({ document, text }: View, calls: readonly EntryCall[]): boolean {
  if (document.language === 'shell' && (STARTED.test(text.split('\n', 1)[0] ?? '') || SET.test(text)))
    return true
  return calls.some(({ entry: { command } }) => STARTED.test(command) || SET.test(command))
}

/** The end with what the shell has written. */
export function withTrace(spot: EndSpot): EndSpot {
  return spot.stderr === '' ? { ...spot, stderr: '…' } : spot
}

/** `#!/bin/bash -x`, `bash -eux guard.sh` */
const STARTED = /(?<![-+\w])(?:ba|z|k|da)?sh(?: +[-+]\w+)* +-(?:[a-z]*[xv]|o +(?:xtrace|verbose)\b)/
/** `set -eux`, `set -o xtrace` */
const SET = /(?:^|[\s;&|(])set +(?:-[a-z]+ +)*-(?:[a-z]*[xv]|[a-z]*o +(?:xtrace|verbose)\b)/
