// What an answer counts as: its verdict if it is valid, otherwise the failure rule of the record.

import { IsUnion } from 'typebox'
import { describeThrown } from '../contract/errors.ts'
import type { EventRecord } from '../contract/eventRecord.ts'
import { capped } from '../contract/flow.ts'
import type { Hook } from '../contract/hook.ts'
import { sameJson } from '../contract/json.ts'
import { DEEPEST_PAYLOAD, isDeeper } from '../contract/jsonDepth.ts'
import { mismatchText, newMismatchText } from '../contract/validate.ts'
import type { ReadContext, Reason, Verdict } from '../contract/verdict.ts'
import type { Chain } from './chain.ts'

/** The empty verdict: no decision, no replacement. */
export const PASS: Verdict = Object.freeze({})

/** A result that is not a valid answer, with the reason. */
export class Unusable {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** The verdict of a result, limited to what the event's semantics allow. */
export function verdictOf(
  chain: Chain,
  result: unknown,
  payload: unknown,
  reading?: ReadContext,
): Verdict | Unusable {
  const { record } = chain
  if (result === undefined) return record.empty === 'pass' ? PASS : new Unusable(nothingReturned(record))
  try {
    // A payload returned unchanged, where a payload is allowed, needs no validation.
    const isHandedBack = result === payload && mayReplace(record)
    if (!isHandedBack && !chain.accepts(result)) {
      const wrong = wrongShape(record, result, payload)
      if (wrong !== undefined) return new Unusable(`answered with a wrong shape: ${wrong}`)
    }
    const answer = record.verdict(result as never, payload as never, reading)
    if ('rejected' in answer) return new Unusable(answer.rejected)
    // For a host, the record's verdict alone decides what the answer may do, so it is not capped.
    const verdict = chain.dialect.host === undefined ? capped(answer, record.semantics) : answer
    return verdict.payload === payload ? withoutPayload(verdict) : verdict
  } catch (error) {
    return new Unusable(`the answer could not be read: ${describeThrown(error).message}`)
  }
}

// A hook that returns its payload is not blamed for mismatches that were already in the payload.
function wrongShape(record: EventRecord, result: unknown, payload: unknown) {
  return mayReplace(record)
    ? newMismatchText(record.result, result, payload)
    : mismatchText(record.result, result)
}

/** Whether an answer may be a changed payload. */
function mayReplace({ result, payload }: EventRecord): boolean {
  return result === payload || (IsUnion(result) && result.anyOf.includes(payload))
}

/** Drops a replacement that equals the payload: workers and processes return a copy even if nothing changed. */
export function withoutCopy(verdict: Verdict, payload: unknown): Verdict {
  return verdict.payload !== undefined && sameJson(verdict.payload, payload)
    ? withoutPayload(verdict)
    : verdict
}

/**
 * The verdict of an answer from outside of this process. A payload that is nested deeper than one that is fired would
 * reach no later hook, so it is no answer; a refusal holds without it.
 */
export function withinDepth(verdict: Verdict): Verdict | Unusable {
  if (verdict.payload === undefined || !isDeeper(verdict.payload, DEEPEST_PAYLOAD)) return verdict
  if (verdict.decision === 'deny' || verdict.decision === 'stop') return withoutPayload(verdict)
  return new Unusable(`answered with a payload that is nested more than ${DEEPEST_PAYLOAD} levels deep`)
}

/** Whether a verdict is just `{ payload }`, as most verdicts of a transform chain are. */
export function onlyReplaces(verdict: Verdict): boolean {
  return (
    verdict.payload !== undefined &&
    verdict.decision === undefined &&
    verdict.answer === undefined &&
    verdict.handled === undefined &&
    verdict.error === undefined &&
    verdict.context === undefined &&
    verdict.notes === undefined &&
    verdict.followUps === undefined &&
    verdict.run === undefined
  )
}

function withoutPayload(verdict: Verdict): Verdict {
  if (verdict.payload === undefined || onlyReplaces(verdict)) return PASS
  const { payload: _same, ...rest } = verdict
  return rest
}

/**
 * What a failed hook counts as: the record's rule when failing open, otherwise the strongest decision the event allows.
 */
export function verdictOfFailure(
  record: EventRecord,
  hook: Hook,
  failure: Reason,
  why: string,
  failOpen: boolean,
): Verdict {
  const canDeny = record.semantics === 'veto'
  const rule = record.onFailure
  const denies = (typeof rule === 'string' ? rule : rule[failure]) === 'deny' && canDeny
  if (failOpen && !denies) return PASS
  return { decision: canDeny ? 'deny' : 'stop', reason: `${hook.name} failed (${failure}): ${why}` }
}

function nothingReturned({ result, payload }: EventRecord): string {
  const expected = 'title' in result ? result.title : 'title' in payload ? payload.title : 'a result'
  return `returned nothing; expected ${expected}`
}
