// Converts a run and the plain run of its situation to cases: one per occurrence of the scenario's event. Ambiguous
// runs yield no case.

import { defined } from '../../../runtime/contract/defined.ts'
import type { HookAnswer, ObservedCase, ObservedHook, ObservedWhyNot } from './case.ts'
import { effectOf, type RunContext } from './effect.ts'
import { waitingOf } from './entries.ts'
import type { AgentHost } from './host.ts'
import { resultOf, steady } from './modelTexts.ts'
import { neutralOf } from './neutral.ts'
import { merged, type Occurrence, occurrences } from './occurrences.ts'
import { recorderOf } from './runFolders.ts'
import type { Scenario } from './scenario.ts'
import type { ObservedCall } from './standIn.ts'

export function casesOf(context: RunContext): readonly ObservedCase[] {
  const { scenario, run, plain } = context
  // A hook that was stopped before it read its payload leaves open which call it was for.
  if (run.calls.some(({ hook, payload }) => hook in scenario.answers && Object.keys(payload).length === 0))
    return []
  const expected = occurrences(plain, [recorderOf(scenario.event)])
  const seen = occurrences(run, Object.keys(scenario.answers))
  const all = merged(expected, seen, run).filter(
    (one) => (one.calls.length > 0 || isAsInPlainRun(context, one)) && !isRace(context, one),
  )
  if (expected.length === 0 && seen.length === 0) return notFired(context)
  return all.map((occurrence, index) =>
    caseOf(
      context,
      occurrence,
      all.filter((other) => other !== occurrence),
      index,
    ),
  )
}

/** Whether an event without hook calls can be taken from the plain run; not if an earlier decision changed the call. */
function isAsInPlainRun({ host, run, plain }: RunContext, { callId }: Occurrence): boolean {
  if (callId === undefined) return true
  const [here, there] = [run, plain].map((one) => steady(host, resultOf(host, one, callId)?.text ?? ''))
  return here === there
}

/**
 * Whether the result depends on a race: a background hook that did not run may have been cut off by the end of the run,
 * and a hook stopped shortly before its answer, or around its start, might not be stopped in another run.
 */
function isRace({ host, scenario }: RunContext, { calls }: Occurrence): boolean {
  return Object.entries(scenario.answers).some(([id, answers]) => {
    const call = calls.find(({ hook }) => hook === id)
    const { background, timeout } = waitingOf(scenario.files, id)
    if (call === undefined && background) return true
    if (timeout !== undefined && host.endsAtOnce?.(timeout) === true) return true
    const { ms } = answers[Math.min(call?.nth ?? 1, answers.length) - 1] as HookAnswer
    const left = ((timeout ?? 0) * 1000) / (host.grammar.second ?? 1) - ms
    return call !== undefined && call.endedAt === undefined && left > 0 && left < CLOSE_MS
  })
}

/** How long a busy machine may take to start a small program, in milliseconds. */
const CLOSE_MS = 300

function caseOf(
  context: RunContext,
  occurrence: Occurrence,
  others: readonly Occurrence[],
  index: number,
): ObservedCase {
  const { host, scenario } = context
  const captured = occurrence.calls.length > 0
  const payload = payloadOf(context, occurrence)
  const blocks = host.subject(scenario.event) === 'stop' ? index : 0
  return {
    ...heading(context, index),
    event: {
      name: scenario.event,
      payload,
      origin: captured ? 'captured' : 'adapted',
      ...(blocks > 0 ? { before: { blocksInARow: blocks } } : {}),
    },
    hooks: Object.entries(scenario.answers).map(([id, answers]) => ({
      id,
      answer: answerAt(answers, id, occurrence),
    })),
    observed: {
      ...(captured ? { fired: true } : {}),
      hooks: Object.keys(scenario.answers).map((id) => hookOf(context, occurrence, id)),
      ...orderOf(context, occurrence),
      ...effectOf(context, occurrence, others),
    },
  }
}

/**
 * The payload of the event. If its first hook uses another spelling of the event, and thus got other field names, the
 * payload in the event's own spelling.
 */
function payloadOf({ host, scenario: { event }, run, plain }: RunContext, occurrence: Occurrence) {
  const { payload, calls, callId } = occurrence
  const isOwn = host.isInWordsOf
  const here = neutralOf(calls.length > 0 ? run : plain).payload(payload)
  if (isOwn === undefined || isOwn(event, payload)) return here
  // A later hook of this spelling may have received changes made by earlier ones.
  if (callId === undefined) {
    const own = calls.find((call) => isOwn(event, call.payload))
    return own === undefined ? here : neutralOf(run).payload(own.payload)
  }
  const before = occurrences(plain, [recorderOf(event)]).find((one) => one.callId === callId)
  return before === undefined ? here : neutralOf(plain).payload(before.payload)
}

const heading = ({ host, scenario }: RunContext, index: number) => ({
  id: `${host.name}@${host.version}/${scenario.name}/${scenario.event}${index === 0 ? '' : `-${index + 1}`}`,
  host: { name: host.name, version: host.version },
  environment: host.environment(scenario.situation),
  files: neutral(scenario.files),
})

const neutral = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('{{project}}', '/project').replaceAll('{{mark}}', '')) as T

function answerAt(answers: Scenario['answers'][string], id: string, { calls }: Occurrence) {
  const nth = calls.find(({ hook }) => hook === id)?.nth ?? 1
  return neutral(answers[Math.min(nth, answers.length) - 1] as (typeof answers)[number])
}

/** The start order of hooks that run one after the other. */
function orderOf({ host }: RunContext, { calls }: Occurrence): { readonly order?: readonly string[] } {
  if (host.chained !== true || calls.length < 2) return {}
  return { order: calls.toSorted((one, two) => one.startedAt - two.startedAt).map(({ hook }) => hook) }
}

function hookOf(context: RunContext, occurrence: Occurrence, id: string): ObservedHook {
  const { scenario, run } = context
  const call = occurrence.calls.find(({ hook }) => hook === id)
  if (call === undefined) {
    const why = whyNot(context, occurrence, id)
    return { id, ran: false, ...defined({ why }) }
  }
  if (answerAt(scenario.answers[id] ?? [], id, occurrence).ms < 1000) return { id, ran: true }
  const following = run.requests[occurrence.requestsBefore]?.at ?? run.endedAt
  return { id, ran: true, waited: call.endedAt !== undefined && call.endedAt <= following }
}

/** Why a hook did not run, if the scenario contains only one possible reason. */
function whyNot(
  { host, scenario }: RunContext,
  occurrence: Occurrence,
  id: string,
): ObservedWhyNot | undefined {
  // In a chain, the answer of an earlier hook may have ended it.
  const spoke = ({ hook }: ObservedCall) => isSpeech(answerAt(scenario.answers[hook] ?? [], hook, occurrence))
  if (host.chained === true && occurrence.calls.some(spoke)) return undefined
  const reasons = new Set(scenario.files.flatMap((file) => host.mayKeepFromRunning(file, id)))
  return reasons.size === 1 ? [...reasons][0] : undefined
}

const isSpeech = ({ exit, stdout, stderr, ms }: HookAnswer) =>
  exit !== 0 || stdout !== '' || stderr !== '' || ms >= 1000

/** The event did not occur although tools were called: one case for each call. */
function notFired(context: RunContext): readonly ObservedCase[] {
  const { host, scenario, run, plain } = context
  const calls = plain.requests.flatMap(({ reply }) => reply.calls)
  return calls.map(({ id, tool, input }, index) => {
    const failed = resultOf(host, run, id)?.isError === true
    const happening = {
      what: 'tool-call',
      tool,
      input: neutralOf(run).payload(input),
      result: failed ? 'nonzero-exit' : 'ok',
    }
    return {
      ...heading(context, index),
      event: { name: scenario.event, happening },
      hooks: Object.entries(scenario.answers).map(([id, answers]) => ({
        id,
        answer: neutral(answers[0] as (typeof answers)[number]),
      })),
      observed: {
        fired: false,
        hooks: Object.keys(scenario.answers).map((id) => unfiredHook(host, scenario, id)),
      },
    }
  })
}

/** If the file contains another possible reason for the hook not to run, the reason is left out. */
function unfiredHook(host: AgentHost, { files }: Scenario, id: string): ObservedHook {
  const isSure = files.every((file) => host.mayKeepFromRunning(file, id).length === 0)
  return { id, ran: false, ...(isSure ? { why: 'not-fired' } : {}) }
}
