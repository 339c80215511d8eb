// One-line summaries of a firing and its hooks, for the command line and the tools for agents.

import { effectLine } from './effectWords.ts'
import type { HookState } from './hook.ts'
import type { HookRun, Outcome } from './outcome.ts'
import type { Verdict } from './verdict.ts'

/** The outcome in one line: `deny by <hook>: <reason>`; for hosts, the effect. */
export function headline(outcome: Outcome): string {
  const { decision, by, reason, answer, changed, hooks, effect } = outcome
  if (effect !== undefined) return effectLine(effect)
  const who = by === undefined ? '' : ` by ${by}`
  if (decision !== 'pass') return `${decision}${who}${reason === undefined ? '' : `: ${reason}`}`
  if (answer !== undefined) return `answered${who}`
  const word = changed ? 'pass, changed' : 'pass'
  const missing = hooks.filter((hook) => hook.status === 'failed' || isMissing(hook)).length
  if (missing === 0) return word
  return `${word}, but ${missing} of ${hooks.length} hook${hooks.length === 1 ? '' : 's'} did not answer`
}

/** The result of one hook in one line: `deny: <reason>`. */
export function runHeadline({ status, failure, why, verdict }: HookRun): string {
  const word = status === 'returned' ? verdictWord(verdict) : (failure ?? status)
  const reason = why ?? verdict?.reason
  return reason === undefined ? word : `${word}: ${reason}`
}

/** The effect of a verdict, in a word or two. */
export function verdictWord(verdict: Verdict | undefined): string {
  if (verdict === undefined) return 'pass'
  if (verdict.decision !== undefined) return verdict.decision
  if (verdict.answer !== undefined) return 'answered'
  if (verdict.payload !== undefined) return 'changed'
  if (verdict.handled === true) return 'handled'
  if ((verdict.followUps ?? []).length > 0) return 'follows up'
  if ((verdict.context ?? []).length > 0) return 'adds context'
  return (verdict.notes ?? []).length > 0 ? 'notes' : 'pass'
}

/** A hook that should have run and could not: the outcome lacks its decision. */
export function isMissing({ status, why }: HookRun): boolean {
  return status === 'skipped' && (why?.startsWith('broken') === true || why?.startsWith('unknown') === true)
}

/** Why hooks gave no answer, one line each: `not run: <hook>: <why>` for a hook that was not started. */
export function unanswered(runs: readonly HookRun[]): readonly string[] {
  return runs.flatMap((run) => {
    if (run.why === undefined || (run.status !== 'failed' && !isMissing(run))) return []
    return [`${wasRun(run) ? '' : 'not run: '}${run.name}: ${run.why}`]
  })
}

/** Whether a hook was started: the trust check may also fail at the end, when other bytes may have run. */
export function wasRun({ status, failure, why }: HookRun): boolean {
  if (failure === 'untrusted') return why?.includes('may have run') === true
  return status !== 'skipped'
}

/** The number of hooks in each state, active ones first: `2 active, 1 broken`. */
export function tally(states: readonly HookState[], shown: readonly HookState[]): string {
  const counts = new Map(shown.map((state) => [state, states.filter((one) => one === state).length]))
  return shown
    .filter((state) => state === 'active' || counts.get(state) !== 0)
    .map((state) => `${counts.get(state)} ${state}`)
    .join(', ')
}
