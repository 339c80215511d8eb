// Queries the events of a hook, in the form of a call, so that it takes the same path as any other call.

import type { Call } from '../../contract/call.ts'
import type { Dialect } from '../../contract/dialect.ts'
import type { EventRecord } from '../../contract/eventRecord.ts'
import type { Hook } from '../../contract/hook.ts'
import { startTimeLimit } from '../timeLimit.ts'

/** The names of the events that a hook handles, or why they cannot be determined. */
export type EventsAnswer = readonly string[] | { readonly failed: string }

const NO_RECORD = {} as EventRecord

/** The call to run, and its answer. `late` is called when the time limit passes. */
export function eventsQuestion(
  hook: Hook,
  dialect: Dialect,
  timeoutMs: number,
  late: () => void,
): { readonly call: Call; readonly answer: Promise<EventsAnswer> } {
  const { promise: answer, resolve } = Promise.withResolvers<EventsAnswer>()
  const limit = startTimeLimit(timeoutMs, late, { unref: true })
  const call: Call = {
    hook,
    dialect,
    event: '',
    record: NO_RECORD,
    payload: null,
    timeoutMs,
    cwd: undefined,
    signal: new AbortController().signal,
    done(attempt) {
      limit.stop()
      resolve(attempt.kind === 'failed' ? { failed: attempt.message } : (attempt.result as readonly string[]))
    },
  }
  return { call, answer }
}
