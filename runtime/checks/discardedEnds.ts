// Statuses of a script that its entry's own command line discards: `guard.sh || true`, `guard.sh; exit 0`, `guard.sh |
// tee log`, `guard.sh &`. Only command lines where this is certain are reported.

import type { WithinScript } from '../contract/called.ts'
import { callEnd, type EntryCall, holdsUp } from './callEnds.ts'
import { BLOCKS, type EndFault, type EndSpot } from './unintendedEnds.ts'

/** What discards a status at the end of a command line. */
const DISCARDS =
  /(?:\|\|[ \t]*(?:true|:|exit 0)|;[ \t]*(?:true|:|exit 0)|\|&?[ \t]*(?:tee|cat|logger|ts)(?=[ \t]|$)[^;&|]*|(?<!&)&)[ \t]*;?[ \t]*$/

/** The discarding part, where it follows a single command, possibly after `cd … &&`. */
function discardsIn(line: string): string | undefined {
  const found = DISCARDS.exec(line)
  if (found === null) return undefined
  const before = line
    .slice(0, found.index)
    .replace(/"[^"`$]*"|"\$\{?\w+\}?[^"`$]*"|'[^']*'/g, '')
    .replace(/\d?>&\d|&>/g, '>')
    .replace(/^\s*cd\s[^&|;]*&&/, '')
  return /[;&|\n()`{}#]/.test(before) ? undefined : found[0].trim()
}

/** A fault where the script refuses, but the host gets status 0. */
export function discarded(
  spot: EndSpot,
  call: EntryCall,
  loses?: WithinScript['loses'],
): EndFault | undefined {
  const { status, stdout = '', stderr = '…', range, writtenAt, byContent } = spot
  const own = call.entry.args === undefined ? discardsIn(call.entry.command) : undefined
  const by = loses ?? own
  if (by === undefined || status === 0) return undefined
  // What a script does with a status of its own program may be intended.
  const isRefusal = status === 2 && loses === undefined
  if (!isRefusal && byContent !== true && !BLOCKS.test(stderr)) return undefined
  const [before, after] = [status, 0].map((exitCode) => callEnd(call, { exitCode, stdout, stderr }))
  if (before === undefined || after === undefined || !holdsUp(before) || holdsUp(after)) return undefined
  const { host, event } = call
  const subject =
    loses === undefined
      ? 'The command of the entry'
      : by === 'goes on'
        ? 'The script that starts this'
        : 'The command that starts this'
  return {
    ...{ title: host.title, code: 'exit.ignored', range: writtenAt ?? range },
    say: (hosts, verb) =>
      `${subject} ${by === 'goes on' ? by : `ends with "${by}"`}, which discards status ${status}: ${hosts} ${verb('blocks', 'block')} nothing at ${event}.`,
    fix: 'End the command with the status of the script.',
  }
}
