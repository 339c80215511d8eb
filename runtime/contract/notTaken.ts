// What a host passes over in the end of a hook that ran: keys that the event's answers do not have, words that decide
// nothing there, an input that it does not take, an exit code that means nothing. Clauses that follow the host's name.

import type { Dialect } from './dialect.ts'
import type { EventRecord } from './eventRecord.ts'
import { isObject } from './json.ts'
import { listed } from './listed.ts'
import type { HookRun } from './outcome.ts'
import type { Verdict } from './verdict.ts'
import { shapeAt } from './walk.ts'

/** Words by which hooks of some host or other refuse or ask. */
const REFUSALS: readonly unknown[] = ['deny', 'block', 'ask']

/** Keys by which they give a tool another input. */
export const INPUTS: readonly string[] = ['updatedInput', 'updated_input', 'modifiedArgs', 'tool_input']

/** What the host passes over in how a hook ended; undefined where it takes all of it, as far as is known. */
export function notTakenIn(
  { events }: Pick<Dialect, 'events'>,
  event: string,
  run: HookRun,
): string | undefined {
  const at = run.event ?? event
  const record = Object.hasOwn(events, at) ? events[at] : undefined
  if (record === undefined || run.status !== 'returned') return undefined
  const { exitCode = 0, verdict = {} } = run
  const isSilent = exitCode !== 2 && (exitCode === 0 || (verdict.notes ?? []).length > 0)
  // An answer may be what the host makes of the exit code.
  if (!isSilent && !hasEffect(verdict) && Object.keys(printedIn(run) ?? {}).length === 0)
    return `passes over exit code ${exitCode} at ${at}`
  const answer = answerOf(run)
  if (answer !== undefined && !isTaken(record, answer, run)) {
    const keys = unreadKeys(record, answer).map((key) => `"${key}"`)
    if (keys.length > 0) return `does not read ${listed(keys)} at ${at}`
  }
  const given = answer === undefined ? [] : keysIn(answer)
  const input = given.find(([key, value]) => INPUTS.includes(key) && isObject(value))
  if (input !== undefined && verdict.payload === undefined && verdict.decision !== 'deny')
    return `drops this "${input[0]}"`
  if (hasEffect(verdict)) return undefined
  const refusal = given.find(isRefusal)
  return refusal && `passes over "${refusal[0]}": ${JSON.stringify(refusal[1])} at ${at}`
}

/** Whether something came of an answer of which no key is known: the host reads it in another one's words. */
function isTaken(
  record: EventRecord,
  answer: Readonly<Record<string, unknown>>,
  { verdict = {} }: HookRun,
): boolean {
  return hasEffect(verdict) && Object.keys(answer).every((key) => isAbsent(record, [key]))
}

function hasEffect({ decision, payload, answer, run, context, followUps }: Verdict): boolean {
  return [decision, payload, answer, run, context?.[0], followUps?.[0]].some((one) => one !== undefined)
}

const isRefusal = ([key, value]: readonly [string, unknown]) =>
  REFUSALS.includes(value) || (key === 'continue' && value === false)

function keysIn(answer: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(answer).flatMap(([key, value]) => [
    [key, value] as const,
    ...(isObject(value) ? Object.entries(value) : []),
  ])
}

/** An answer by itself, or as the text that was printed. */
export function answerOf(run: HookRun): Readonly<Record<string, unknown>> | undefined {
  return isObject(run.result) ? run.result : printedIn(run)
}

function printedIn({ stdout = '' }: HookRun): Readonly<Record<string, unknown>> | undefined {
  try {
    const printed: unknown = JSON.parse(stdout)
    return isObject(printed) ? printed : undefined
  } catch {
    return undefined
  }
}

/** Keys that the event's answers do not have, at the top and in the object that is the event's own. */
export function unreadKeys(
  record: EventRecord,
  answer: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(answer).flatMap(([key, value]) => {
    if (isAbsent(record, [key])) return [key]
    if (!isObject(value)) return []
    return Object.keys(value).flatMap((inner) => (isAbsent(record, [key, inner]) ? [`${key}.${inner}`] : []))
  })
}

const isAbsent = ({ result }: EventRecord, path: readonly string[]) => shapeAt(result, path).kind === 'absent'
