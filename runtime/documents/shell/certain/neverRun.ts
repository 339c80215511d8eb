// Which command lines a shell refuses as a whole.

import { mistakeIn } from './mistake.ts'
import { LostLine, type Mistake } from './scanner.ts'

/**
 * The mistake because of which a POSIX shell runs nothing of a command line: a quote or a bracket that is never closed,
 * an `if` without its `fi`. Undefined where it would run the lines above, or where it is not certain for every shell.
 */
export function neverRun(line: string): Mistake | undefined {
  const mistake = mistakeIn(line)
  if (mistake === undefined || mistake instanceof LostLine) return undefined
  // To some shells `[[` is a command like any other.
  return line.slice(0, mistake.start).includes('\n') || mistake.message.includes('[[') ? undefined : mistake
}
