// What a call of a Python hook came to, as an attempt: what its host says, and how an interpreter ended.

import { defined } from '../../contract/defined.ts'
import type { Attempt, Raw, Reason } from '../../contract/verdict.ts'
import type { HostMessage } from './interpreter.ts'

/** How long an interpreter may take to become ready. */
export const START_MS = 10_000

/** The attempt that a message of the host tells. `note`: what there is to say beside what the host says. */
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
    return { ...failed('crashed', 'CancelledError: the hook cancelled itself'), raw }
  return { kind: 'returned', result: message.result, raw }
}

/** It ended, or could not start. */
export function crashed(message: string, stderr: string): Attempt {
  return { ...failed('crashed', message), raw: { stdout: '', stderr } }
}

export function failed(reason: Reason, message: string): Attempt & { kind: 'failed' } {
  return { kind: 'failed', reason, message }
}

/** Why an interpreter that never became ready ended. */
export function startFailure(python: string, why: string, stderr: string): string {
  const last = stderr.trimEnd().split('\n').at(-1)?.trim() ?? ''
  if (!/^(exit code |SIG)/.test(why)) return why
  if (why === 'SIGKILL') return `${python} did not start within ${START_MS / 1000} s`
  return `${python} could not start: ${last === '' ? why : last}`
}
