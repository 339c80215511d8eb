// Builds an Outcome from the state of a firing, its last step from an Outcome, and the HookRun of each hook.

import type { Effect } from '../contract/effect.ts'
import { errorToWire, mapFields } from '../contract/errors.ts'
import type { Hook } from '../contract/hook.ts'
import { sameJson } from '../contract/json.ts'
import type { HookRun, Outcome, OutcomeField, Step } from '../contract/outcome.ts'
import type { Attempt, Reason, Verdict } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'
import { PASS } from './judge.ts'

export function outcomeOf(
  chain: Chain,
  original: unknown,
  payload: unknown,
  folded: Verdict,
  by: string | undefined,
  hooks: readonly HookRun[],
  durationMs: number,
  effect: Effect | undefined,
): Outcome {
  const outcome: Outcome & Record<keyof Outcome, unknown> = {
    v: 1,
    dialect: chain.dialect.id,
    event: chain.event,
    decision: folded.decision ?? 'pass',
    reason: folded.reason,
    by,
    payload,
    changed: payload !== original && !sameJson(payload, original),
    answer: folded.answer,
    handled: folded.handled,
    error: folded.error,
    context: folded.context ?? NONE,
    notes: folded.notes ?? NONE,
    followUps: folded.followUps ?? NONE,
    run: folded.run,
    effect,
    durationMs,
    hooks,
  }
  return outcome
}

const NONE: readonly string[] = Object.freeze([])
const NO_HOOKS: readonly HookRun[] = Object.freeze([])

/** The outcome of an event with no hooks. */
export function unansweredOutcome(chain: Chain, payload: unknown): Outcome {
  return {
    v: 1,
    dialect: chain.dialect.id,
    event: chain.event,
    decision: 'pass',
    payload,
    changed: false,
    context: NONE,
    notes: NONE,
    followUps: NONE,
    durationMs: 0,
    hooks: NO_HOOKS,
  }
}

/** A payload as emitted in steps, with Errors converted to data. */
export function wirePayload({ record }: Chain, payload: unknown): unknown {
  const fields = record.errors?.payload
  return fields === undefined ? payload : mapFields(payload, fields, errorToWire)
}

/** A result as recorded in a run, with Errors converted to data. */
export function wireResult({ record }: Chain, result: unknown): unknown {
  const fields = record.errors?.result
  return fields === undefined ? result : mapFields(result, fields, errorToWire)
}

/** The last step. Fields are listed one by one, because a spread costs more than the rest of a short firing. */
export function settledStep(outcome: Outcome, payload: unknown, at: number, firing: string): Step {
  const { v, dialect, event, decision, reason, by, changed, answer, handled, error } = outcome
  const { context, notes, followUps, run, effect, durationMs } = outcome
  const fields: OutcomeFields & Record<OutcomeField, unknown> = {
    v,
    dialect,
    event,
    decision,
    reason,
    by,
    changed,
    answer,
    handled,
    error,
    context,
    notes,
    followUps,
    run,
    effect,
    durationMs,
  }
  if (changed) fields.payload = payload
  return { v: 1, kind: 'settled', at, firing, outcome: fields }
}

type OutcomeFields = Omit<Outcome, 'hooks' | 'payload'> & { payload?: unknown }

export function skippedRun({ id, name, source, path }: Hook, why: string): HookRun {
  return { id, name, source, path, status: 'skipped', why, durationMs: 0 }
}

export function returnedRun(hook: Hook, result: unknown, verdict: Verdict, durationMs: number): HookRun {
  return {
    id: hook.id,
    name: hook.name,
    source: hook.source,
    path: hook.path,
    status: 'returned',
    result,
    verdict: verdict === PASS ? undefined : verdict,
    durationMs,
  }
}

export function failedRun(
  hook: Hook,
  failure: Reason,
  why: string,
  verdict: Verdict,
  durationMs: number,
): HookRun {
  const { id, name, source, path } = hook
  return {
    id,
    name,
    source,
    path,
    status: 'failed',
    failure,
    why,
    verdict: verdict === PASS ? undefined : verdict,
    durationMs,
  }
}

/** Adds the raw output and rerun data of an executable or a worker. */
export function withRaw(run: HookRun, attempt: Attempt): HookRun {
  const { raw, rerun } = attempt
  if (raw === undefined && rerun === undefined) return run
  const { exitCode, stdout, stderr, note } = raw ?? {}
  const result = attempt.kind === 'returned' && run.status === 'failed' ? { result: attempt.result } : {}
  return { ...run, ...result, exitCode, stdout, stderr, rerun, note }
}
