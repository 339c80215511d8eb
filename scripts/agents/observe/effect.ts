// What came of an event: read off what the model received, which tools ran, and how the program ended.
// Only what the run showed is said; what it left open is left out.

import type { CaseObject, ObservedEffect, ObservedModelText, ObservedOperation } from './case.ts'
import type { AgentHost, EventSubject } from './host.ts'
import { lastUserText, newTexts, resultOf, steady } from './modelTexts.ts'
import { neutralOf } from './neutral.ts'
import type { Occurrence } from './occurrences.ts'
import type { AgentRun } from './run.ts'
import { recorderOf } from './runFolders.ts'
import type { Scenario } from './scenario.ts'

/** A run of a scenario, and the run of its situation without hooks. */
export type RunContext = {
  readonly host: AgentHost
  readonly scenario: Scenario
  readonly run: AgentRun
  readonly plain: AgentRun
}

export function effectOf(
  context: RunContext,
  occurrence: Occurrence,
  others: readonly Occurrence[],
): Omit<ObservedEffect, 'hooks'> {
  const { host, scenario, run, plain } = context
  const subject = host.subject(scenario.event)
  const { requestsBefore: first } = occurrence
  const requests = run.requests.length - first
  const operation = withPrompted(operationOf(context, occurrence), context, occurrence)
  const ended = requests === 0
  const exit = run.exit === null ? {} : { exit: run.exit }
  // Where the plain run ends at this point as well, its end is no one's doing.
  const last = plain.requests.length <= first
  const after = !ended ? { run: 'goes-on' as const } : last ? {} : { run: 'ended' as const, ...exit }
  const model = modelOf(context, occurrence, others, operation.operation)
  switch (subject) {
    case 'stop':
      return { ...operation, ...model, requests }
    case 'end':
      return { ...operation }
    // What hooks say of it goes into the words in which the host asks for a summary, and tells of it.
    case 'compaction':
      return { ...operation, ...after }
    case 'subagent':
      return { ...operation, ...model }
    case 'prompt':
      return { ...operation, ...(ended ? { model: [] } : { ...model, requests }), ...after }
    case 'session':
      return { ...operation, ...(ended ? {} : { ...model, requests }), ...after }
    default:
      return { ...operation, ...(ended ? {} : { ...model, requests }), ...after }
  }
}

/** Subjects that no tool's result belongs to. */
const WITHOUT_RESULTS: readonly EventSubject[] = [
  ...(['stop', 'subagent', 'prompt', 'session'] as const),
  ...(['compaction', 'model', 'reply', 'tools'] as const),
]

/** The texts of this time, unless they cannot be told from those of another time with no request between. */
function modelOf(
  { host, scenario, run, plain }: RunContext,
  { callId, requestsBefore: first }: Occurrence,
  others: readonly Occurrence[],
  { kind, fate, ran, input }: Partial<ObservedOperation> = {},
): { readonly model?: readonly ObservedModelText[] } {
  const next = Math.min(
    ...others.map(({ requestsBefore }) => requestsBefore).filter((before) => before > first),
  )
  const alone = others.every(({ requestsBefore }) => requestsBefore !== first)
  const withResults = !WITHOUT_RESULTS.includes(host.subject(scenario.event))
  // The result of a call that ran is the tool's own, even where a hook changed its input.
  const ranAnew = (kind === 'tool' && fate === 'ran') || ran === true
  const texts = newTexts(host, run, plain, first)
    // What stands in the result of a call is of that call, however late.
    .filter(({ request = 1, callId: of }) => of !== undefined || first + request <= next)
    .filter((text) => text.callId === undefined || (withResults && (callId ?? text.callId) === text.callId))
    .filter(({ where }) => !(ranAnew && where === 'result'))
    // A prompt that a hook changed is what was sent, not a text beside it.
    .filter(({ where, text }) => !(kind === 'prompt' && where === 'message' && text === input?.prompt))
  if (!alone && texts.some((text) => text.callId === undefined)) return {}
  return { model: texts.map(({ callId: _, ...text }) => text) }
}

type Done = { readonly operation?: ObservedOperation }

/** Whether a person was asked, where it can only have been about this call. */
function withPrompted({ operation }: Done, { run }: RunContext, { requestsBefore: first }: Occurrence): Done {
  const calls = run.requests[first - 1]?.reply.calls ?? []
  if (operation?.kind !== 'tool' || run.promptedAt === undefined || calls.length !== 1)
    return operation === undefined ? {} : { operation }
  const from = run.requests[first - 1]?.at ?? 0
  const to = run.requests[first]?.at ?? run.endedAt
  return { operation: { ...operation, asked: run.promptedAt.some((at) => at >= from && at <= to) } }
}

function operationOf(context: RunContext, occurrence: Occurrence): Done {
  const { host, scenario, run, plain } = context
  const goneOn = run.requests.length > occurrence.requestsBefore
  const callId = occurrence.callId ?? permissionFor(context, occurrence)
  const result = callId === undefined ? undefined : resultOf(host, run, callId)
  const unhooked = callId === undefined ? undefined : resultOf(host, plain, callId)
  const ran = callId === undefined ? undefined : ranWith(host, run, callId)
  const same =
    result !== undefined &&
    unhooked !== undefined &&
    steady(host, result.text) === steady(host, unhooked.text)
  switch (host.subject(scenario.event)) {
    case 'tool': {
      if (result !== undefined && host.refusesInput(result.text)) return say('tool', 'failed')
      if (ran !== undefined)
        return { operation: { kind: 'tool', fate: 'ran', input: neutralOf(run).payload(ran) } }
      if (result === undefined) return goneOn ? {} : say('tool', 'blocked')
      const runsAlone = callId !== undefined && ranWith(host, plain, callId) !== undefined
      // With the recorders switched off, an unchanged result is the sign that the tool ran; an unchanged refusal is none.
      if (host.ownRefusal(result.text)) return {}
      if (same) return runsAlone ? say('tool', 'ran') : {}
      return result.isError || runsAlone ? say('tool', 'blocked') : {}
    }
    case 'permission': {
      const granted = callId !== undefined && ranWith(host, plain, callId) !== undefined
      if (ran !== undefined) {
        // What is granted without hooks shows nothing of them.
        if (!granted) return { operation: { kind: 'permission', fate: 'allowed', ran: true } }
        if (occurrence.calls.length > 0) return {}
        return { operation: { kind: 'permission', fate: 'undecided', ran: true } }
      }
      // Of a call that is granted anyhow, an unchanged result shows that it ran: the recorders may be switched off.
      return { operation: { kind: 'permission', fate: same ? 'undecided' : 'denied', ran: same && granted } }
    }
    case 'result': {
      if (result === undefined || unhooked === undefined) return {}
      if (same) return say('result', 'kept')
      return { operation: { kind: 'result', fate: 'replaced', output: { text: steady(host, result.text) } } }
    }
    case 'prompt':
      return { operation: promptOf(context, occurrence, goneOn) }
    case 'stop':
      return say('stop', goneOn && sameConversation(context, occurrence) ? 'continued' : 'stopped')
    case 'session':
      return say('session', goneOn ? 'started' : 'ended')
    case 'end':
      return say('end', 'ended')
    case 'subagent':
      return say('subagent', 'started')
    case 'compaction':
      // To compact is to ask a model, and to go on with what it said.
      if (plain.requests.length <= occurrence.requestsBefore) return {}
      return say('compaction', run.requests.length < plain.requests.length ? 'blocked' : 'went-on')
    case 'tools':
      return say('tools', 'went-on')
    case 'model': {
      if (goneOn) return say('model', 'called')
      const output = host.printed?.(run.stdout)
      return {
        operation: { kind: 'model', fate: 'not-called', ...(output ? { output: { text: output } } : {}) },
      }
    }
    case 'reply': {
      const output = host.printed?.(run.stdout)
      const scripted = run.requests[occurrence.requestsBefore - 1]?.reply.text
      if (output === undefined || scripted === undefined) return {}
      if (output === scripted) return say('reply', 'kept')
      return output === '' ? {} : { operation: { kind: 'reply', fate: 'replaced', output: { text: output } } }
    }
    default:
      return say('other', 'went-on')
  }
}

/** A prompt that was sent, and as what, where a hook changed it. */
function promptOf({ host, run }: RunContext, occurrence: Occurrence, goneOn: boolean): ObservedOperation {
  if (!goneOn) return { kind: 'prompt', fate: 'blocked' }
  const prompt = lastUserText(host, run, occurrence.requestsBefore)
  const isSame = host.promptIn === undefined || prompt === occurrence.payload.prompt
  return { kind: 'prompt', fate: 'sent', ...(isSame ? {} : { input: { prompt } }) }
}

/** Whether the request after the event is of the conversation that the event is of: a subagent's, or the main one. */
function sameConversation(
  { host, scenario, run }: RunContext,
  { payload, requestsBefore }: Occurrence,
): boolean {
  if (host.oneConversation === true) return true
  const parts = run.requests[requestsBefore]?.parts ?? []
  const main = parts.some(
    ({ role, text }) => role === 'user' && (host.promptIn?.(text) ?? text) === scenario.situation.prompt,
  )
  return main === (payload.agent_id === undefined)
}

const say = (kind: ObservedOperation['kind'], fate: string) => ({ operation: { kind, fate } })

/** The input a call ran with, from the events that only fire once a tool has run. */
function ranWith(host: AgentHost, run: AgentRun, callId: string): CaseObject | undefined {
  const call = run.calls.find(
    (one) => host.evidence.some((event) => recorderOf(event) === one.hook) && one.callId === callId,
  )
  if (call === undefined) return undefined
  return host.callIn?.(call.payload)?.input ?? (call.payload.tool_input as CaseObject | undefined)
}

/** A permission is asked for without the number of the call: the call of the latest reply with this tool. */
function permissionFor(
  { host, scenario, run }: RunContext,
  { payload, requestsBefore }: Occurrence,
): string | undefined {
  if (host.subject(scenario.event) !== 'permission') return undefined
  const reply = run.requests[requestsBefore - 1]?.reply
  // Hooks may be given another name of the tool than the model uses.
  return (reply?.calls.find(({ tool }) => tool === payload.tool_name) ?? reply?.calls[0])?.id
}
