// A run and the plain run of its situation become cases: one for each time the event of the scenario came up.
// A run that leaves open what happened makes none.

import type { ObservedCase, ObservedHook, WhyNotRun } from './case.ts'
import { effectOf, type RunContext } from './effect.ts'
import { resultOf, steady } from './modelTexts.ts'
import { neutralOf } from './neutral.ts'
import { merged, type Occurrence, occurrences } from './occurrences.ts'
import { recorderOf } from './run.ts'
import type { Scenario } from './scenario.ts'

export function casesOf(context: RunContext): readonly ObservedCase[] {
  const { scenario, run, plain } = context
  // A hook that was ended before it had read its payload leaves open what it was called for.
  if (run.calls.some(({ hook, payload }) => hook in scenario.answers && Object.keys(payload).length === 0))
    return []
  const expected = occurrences(plain, [recorderOf(scenario.event)])
  const seen = occurrences(run, Object.keys(scenario.answers))
  const all = merged(expected, seen, run).filter(
    (one) => one.calls.length > 0 || isAsInPlainRun(context, one),
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

/** Whether an event that no hook saw can be taken from the plain run: not where an earlier decision changed the call. */
function isAsInPlainRun({ host, run, plain }: RunContext, { callId }: Occurrence): boolean {
  if (callId === undefined) return true
  const [here, there] = [run, plain].map((one) => steady(host, resultOf(host, one, callId)?.text ?? ''))
  return here === there
}

function caseOf(
  context: RunContext,
  occurrence: Occurrence,
  others: readonly Occurrence[],
  index: number,
): ObservedCase {
  const { host, scenario, run, plain } = context
  const captured = occurrence.calls.length > 0
  const payload = neutralOf(captured ? run : plain).payload(occurrence.payload)
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
      ...effectOf(context, occurrence, others),
    },
  }
}

const heading = ({ host, scenario }: RunContext, index: number) => ({
  id: `${host.name}@${host.version}/${scenario.name}/${scenario.event}${index === 0 ? '' : `-${index + 1}`}`,
  host: { name: host.name, version: host.version },
  environment: host.environment(scenario.situation),
  files: neutral(scenario.files),
})

const neutral = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value).replaceAll('{{project}}', '/project')) as T

function answerAt(answers: Scenario['answers'][string], id: string, { calls }: Occurrence) {
  const nth = calls.find(({ hook }) => hook === id)?.nth ?? 1
  return neutral(answers[Math.min(nth, answers.length) - 1] as (typeof answers)[number])
}

function hookOf(context: RunContext, occurrence: Occurrence, id: string): ObservedHook {
  const { scenario, run } = context
  const call = occurrence.calls.find(({ hook }) => hook === id)
  if (call === undefined) {
    const why = whyNot(context, id)
    return { id, ran: false, ...(why === undefined ? {} : { why }) }
  }
  if (answerAt(scenario.answers[id] ?? [], id, occurrence).ms < 1000) return { id, ran: true }
  const following = run.requests[occurrence.requestsBefore]?.at ?? run.endedAt
  return { id, ran: true, waited: call.endedAt !== undefined && call.endedAt <= following }
}

/** Why a hook did not run, where the scenario varied one thing only that can keep it from running. */
function whyNot({ host, scenario }: RunContext, id: string): WhyNotRun | undefined {
  const reasons = new Set(scenario.files.flatMap((file) => host.mayKeepFromRunning(file, id)))
  return reasons.size === 1 ? [...reasons][0] : undefined
}

/** The event did not come up although tools were called: one case for each call. */
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
        hooks: Object.keys(scenario.answers).map((id) => ({ id, ran: false, why: 'not-fired' as const })),
      },
    }
  })
}
