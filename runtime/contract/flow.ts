// How the hooks of an event run together, derived from its semantics unless a record says otherwise.

import type { Dialect } from './dialect.ts'
import type { EventRecord, Flow, FoldedBy, Semantics } from './eventRecord.ts'
import type { Decision, Verdict } from './verdict.ts'

const RANK: Readonly<Record<Decision, number>> = { allow: 1, ask: 2, defer: 3, deny: 4, stop: 5 }

const BY_SEMANTICS: Readonly<Record<Semantics, Flow>> = {
  observe: { run: 'parallel', sees: 'original', endsAt: 'never', merge: mergeVerdicts },
  transform: { run: 'sequential', sees: 'previous', endsAt: 'never', merge: mergeVerdicts },
  veto: { run: 'sequential', sees: 'previous', endsAt: 'deny', merge: mergeVerdicts },
}

/** The flow of one event: derived from its semantics, overridden by the dialect, then by the record. */
export function flowOf(dialect: Pick<Dialect, 'flow'>, record: EventRecord): Flow {
  return { ...BY_SEMANTICS[record.semantics], ...dialect.flow?.[record.semantics], ...record.flow }
}

/** The stronger decision wins with its reason, the later replacement wins, texts are appended. */
export function mergeVerdicts(soFar: Verdict, next: Verdict, _by?: FoldedBy): Verdict {
  const wins = rank(next.decision) > rank(soFar.decision)
  return {
    decision: wins ? next.decision : soFar.decision,
    reason: wins ? next.reason : (soFar.reason ?? (soFar.decision === undefined ? next.reason : undefined)),
    payload: next.payload ?? soFar.payload,
    answer: next.answer ?? soFar.answer,
    handled: next.handled ?? soFar.handled,
    error: next.error ?? soFar.error,
    context: append(soFar.context, next.context),
    notes: append(soFar.notes, next.notes),
    followUps: append(soFar.followUps, next.followUps),
    run: next.run?.ends === true ? next.run : soFar.run,
  } satisfies Record<keyof Required<Verdict>, unknown>
}

/** The part of a verdict that these semantics allow. Texts are never removed. */
export function capped(verdict: Verdict, semantics: Semantics): Verdict {
  if (semantics === 'veto') return verdict
  if (semantics === 'observe') {
    if (verdict.decision === undefined && verdict.payload === undefined && verdict.answer === undefined)
      return verdict
    const { decision, reason, payload, answer, ...texts } = verdict
    return texts
  }
  if (verdict.decision !== 'deny' && verdict.decision !== 'ask') return verdict
  const { decision, reason, ...rest } = verdict
  return rest
}

function rank(decision: Decision | undefined): number {
  return decision === undefined ? 0 : RANK[decision]
}

function append(
  one: readonly string[] | undefined,
  two: readonly string[] | undefined,
): readonly string[] | undefined {
  if (two === undefined || two.length === 0) return one
  if (one === undefined || one.length === 0) return two
  return [...one, ...two]
}
