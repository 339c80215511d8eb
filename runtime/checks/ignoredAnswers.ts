// Checks literal answers against what each calling host does with them: the host drops the whole answer, the answer
// refuses something that cannot be refused, or a host does not read a text in it. Where a relevant value is unknown,
// nothing is reported.

import { calledOf } from '../contract/called.ts'
import { defined } from '../contract/defined.ts'
import type { Dialect } from '../contract/dialect.ts'
import { unreadKeys } from '../contract/ignored.ts'
import { isObject, valueAt } from '../contract/json.ts'
import { type Problem, problem, type Range } from '../contract/problems.ts'
import { textOfJson } from '../contract/textOfJson.ts'
import { fieldsOf, type Path, type WalkedShape } from '../contract/walk.ts'
import { ANSWER_KEY } from '../documents/flow/printedTexts.ts'
import type { LiteralAnswer, Spot } from '../documents/spots.ts'
import type { View } from '../project/view.ts'
import {
  type CallEnd,
  callEnd,
  type EntryCall,
  entryCalls,
  holdsUp,
  isStrict,
  saysSomething,
} from './callEnds.ts'
import { faultyKey, placeOfKey } from './faultyKeys.ts'
import { filled } from './filledAnswers.ts'
import { partialInput, partialResult } from './partialInputs.ts'
import { type HostFault, sentenceByHosts } from './sentenceByHosts.ts'
import type { EndSpot } from './unintendedEnds.ts'

type Answer = Pick<Spot & { readonly kind: 'answer' }, 'value' | 'events' | 'range' | 'elsewhere'>

/** A problem where one of the hosts ignores the answer. */
export function ignoredAnswerProblem(
  { value, events, range, ...answer }: Answer,
  view: View,
  dialect: Dialect,
): readonly Problem[] {
  const { calls, within } = calledOf(dialect) ?? {}
  // What a script does with the output that it captures is not followed.
  if (calls === undefined || value === undefined || within?.captured === true) return []
  const refusing = refusingEnds(range, view)
  const called = entryCalls(calls, events)
  const weighed = called.map((call) => {
    const one = weigh(call, value, refusing)
    return isMisnamed(value, call, called) && one?.fault !== undefined
      ? (misnamed(one, weigh(call, renamed(value, call.event), refusing), call) ?? one)
      : one
  })
  const isTaken = weighed.some((one) => one === undefined || Object.keys(one).length === 0)
  // Text that no host reads is reported at its key instead; a partial input is reported only if no call accepts it.
  const faults = weighed.flatMap((one) => one?.fault ?? (isTaken ? one?.loses : one?.partial) ?? [])
  if (faults.length === 0) return []
  const at = faultyPlace(weighed, value, { range, ...answer }, view) ?? range
  const found = problem('result.ignored', view.document.path, sentenceByHosts(faults), { range: at })
  // Where another host does what the author intends, the script was probably written for that one.
  const isMild = isTaken
    ? !weighed.some((one) => one?.isNowhere === true)
    : weighed.every((one) => one?.isMild === true)
  return [isMild ? { ...found, severity: 'info' } : found]
}

// Where the key is written for which all hosts that drop the answer do so.
function faultyPlace(
  weighed: readonly (Weighed | undefined)[],
  value: LiteralAnswer,
  answer: Pick<Answer, 'range' | 'elsewhere'>,
  { document }: View,
): Range | undefined {
  const [key, ...more] = weighed.flatMap((one) => (one?.fault === undefined ? [] : [one.key]))
  if (key === undefined || more.some((one) => one?.join() !== key.join())) return undefined
  return placeOfKey(key, valueAt(value, key.join('.')), answer, [
    ...document.spots,
    ...(document.followed ?? []),
  ])
}

// Whether the answer names an event that none of its callers has.
function isMisnamed(value: LiteralAnswer, { event }: EntryCall, called: readonly EntryCall[]): boolean {
  const name = isObject(value.hookSpecificOutput) ? value.hookSpecificOutput.hookEventName : undefined
  return typeof name === 'string' && name !== event && called.every((call) => call.event !== name)
}

function renamed(value: LiteralAnswer, event: string): LiteralAnswer {
  return { ...value, hookSpecificOutput: { ...(value.hookSpecificOutput as object), hookEventName: event } }
}

// A name that no host of the script uses is not written for another one.
function misnamed({ fault }: Weighed, right: Weighed | undefined, { event }: EntryCall): Weighed | undefined {
  if (fault === undefined || right === undefined || Object.keys(right).length > 0) return undefined
  const say: HostFault['say'] = (hosts, verb) => {
    const why = fault.say(hosts, verb)
    return why.includes('hookEventName') ? why : `${why.slice(0, -1)}: its "hookEventName" is not "${event}".`
  }
  return { fault: { ...fault, say }, isNowhere: true }
}

/** What is wrong for one call: the whole answer, its partial tool input, or a text in it that is lost. */
type Fault = 'fault' | 'partial' | 'loses'

/** Undefined where too little is known. */
type Weighed = { readonly [fault in Fault]?: HostFault } & {
  readonly isMild?: true
  readonly isNowhere?: true
  /** The key for which the host drops the answer, if it is only one. */
  readonly key?: Path
}

// Whether the script's status refuses, whatever the host makes of the answer that is printed there.
function refusingEnds({ start, end }: Answer['range'], { document }: View): RefusesAtEnd {
  const ends = document.spots.filter(
    (one) =>
      one.kind === 'end' && one.printed !== undefined && one.printed.start <= end && start <= one.printed.end,
  ) as readonly EndSpot[]
  return (call, isRefused) =>
    ends.length > 0 &&
    ends.every(({ status, stdout = '', stderr = '…' }) =>
      isRefused(callEnd(call, { exitCode: status, stdout, stderr })),
    )
}

// The fault of an answer that the host takes for none.
function drops(call: EntryCall, answer: Record<string, unknown>): Weighed | undefined {
  const { host, event } = call
  const { failure } = printedEnd(call, answer)
  if (failure === undefined) return undefined
  const key = faultyKey(answer, event, (one) => printedEnd(call, one).failure)
  const say: HostFault['say'] = (hosts, verb) =>
    `${hosts} ${verb('drops', 'drop')} this answer to ${event}: ${reasonOf(failure)}.`
  return { fault: { title: host.title, say }, ...defined({ key }) }
}

type RefusesAtEnd = (call: EntryCall, isRefused: (end: CallEnd) => boolean) => boolean

function weigh(call: EntryCall, value: LiteralAnswer, isRefusedAtEnd: RefusesAtEnd): Weighed | undefined {
  const { host, event, record } = call
  const { title } = host
  const part = partialResult(call, value)
  if (part !== undefined) return { partial: part }
  const shape = record.result as WalkedShape
  const answer = filled(value, shape, event)
  const isLost =
    fieldsOf(record.result as WalkedShape).length === 0 &&
    Object.keys(value).some((key) => ANSWER_KEY.test(key))
  const lost = fault(
    title,
    (hosts, verb) => `${hosts} ${verb('reads', 'read')} no answer at ${event}, so this does nothing.`,
  )
  if (answer === undefined) {
    if (isLost && !isStrict(call)) return lost
    // `{"continue": isSafe, "stopReason": "…"}`
    const [first, second] = [true, false].map((flag) => filled(value, shape, event, flag))
    return first && second && drops(call, second) && drops(call, first)
  }
  const dropped = drops(call, answer)
  if (dropped !== undefined) return dropped
  const end = printedEnd(call, answer)
  if (isLost) return lost
  const partial = partialInput(call, value, end)
  if (partial !== undefined) return { partial }
  if (isInert(end, answer, call))
    return fault(
      title,
      (hosts, verb) =>
        `${hosts} ${verb('ignores', 'ignore')} this answer to ${event}: it is read only with "decision": "deny".`,
    )
  const keys = unreadKeys(record, answer)
  const unread = (verb: (one: string, several: string) => string) =>
    keys.length === 0
      ? ''
      : `: ${verb('it does', 'they do')} not read ${keys.map((key) => `"${key}"`).join(', ')} there`
  if (end.verdict.context !== undefined) return {}
  const runs = ({ operation }: CallEnd) => operation?.fate === 'ran'
  const isLateEnd = end.verdict.run?.ends === true && runs(end)
  if (refuses(answer) && isLateEnd && !isRefusedAtEnd(call, (one) => !runs(one))) {
    const say: HostFault['say'] = (hosts, verb) =>
      `${hosts} still ${verb('runs', 'run')} the tool at ${event}, and then ${verb('ends', 'end')} the run.`
    return { fault: { title, say }, isMild: true }
  }
  if (refuses(answer))
    return holdsUp(end) || isRefusedAtEnd(call, holdsUp)
      ? {}
      : fault(
          title,
          (hosts, verb) =>
            `${hosts} ${verb('blocks', 'block')} nothing at ${event} because of this answer${unread(verb)}.`,
        )
  if (grants(answer) && !saysSomething(end) && isGrantable(call))
    return fault(
      title,
      (hosts, verb) => `${hosts} ${verb('grants', 'grant')} nothing at ${event} because of this answer.`,
    )
  if (!addsText(answer) || !keys.some((key) => TEXT.test(key))) return {}
  return {
    loses: {
      title,
      say: (hosts, verb) =>
        `${hosts} ${verb('does', 'do')} not pass the text of this answer to the model at ${event}${unread(verb)}.`,
    },
  }
}

function printedEnd(call: EntryCall, answer: object): CallEnd {
  return callEnd(call, { exitCode: 0, stdout: JSON.stringify(answer), stderr: '' })
}

function fault(title: string, say: HostFault['say']): Weighed {
  return { fault: { title, say } }
}

// Whether the host ignores the answer alone, but uses it beside a refusal.
function isInert(end: CallEnd, answer: object, call: EntryCall): boolean {
  const endOf = (one: object) => printedEnd(call, one)
  const same = (one: CallEnd, two: CallEnd) => JSON.stringify(one.operation) === JSON.stringify(two.operation)
  const refusal = { decision: 'deny', reason: '…' }
  if ('decision' in answer || !('hookSpecificOutput' in answer) || saysSomething(end)) return false
  const refused = endOf(refusal)
  return holdsUp(refused) && same(end, endOf({})) && !same(refused, endOf({ ...answer, ...refusal }))
}

// The unread keys that contain text for the model.
const TEXT = /^(?:hookSpecificOutput(?:\.additionalContext)?|additionalContext)$/

// Whether the author wants to pass text to the model.
function addsText({
  additionalContext,
  hookSpecificOutput: own,
}: Readonly<Record<string, unknown>>): boolean {
  return typeof additionalContext === 'string' || (isObject(own) && addsText(own))
}

// Strips the host's name and the consequence, which the message repeats.
function reasonOf(why: string): string {
  return why.replace(/, so [A-Z][\w ]* drops the answer$/, '').replace(/\.$/, '')
}

// Whether the author wants something to be stopped.
function refuses(answer: unknown): boolean {
  if (!isObject(answer)) return false
  const { hookSpecificOutput: own, decision, permissionDecision, permission, continue: goesOn } = answer
  if (
    goesOn === false ||
    /^(block|deny|ask)$/.test(
      `${textOfJson(decision)} ${textOfJson(permissionDecision)}`
        .split(' ')
        .find((one) => /^(block|deny|ask)$/.test(one)) ?? '',
    )
  )
    return true
  return permission === 'deny' || refuses(own) || (isObject(decision) && decision.behavior === 'deny')
}

// Whether the author wants to grant what a person would otherwise decide.
function grants({ decision, permissionDecision, hookSpecificOutput: own }: Answered): boolean {
  return (
    /^(?:approve|allow)$/.test(textOfJson(decision ?? permissionDecision)) || (isObject(own) && grants(own))
  )
}

type Answered = Readonly<Record<string, unknown>>

// Whether an answer in the host's own form grants anything at the event: a person would decide otherwise.
function isGrantable(call: EntryCall): boolean {
  const decision = { behavior: 'allow' }
  const forms = [decision, { hookSpecificOutput: { hookEventName: call.event, decision } }]
  return forms.some((one) => {
    return printedEnd(call, one).verdict.decision === 'allow'
  })
}
