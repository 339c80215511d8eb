// Turns an entry's attempt into its answer: parsed, validated against the result's shape, judged by the event's record.

import { defined } from '../contract/defined.ts'
import { attemptFrom } from '../contract/dialect.ts'
import type { HookEntry } from '../contract/entry.ts'
import type { EntryRun, HostFiring } from '../contract/host.ts'
import type { Attempt } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'
import { PASS, Unusable, verdictOf } from './judge.ts'

export type Answered = Pick<EntryRun, 'raw' | 'result' | 'verdict' | 'failure'>

export function answered(chain: Chain, firing: HostFiring, entry: HookEntry, attempt: Attempt): Answered {
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
  if (what.kind === 'verdict') return { ...base, result: what.result, verdict: what.verdict }
  const { result } = what
  const verdict = result === undefined ? PASS : verdictOf(chain, result, payload, reading)
  if (verdict instanceof Unusable)
    return { ...base, result, verdict: PASS, failure: { reason: 'invalid', message: verdict.why } }
  return { ...base, result, verdict }
}
