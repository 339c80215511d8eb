// The gates that a call passes until a hook has answered it: each is open, closed or unknown, in this order. Pure: the
// caller determines all gates but the last two; those are read from a run here.

import type { HookRun } from './outcome.ts'
import type { Reason } from './verdict.ts'

/** In the order in which they are passed. */
export type GateName =
  | 'file'
  | 'enabled'
  | 'trust'
  | 'event'
  | 'matcher'
  | 'condition'
  | 'executable'
  | 'exit'
  | 'answer'

export type Gate = {
  readonly gate: GateName
  readonly state: 'open' | 'closed' | 'unknown'
  /** The finding, in one line. */
  readonly message: string
  /** How to open the gate, in one line; closed gates only. */
  readonly fix?: string
}

/** The first closed gate: the reason the hook did not fire. */
export function firstClosed(gates: readonly Gate[]): Gate | undefined {
  return gates.find(({ state }) => state === 'closed')
}

/** The gates that only a run can determine; `failed` where the host reports the hook as failed. */
export function gatesOfRun(run: HookRun | undefined, failed = false): readonly Gate[] {
  if (run === undefined || run.status === 'skipped') {
    const message = 'Only a run shows this, and nothing was run.'
    return [
      { gate: 'exit', state: 'unknown', message },
      { gate: 'answer', state: 'unknown', message },
    ]
  }
  const { failure, exitCode, why = failure ?? '', verdict } = run
  const isAnswer = failure === 'unreadable' || failure === 'invalid'
  const code = exitCode === undefined ? 'It completed.' : `Exit code ${exitCode}.`
  if (failure !== undefined && !isAnswer) {
    const gate: Gate = { gate: 'exit', state: 'closed', message: ended(exitCode, why), fix: FIXES[failure] }
    return [gate, { gate: 'answer', state: 'unknown', message: 'A failed run has no answer.' }]
  }
  const exit: Gate = { gate: 'exit', state: 'open', message: code }
  if (isAnswer) return [exit, { gate: 'answer', state: 'closed', message: why, fix: FIXES[failure] }]
  if (failed) {
    const message = 'The agent reports the hook as failed and continues without its answer.'
    return [{ ...exit, state: 'closed', message: `${code} ${message}`, fix: FIXES.crashed }]
  }
  const isSilent = verdict === undefined || Object.keys(verdict).length === 0
  return [
    exit,
    { gate: 'answer', state: 'open', message: isSilent ? 'No answer: pass.' : 'The answer is valid.' },
  ]
}

function ended(exitCode: number | undefined, why: string): string {
  return exitCode === undefined ? why : `Exit code ${exitCode}: ${why}`
}

const FIXES: Readonly<Record<Reason, string>> = {
  timeout: 'Make it faster, or set a longer time-out.',
  crashed: 'Debug it with this payload, or read its standard error.',
  unreadable: 'Print one JSON value to standard output and everything else to standard error.',
  invalid: 'Return only the fields of the event; see its reference.',
  aborted: 'Run it again: it was stopped before it ended.',
  untrusted: 'Trust it again; its file changed while it ran.',
}
