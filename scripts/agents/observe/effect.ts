// Determines the effect of an event from what the model received, which tools ran and how the program ended. Reports
// only what the run showed, and omits what it left open.

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
  // If the plain run ends here too, the end is not an effect of the hooks.
  const last = plain.requests.length <= first
  const after = !ended ? { run: 'goes-on' as const } : last ? {} : { run: 'ended' as const, ...exit }
  const model = modelOf(context, occurrence, others, operation.operation)
  switch (subject) {
    case 'stop':
      return { ...operation, ...model, requests }
    case 'end':
      return { ...operation }
    // Hooks' texts become part of the host's own request for a summary, which shows that they ran.
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

/** Subjects that have no tool result. */
const WITHOUT_RESULTS: readonly EventSubject[] = [
  ...(['stop', 'subagent', 'prompt', 'session'] as const),
  ...(['compaction', 'model', 'reply', 'tools'] as const),
]

/**
 * The texts of this occurrence, unless they cannot be separated from those of another one with no request between them.
 */
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
  // The result of a call that ran is the tool's own, even if a hook changed its input.
  const ranAnew = (kind === 'tool' && fate === 'ran') || ran === true
  const texts = newTexts(host, run, plain, first)
    // Text in the result of a call belongs to that call, however late it arrives.
    .filter(({ request = 1, callId: of }) => of !== undefined || first + request <= next)
    .filter((text) => text.callId === undefined || (withResults && (callId ?? text.callId) === text.callId))
    .filter(({ where }) => !(ranAnew && where === 'result'))
    // A prompt changed by a hook is the sent prompt, not an additional text.
    .filter(({ where, text }) => !(kind === 'prompt' && where === 'message' && text === input?.prompt))
  if (!alone && texts.some((text) => text.callId === undefined)) return {}
  return { model: texts.map(({ callId: _, ...text }) => text) }
}

type Done = { readonly operation?: ObservedOperation }

/** Whether the user was asked, if that can only have been about this call. */
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
      // With the recorders switched off, an unchanged result shows that the tool ran; an unchanged refusal does not.
      if (host.ownRefusal(result.text)) return {}
      if (same) return runsAlone ? say('tool', 'ran') : {}
      return result.isError || runsAlone ? say('tool', 'blocked') : {}
    }
    case 'permission': {
      const granted = callId !== undefined && ranWith(host, plain, callId) !== undefined
      if (ran !== undefined) {
        // A call that is granted without hooks shows nothing about them.
        if (!granted) return { operation: { kind: 'permission', fate: 'allowed', ran: true } }
        if (occurrence.calls.length > 0) return {}
        return { operation: { kind: 'permission', fate: 'undecided', ran: true } }
      }
      // For a call that is granted anyway, an unchanged result shows that it ran: the recorders may be switched off.
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
      // Compaction sends a request to the model and continues with its reply.
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

/** Whether the prompt was sent, and as what if a hook changed it. */
function promptOf({ host, run }: RunContext, occurrence: Occurrence, goneOn: boolean): ObservedOperation {
  if (!goneOn) return { kind: 'prompt', fate: 'blocked' }
  const prompt = lastUserText(host, run, occurrence.requestsBefore)
  const isSame = host.promptIn === undefined || prompt === occurrence.payload.prompt
  return { kind: 'prompt', fate: 'sent', ...(isSame ? {} : { input: { prompt } }) }
}

/** Whether the request after the event belongs to the event's conversation: a subagent's, or the main one. */
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

/** The input with which a call ran, from events that fire only after a tool has run. */
function ranWith(host: AgentHost, run: AgentRun, callId: string): CaseObject | undefined {
  const call = run.calls.find(
    (one) => host.evidence.some((event) => recorderOf(event) === one.hook) && one.callId === callId,
  )
  if (call === undefined) return undefined
  return host.callIn?.(call.payload)?.input ?? (call.payload.tool_input as CaseObject | undefined)
}

/** A permission payload has no call id: uses the latest reply's call of the same tool. */
function permissionFor(
  { host, scenario, run }: RunContext,
  { payload, requestsBefore }: Occurrence,
): string | undefined {
  if (host.subject(scenario.event) !== 'permission') return undefined
  const reply = run.requests[requestsBefore - 1]?.reply
  // The hooks' name of the tool may differ from the model's.
  return (reply?.calls.find(({ tool }) => tool === payload.tool_name) ?? reply?.calls[0])?.id
}
