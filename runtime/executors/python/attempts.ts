// Converts answers of the Python host, and the ends of interpreters, to attempts.

import { defined } from '../../contract/defined.ts'
import type { Attempt, Raw, Reason } from '../../contract/verdict.ts'
import type { HostMessage } from './hostMessages.ts'

/** How long an interpreter may take to become ready, in milliseconds. */
export const START_MS = 10_000

/** The attempt for an answer of the host. `note` is added to the host's own note. */
export function attemptOf(message: Exclude<HostMessage, { ready: true }>, note: string | undefined): Attempt {
  const { stdout, stderr, cut } = message
  const notes = [note, message.note].filter((one) => one !== undefined)
  const raw: Raw = {
    stdout,
    stderr,
    ...defined({ cut }),
    ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
  }
  if (message.failed !== undefined) return { ...failed(message.reason ?? 'crashed', message.failed), raw }
  if (message.cancelled === true)
    return { ...failed('crashed', 'CancelledError: the hook canceled itself'), raw }
  return { kind: 'returned', result: message.result, raw }
}

/** The attempt for an interpreter that ended or could not start. */
export function crashed(message: string, stderr: string): Attempt {
  return { ...failed('crashed', message), raw: { stdout: '', stderr } }
}

export function failed(reason: Reason, message: string): Attempt & { kind: 'failed' } {
  return { kind: 'failed', reason, message }
}

/** Why an interpreter ended before it became ready. */
export function startFailure(python: string, why: string, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1)?.trim() ?? ''
  if (!/^(exit code |SIG)/.test(why)) return why
  if (why === 'SIGKILL') return `${python} did not start within ${START_MS / 1000} s`
  return `${python} could not start: ${last === '' ? why : last}`
}
