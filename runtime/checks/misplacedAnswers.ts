// An answer printed to standard error or into a log by a hook that ends with status 0: hosts read answers from standard
// output.

import { callEnd, type EntryCall, isJson, sameEnd, saysSomething } from './callEnds.ts'
import type { EndFault, EndSpot } from './unintendedEnds.ts'

/** A fault where the host would use the answer on standard output, but ignores it where it is. */
export function misplaced(
  { status, stdout, stderr, inFile, range }: EndSpot,
  call: EntryCall,
): EndFault | undefined {
  const answer = inFile ?? stderr
  if (status !== 0 || stdout !== '' || answer?.startsWith('{') !== true || !isJson(answer)) return undefined
  const here = callEnd(call, { exitCode: 0, stdout, stderr: stderr ?? '' })
  const there = callEnd(call, { exitCode: 0, stdout: answer, stderr: '' })
  if (!saysSomething(there) || sameEnd(here, there)) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'output.lost', range },
    say: (hosts, verb) =>
      `${hosts} ${verb('reads', 'read')} the answer to ${event} from standard output, but this one goes to ${inFile === undefined ? 'standard error' : 'a file'}.`,
    fix:
      inFile === undefined
        ? 'Print it to standard output.'
        : 'Keep standard output with exec 3>&1, and print it with >&3.',
  }
}
