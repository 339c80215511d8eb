// Turns an entry's attempt into its answer: parsed, validated against the result's shape, judged by the event's record.
// Never throws: an answer that makes the host's own code fail counts as a crash.

import { defined } from '../contract/defined.ts'
import { attemptFrom } from '../contract/dialect.ts'
import type { HookEntry } from '../contract/entry.ts'
import { describeThrown } from '../contract/errors.ts'
import type { EntryRun, HostFiring } from '../contract/host.ts'
import type { Attempt, Raw } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'
import { PASS, Unusable, verdictOf, withinDepth } from './judge.ts'

export type Answered = Pick<EntryRun, 'raw' | 'result' | 'verdict' | 'failure'>

export function answered(chain: Chain, firing: HostFiring, entry: HookEntry, attempt: Attempt): Answered {
  try {
    return answerOf(chain, firing, entry, attempt)
  } catch (error) {
    return crashOf(chain, firing, entry, attempt.raw, error)
  }
}

/** The answer of an entry where the host's code fails on it: a crash, of which the exit code may refuse. */
export function crashOf(
  chain: Chain,
  firing: HostFiring,
  entry: HookEntry,
  raw: Raw | undefined,
  error: unknown,
): Answered {
  const message = `its answer could not be judged: ${describeThrown(error).message.split('\n', 1)[0]}`
  const failed: Answered = { verdict: PASS, failure: { reason: 'crashed', message } }
  if (raw?.exitCode === undefined || raw.exitCode === 0) return failed
  try {
    const rest = { exitCode: raw.exitCode, stdout: '', stderr: message }
    return answerOf(chain, firing, entry, { kind: 'returned', result: undefined, raw: rest })
  } catch {
    return failed
  }
}

function answerOf(chain: Chain, firing: HostFiring, entry: HookEntry, attempt: Attempt): Answered {
  const { raw } = attempt
  if (attempt.kind === 'failed') {
    const { reason, message } = attempt
    return { ...defined({ raw }), verdict: PASS, failure: { reason, message } }
  }
  const { payload, facts } = firing
  const reading = { payload, entry, facts, ...defined({ raw }) }
  const what =
    raw === undefined
      ? ({ kind: 'returned', result: attempt.result } as const)
      : attemptFrom(chain.dialect, chain.record, raw, reading)
  const base = raw === undefined ? {} : { raw }
  if (what.kind === 'failed') {
    return { ...base, verdict: PASS, failure: { reason: what.reason, message: what.message } }
  }
  const { result } = what
  const found =
    what.kind === 'verdict'
      ? what.verdict
      : result === undefined
        ? PASS
        : verdictOf(chain, result, payload, reading)
  const verdict = found instanceof Unusable ? found : withinDepth(found)
  if (verdict instanceof Unusable)
    return { ...base, result, verdict: PASS, failure: { reason: 'invalid', message: verdict.why } }
  return { ...base, result, verdict }
}
