// Answers that are written out, held against what each calling host does with them: one that drops the whole answer, one
// that refuses something where nothing can be refused. Where a value that matters is not known, nothing is said.

import { calledOf } from '../contract/called.ts'
import type { Dialect, EventRecord } from '../contract/dialect.ts'
import { isObject } from '../contract/json.ts'
import { type Problem, problem } from '../contract/problems.ts'
import { unreadKeys } from '../contract/sideBySide.ts'
import { fieldsOf, shapeAt, type WalkedShape } from '../contract/walk.ts'
import type { LiteralAnswer, LiteralValue, Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import { type EntryCall, entryCalls, type HeardEnd, heardEnd, holdsUp, saysSomething } from './heard.ts'

type Answer = Pick<Spot & { readonly kind: 'answer' }, 'value' | 'events' | 'range'>

/** A problem where one of the hosts does nothing with the answer. */
export function weighedProblem(
  { value, events, range }: Answer,
  view: View,
  dialect: Dialect,
): readonly Problem[] {
  const calls = calledOf(dialect)?.calls
  if (calls === undefined || value === undefined) return []
  const faults = entryCalls(calls, events).map((call) => faultAt(call, value))
  const message = faults.find((one) => one !== undefined)
  if (message === undefined) return []
  const found = problem('result.ignored', view.document.path, message, { range })
  // Where another host makes of it what is meant, the script was written for that one first.
  return [faults.includes(undefined) ? { ...found, severity: 'info' } : found]
}

function faultAt(call: EntryCall, value: LiteralAnswer): string | undefined {
  const answer = filled(value, call.record.result as WalkedShape)
  if (answer === undefined) return undefined
  return faultOf(heardEnd(call, { exitCode: 0, stdout: JSON.stringify(answer), stderr: '' }), answer, call)
}

function faultOf(
  end: HeardEnd,
  answer: object,
  { host, event, record, ...rest }: EntryCall,
): string | undefined {
  const { title } = host
  if (end.failure !== undefined) return `${title} drops this answer to ${event}: ${reasonOf(end.failure)}.`
  if (
    fieldsOf(record.result as WalkedShape).length === 0 &&
    Object.keys(answer).some((key) => SAYS.test(key))
  )
    return `${title} reads no answer at ${event}, so this does nothing.`
  const call = { host, event, record, ...rest }
  if (isInert(end, answer, call))
    return `${title} makes nothing of this answer to ${event}: it counts only beside "decision": "deny".`
  return refuses(answer) && !holdsUp(end) && end.verdict.context === undefined
    ? `${title} stops nothing at ${event} because of this answer${unread(record, answer)}.`
    : undefined
}

/** Keys of an answer that is meant to do something. */
const SAYS =
  /^(?:additional_?context|decision|permission|permissionDecision|hookSpecificOutput|followup_message|(?:modified|updated)\w+)$/i

// What the host passes over by itself, and takes for its own where something is refused.
function isInert(end: HeardEnd, answer: object, call: EntryCall): boolean {
  const heard = (one: object) => heardEnd(call, { exitCode: 0, stdout: JSON.stringify(one), stderr: '' })
  const same = (one: HeardEnd, two: HeardEnd) =>
    JSON.stringify(one.operation) === JSON.stringify(two.operation)
  const refusal = { decision: 'deny', reason: '…' }
  if ('decision' in answer || !('hookSpecificOutput' in answer) || saysSomething(end)) return false
  const refused = heard(refusal)
  return holdsUp(refused) && same(end, heard({})) && !same(refused, heard({ ...answer, ...refusal }))
}

function unread(record: EventRecord, answer: object): string {
  const keys = unreadKeys(record, answer as Readonly<Record<string, unknown>>)
  return keys.length === 0 ? '' : `: it does not read ${keys.map((key) => `"${key}"`).join(', ')} there`
}

// The host's name stands before it, and that it drops the answer.
function reasonOf(why: string): string {
  return why.replace(/, so [A-Z][\w ]* drops the answer$/, '').replace(/\.$/, '')
}

// Whether somebody who writes this wants something to be stopped.
function refuses(answer: unknown): boolean {
  if (!isObject(answer)) return false
  const { hookSpecificOutput: own, decision, permissionDecision, permission, continue: goesOn } = answer
  if (
    goesOn === false ||
    /^(block|deny|ask)$/.test(
      `${decision} ${permissionDecision}`.split(' ').find((one) => /^(block|deny|ask)$/.test(one)) ?? '',
    )
  )
    return true
  return permission === 'deny' || refuses(own) || (isObject(decision) && decision.behavior === 'deny')
}

// The answer with something in place of what is not known; undefined where that would decide.
function filled(value: LiteralAnswer, shape: WalkedShape): Record<string, unknown> | undefined {
  let isKnown = true
  const made = fill(value, []) as Record<string, unknown>
  return isKnown ? made : undefined

  function fill(one: LiteralValue, path: readonly (string | number)[]): unknown {
    if (one === undefined) return standIn(path)
    if (Array.isArray(one)) return one.map((item: LiteralValue) => fill(item, [...path, '*']))
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [key, fill(inner as LiteralValue, [...path, key])]),
    )
  }

  function standIn(path: readonly (string | number)[]): unknown {
    const found = shapeAt(shape, path)
    // The only value that can stand there: whoever takes it from elsewhere takes this one.
    if (found.kind === 'known' && found.shape.const !== undefined) return found.shape.const
    if (found.kind === 'known' && found.shape.type === 'string' && found.shape.enum === undefined) return '…'
    isKnown = false
    return null
  }
}
