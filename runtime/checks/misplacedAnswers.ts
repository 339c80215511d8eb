// An answer printed to standard error by a hook that ends with status 0: hosts read answers from standard output.

import { callEnd, type EntryCall, isJson, sameEnd, saysSomething } from './callEnds.ts'
import type { EndFault, EndSpot } from './unintendedEnds.ts'

/** A fault where the host would use the answer on standard output, but ignores it on standard error. */
export function misplaced({ status, stdout, stderr, range }: EndSpot, call: EntryCall): EndFault | undefined {
  if (status !== 0 || stdout !== '' || stderr?.startsWith('{') !== true || !isJson(stderr)) return undefined
  const here = callEnd(call, { exitCode: 0, stdout, stderr })
  const there = callEnd(call, { exitCode: 0, stdout: stderr, stderr: '' })
  if (!saysSomething(there) || sameEnd(here, there)) return undefined
  const { host, event } = call
  return {
    ...{ title: host.title, code: 'output.lost', range },
    say: (hosts, verb) =>
      `${hosts} ${verb('reads', 'read')} the answer to ${event} from standard output, but this one goes to standard error.`,
    fix: 'Print it to standard output.',
  }
}
